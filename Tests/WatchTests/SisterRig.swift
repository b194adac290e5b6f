import ATT
import GATT
import TestSupport
import Timing

@testable import PhoneSupport
@testable import Watch

/// The sister services between a client and a phone's attributes, on a clock that moves by hand.
final class SisterRig {
  /// Where `currentTime` and `battery` lie if they are published first and second.
  enum Handle {
    static let currentTime: UInt16 = 0x0012
    static let currentTimeConfiguration: UInt16 = 0x0013
    static let localTimeInformation: UInt16 = 0x0015
    static let batteryLevel: UInt16 = 0x001C
  }

  static let currentTime = FakeServer.Service(
    type: [0x05, 0x18],
    characteristics: [
      .init(type: [0x2B, 0x2A], properties: 0x12, descriptors: [0x2902], value: Array(0..<10)),
      .init(type: [0x0F, 0x2A], properties: 0x02, value: [4, 4]),
    ])
  static let battery = FakeServer.Service(
    type: [0x0F, 0x18], characteristics: [.init(type: [0x19, 0x2A], properties: 0x02, value: [80])])

  var sisters = SisterServices()
  var client = GATTClient()
  var bearer = AttributeBearer()
  var phone = NotificationCenterServer()
  var now = Instant(microseconds: 100_000_000)
  /// Whether the phone answers.
  var isMute = false
  var isUrgentOnly = false
  private var unanswered: [[UInt8]] = []
  private var events: [SisterEvent] = []
  private(set) var values: [SisterCharacteristic: [UInt8]] = [:]

  init(_ services: [FakeServer.Service]) {
    phone.services = services
    connect()
  }

  static func begun(_ services: [FakeServer.Service]) -> SisterRig {
    let rig = SisterRig(services)
    rig.begin()
    return rig
  }

  func begin() {
    sisters.begin(now: now)
    run()
  }

  private func connect() {
    client.reset()
    phone.forgetLink()
    bearer = AttributeBearer()
    bearer.security = BearerSecurity(isEncrypted: true, isAuthenticated: true, hasBond: true)
  }

  func reconnect() {
    sisters.endLink()
    connect()
    begin()
  }

  /// Takes steps and carries PDUs until nothing moves.
  func run() {
    while takeStep() || sendPDU() {}
  }

  private func takeStep() -> Bool {
    while let event = sisters.nextEvent() { note(event) }
    guard !client.isBusy, let step = sisters.nextStep(isUrgentOnly: isUrgentOnly, mtu: bearer.mtu) else { return false }
    let isStarted =
      switch step {
      case .start(let procedure): client.start(procedure)
      case .subscribe(let value, let procedure): client.acceptValues(from: value) && client.start(procedure)
      case .write(let handle): client.startWrite(to: handle, value: sisters.value)
      }
    if !isStarted { sisters.noteNotStarted() }
    return isStarted
  }

  private func note(_ event: SisterEvent) {
    events.append(event)
    if case .read(let characteristic) = event {
      var octets: [UInt8] = []
      for index in sisters.value.indices { octets.append(sisters.value[index]) }
      values[characteristic] = octets
    }
  }

  private func sendPDU() -> Bool {
    var isThere = false
    let pdu = output(capacity: 517) { isThere = client.nextPDU(into: &$0, on: bearer, now: now) }
    guard isThere else { return false }
    for answer in phone.answer(pdu) {
      if isMute { unanswered.append(answer) } else { hear(answer) }
    }
    return true
  }

  func hearUnanswered() {
    isMute = false
    let late = unanswered
    unanswered = []
    for answer in late { hear(answer) }
    run()
  }

  private func hear(_ pdu: [UInt8]) {
    sisters.handle(client.handle(pdu.span, on: &bearer, now: now))
    if let result = client.takeResult() { sisters.handle(result, now: now) }
  }

  /// Moves the clock, deadline by deadline.
  func wait(_ interval: Interval) {
    let end = now + interval
    while let deadline = earliest(sisters.deadline, client.deadline), deadline <= end {
      now = max(now, deadline)
      client.handleTimeout(now: now)
      if let result = client.takeResult() { sisters.handle(result, now: now) }
      sisters.handleTimeout(now: now)
      run()
    }
    now = end
  }

  func write(_ value: [UInt8], to characteristic: SisterCharacteristic) -> Bool {
    sisters.write(value.span, to: characteristic)
  }

  func read(_ characteristic: SisterCharacteristic) -> Bool { sisters.read(characteristic) }

  func takeEvents() -> [SisterEvent] {
    defer { events = [] }
    return events
  }

  /// What was told of one service and its values.
  func takeEvents(of service: SisterService) -> [SisterEvent] {
    takeEvents().filter {
      switch $0 {
      case .found(let other), .unavailable(let other, _): other == service
      case .subscribed(let value), .read(let value), .written(let value), .refused(let value, _, _):
        value.use.service == service
      }
    }
  }

  // MARK: What is looked at

  var deadline: Instant? { sisters.deadline }
  var isLost: Bool { client.isBearerLost }
  func offers(_ characteristic: SisterCharacteristic) -> Bool { sisters.offers(characteristic) }
  func characteristic(at handle: UInt16) -> SisterCharacteristic? {
    AttributeHandle(rawValue: handle).flatMap { sisters.characteristic(at: $0) }
  }
  /// How often the phone was asked for a service.
  var searchCount: Int { phone.requests.count { $0 == 0x06 } }
}
