import ATT
import GAP
import GATT
import HCI
import Identifiers
import Octets
import Peripherals
import TestSupport
import Timing
import WatchProfile

@testable import BluetoothHost
@testable import PhoneSupport
@testable import SecurityManager

/// A host and a phone, with a clock that the test sets.
final class HostHarness {
  var host: BluetoothHost
  let phone = FakePhone()
  var listener = Listener()
  var entropy = SeededEntropy()
  var now = Instant.seconds(100)
  private(set) var events: [HostEvent] = []
  /// Whether changed bonds are saved immediately.
  var savesBonds = true
  /// Whether a missing key pair is made immediately.
  var preparesKeys = true

  init(
    bonds: BondTable = Sample.bonds(bondedWithPhone: false), window: Interval = .seconds(120),
    security: PairingSecurity = .secureConnections, privateAddress: PrivateAddressChoice = .off,
    admission: AdmissionPolicy = .bonded, power: PowerMode = .balanced
  ) {
    var configuration = Self.configuration(window: window, security: security)
    configuration.privateAddress = privateAddress
    configuration.admission = admission
    configuration.power = power
    host = BluetoothHost(
      configuration: configuration, advertisement: Advertisement(watchNamed: Self.name.utf8Span),
      database: WatchDatabase.make(name: Self.name.utf8Span, power: power), bonds: bonds)
  }

  static let name: StaticString = "Belfry"

  static func configuration(
    window: Interval = .seconds(120), security: PairingSecurity = .secureConnections
  ) -> HostConfiguration {
    HostConfiguration(pairingWindow: window, security: security)
  }

  /// A harness whose controller is running and advertises.
  static func started(bonds: BondTable = Sample.bonds(bondedWithPhone: false)) -> HostHarness {
    let harness = HostHarness(bonds: bonds)
    harness.start()
    return harness
  }

  /// A harness with a link that is not encrypted.
  static func connected(bonds: BondTable = Sample.bonds(bondedWithPhone: false)) -> HostHarness {
    let harness = started(bonds: bonds)
    harness.phone.connect()
    harness.run()
    return harness
  }

  /// A harness with a phone that has an outdated copy of the watch's database and has subscribed to Service Changed.
  static func toldOfAnotherTable() -> HostHarness {
    var bond = Sample.phoneBond
    bond.serverSettings.configurations = 0x02
    bond.serverSettings.databaseHash = Sample.phoneNonce
    var table = Sample.bonds(bondedWithPhone: false)
    _ = table.commit(bond)
    let harness = connected(bonds: table)
    harness.phone.encrypt(with: bond.longTermKey)
    return harness
  }

  /// A harness with a link that is encrypted with a bond's key.
  static func secured() -> HostHarness {
    let harness = connected(bonds: Sample.bonds())
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    harness.takeEvents()
    return harness
  }

  func start() {
    host.start(now: now)
    run()
  }

  func powerOff() {
    host.powerOff()
    run()
  }

  var isPoweredOff: Bool { host.isPoweredOff }

  /// Passes packets on until neither side has any.
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
    let packet = output(capacity: BluetoothHost.packetCapacity) { isThere = host.nextPacket(into: &$0, now: now) }
    collect()
    return isThere ? packet : nil
  }

  private func collect() {
    while let event = host.nextEvent() {
      events.append(event)
      if event == .bondsChanged, savesBonds { host.noteBondsSaved(now: now) }
    }
  }

  @discardableResult
  func takeEvents() -> [HostEvent] {
    collect()
    defer { events = [] }
    return events
  }

  /// The same without `bondsChanged`, which is reported when a link ends because its phone's settings are saved.
  func takeLinkEvents() -> [HostEvent] { takeEvents().filter { $0 != .bondsChanged } }

  /// Advances the clock from deadline to deadline.
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

  func setPhoneName(_ name: String) { host.setPhoneName(Array(name.utf8).span, now: now) }

  func start(_ procedure: Procedure) -> Bool { host.start(procedure) }
  func startWrite(to handle: AttributeHandle, value: [UInt8]) -> Bool { host.startWrite(to: handle, value: value.span) }
  func setValue(_ value: [UInt8], of handle: AttributeHandle) -> Bool { host.setValue(value.span, of: handle) }
  func acceptValues(from handle: AttributeHandle) -> Bool { host.acceptValues(from: handle) }

  // MARK: Results

  var states: [HostState] { events.compactMap { if case .stateChanged(let state) = $0 { state } else { nil } } }
  var results: [PairingResult] { events.compactMap { if case .pairingEnded(let result) = $0 { result } else { nil } } }
  /// The reasons for which Pairing Requests outside the window were refused.
  var refusals: [PairingFailure] {
    events.compactMap { if case .pairingRefused(let reason) = $0 { reason } else { nil } }
  }

  var passkey: UInt32? {
    for case .pairingPasskey(let passkey) in events.reversed() { return passkey }
    return nil
  }

  var code: UInt32? {
    for case .pairingCode(let code) in events.reversed() { return code }
    return nil
  }

  /// Runs a complete pairing; both users agree.
  func pair(_ change: (inout PairingInitiator) -> Void = { _ in }) {
    phone.startPairing(change)
    run()
    host.answerPairing(isConfirmed: true, now: now)
    phone.decide(isConfirmed: true)
    run()
  }

  /// The reasons of the watch's Pairing Failed PDUs.
  var pairingFailedReasons: [UInt8] { phone.heard(on: 6).filter { $0[0] == 0x05 }.map { $0[1] } }
}

/// Records the client's events.
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
