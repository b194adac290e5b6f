import ATT
import BluetoothHost
import GATT
import HCI
import Identifiers
import Octets
import Peripherals
import TestSupport
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// A host and a phone, on a clock that moves by hand.
final class HostScene {
  var host: BluetoothHost
  let phone = FakePhone()
  var listener = Listener()
  var entropy = SeededEntropy()
  var now = Instant.seconds(100)
  private(set) var events: [HostEvent] = []
  /// Whether key pairs are made whenever one is missing.
  var preparesKeys = true

  init(
    bonds: BondTable = Sample.bonds(bondedWithPhone: false), window: Interval = .seconds(120),
    security: PairingSecurity = .secureConnections, isPrivate: Bool = false
  ) {
    var configuration = Self.configuration(window: window, security: security)
    configuration.usesPrivateAddress = isPrivate
    host = BluetoothHost(configuration: configuration, bonds: bonds)
  }

  static func configuration(
    window: Interval = .seconds(120), security: PairingSecurity = .secureConnections
  ) -> HostConfiguration {
    HostConfiguration(
      name: BoundedText("Belfry"),
      deviceInformation: DeviceInformation(name: BoundedText("Belfry"), firmwareRevision: "0.1.0"),
      pairingWindow: window, security: security)
  }

  /// A scene whose controller is up and advertises.
  static func started(bonds: BondTable = Sample.bonds(bondedWithPhone: false)) -> HostScene {
    let scene = HostScene(bonds: bonds)
    scene.start()
    return scene
  }

  /// A scene with a link that is not encrypted.
  static func connected(bonds: BondTable = Sample.bonds(bondedWithPhone: false)) -> HostScene {
    let scene = started(bonds: bonds)
    scene.phone.connect()
    scene.run()
    return scene
  }

  /// A scene with a phone that knows another table of ours, and has asked to be told.
  static func toldOfAnotherTable() -> HostScene {
    var bond = Sample.phoneBond
    bond.clientConfigurations = 0x02
    bond.databaseHash = Sample.phoneNonce
    var table = Sample.bonds(bondedWithPhone: false)
    _ = table.commit(bond)
    let scene = connected(bonds: table)
    scene.phone.encrypt(with: bond.longTermKey)
    return scene
  }

  /// A scene with a link that is encrypted with the key of a bond.
  static func secured() -> HostScene {
    let scene = connected(bonds: Sample.bonds())
    scene.phone.encrypt(with: Sample.phoneBond.longTermKey)
    scene.run()
    scene.takeEvents()
    return scene
  }

  func start() {
    host.start(now: now)
    run()
  }

  /// Carries packets to and fro until nobody has one.
  func run() {
    collect()
    while true {
      while !phone.packets.isEmpty { deliver(phone.packets.removeFirst()) }
      guard let packet = nextPacket() else { return }
      phone.receive(packet)
    }
  }

  func deliver(_ packet: [UInt8]) {
    host.handle(packet: packet.span, now: now, observer: &listener)
    collect()
  }

  func nextPacket() -> [UInt8]? {
    if preparesKeys { host.prepareKeys(from: &entropy) }
    var isThere = false
    let packet = output(capacity: 264) { isThere = host.nextPacket(into: &$0, now: now) }
    collect()
    return isThere ? packet : nil
  }

  private func collect() {
    while let event = host.nextEvent() { events.append(event) }
  }

  @discardableResult
  func takeEvents() -> [HostEvent] {
    collect()
    defer { events = [] }
    return events
  }

  /// Moves the clock, deadline by deadline.
  func wait(_ interval: Interval) {
    let end = now + interval
    var rounds = 0
    while let deadline = host.deadline, deadline <= end, rounds < 10_000 {
      now = max(now, deadline)
      host.handleTimeout(now: now, observer: &listener)
      run()
      rounds += 1
    }
    now = end
    host.handleTimeout(now: now, observer: &listener)
    run()
  }

  // MARK: The host, in words that `#expect` understands: it cannot hold what is not copyable

  var state: HostState { host.state }
  var bonds: BondTable { host.bonds }
  var peerIdentity: DeviceAddress? { host.peerIdentity }
  var ownAddress: DeviceAddress { host.ownAddress }
  var controllerFailure: ControllerFailure? { host.controllerFailure }
  var deadline: Instant? { host.deadline }
  var mtu: Int { host.mtu }
  var isClientIdle: Bool { host.isClientIdle }
  var needsKeys: Bool { host.needsKeys }
  var isWindowOpen: Bool { host.isPairingWindowOpen(at: now) }

  func isHeldOff(_ identity: DeviceAddress) -> Bool { host.isHeldOff(identity, at: now) }
  func setPhoneName(_ name: String) { host.setPhoneName(Array(name.utf8).span) }

  func start(_ procedure: Procedure) -> Bool { host.start(procedure) }
  func startWrite(to handle: AttributeHandle, value: [UInt8]) -> Bool { host.startWrite(to: handle, value: value.span) }
  func acceptValues(from handle: AttributeHandle) -> Bool { host.acceptValues(from: handle) }

  // MARK: What is looked at

  var states: [HostState] { events.compactMap { if case .stateChanged(let state) = $0 { state } else { nil } } }
  var results: [PairingResult] { events.compactMap { if case .pairingEnded(let result) = $0 { result } else { nil } } }
  var passkey: UInt32? {
    for case .pairingPasskey(let passkey) in events.reversed() { return passkey }
    return nil
  }

  var code: UInt32? {
    for case .pairingCode(let code) in events.reversed() { return code }
    return nil
  }

  /// Pairs to the end, with both users agreeing.
  func pair(_ change: (inout PairingInitiator) -> Void = { _ in }) {
    phone.startPairing(change)
    run()
    host.answerPairing(true, now: now)
    phone.decide(isConfirmed: true)
    run()
  }

  /// What the watch's Pairing Failed said, if it said it.
  var pairingFailedReasons: [UInt8] { phone.heard(on: 6).filter { $0[0] == 0x05 }.map { $0[1] } }
}

/// Writes down what the client tells.
struct Listener: AttributeObserver {
  private(set) var results: [ProcedureResult] = []
  private(set) var values: [[UInt8]] = []

  mutating func handle(_ event: borrowing ClientEvent, now: Instant) {
    switch event {
    case .notification(_, let value), .indication(_, let value): values.append(value.list)
    case .none, .services, .characteristics, .descriptors, .value: break
    }
  }

  mutating func handle(_ result: ProcedureResult, now: Instant) { results.append(result) }
}
