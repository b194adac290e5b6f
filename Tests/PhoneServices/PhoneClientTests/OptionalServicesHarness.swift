import ATT
import GATT
import TestSupport
import Testing
import Timing

@testable import PhoneClient
@testable import PhoneSupport

/// The optional services between a client and a phone's attributes, with a clock that the test sets.
///
/// The phone has a notification service after the given services, so that the client reaches the others.
final class OptionalServicesHarness {
  /// The handles of `currentTime` and `battery` if they are published first and second.
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
  /// Apple Media Service, UUIDs, as on the wire.
  static let media = FakeServer.Service(
    type: octets(hex: "DC F8 55 AD 02 C5 F4 8E 3A 43 36 0F 2B 50 D3 89"),
    characteristics: [
      .init(
        type: octets(hex: "02 C1 96 BA 92 BB 0C 9A 1F 41 8D 80 CE AB 7C 2F"), properties: 0x18, descriptors: [0x2902]),
      .init(
        type: octets(hex: "C2 51 CA F7 56 0E DF B8 8A 4A B1 57 D8 81 3C 9B"), properties: 0x18, descriptors: [0x2902]),
      .init(
        type: octets(hex: "D7 D5 BB 70 A8 A3 AB A6 D8 46 AB 23 8C F3 B2 C6"), properties: 0x0A,
        value: Array("Title".utf8)),
    ])

  var services = ServiceSubscriptions()
  var client = GATTClient()
  var bearer = AttributeBearer()
  var phone = NotificationCenterServer()
  var now = Instant(microseconds: 100_000_000)
  /// Whether the phone sends nothing after its notifications are subscribed to.
  var isMute = false
  var isUrgentOnly = false
  private var unanswered: [[UInt8]] = []
  private var events: [ServiceEvent] = []
  private(set) var values: [PhoneCharacteristic: [UInt8]] = [:]

  init(_ services: [FakeServer.Service]) {
    phone.services = services + [NotificationCenterServer.whole]
    connect()
  }

  static func begun(_ services: [FakeServer.Service]) -> OptionalServicesHarness {
    let harness = OptionalServicesHarness(services)
    harness.begin()
    return harness
  }

  func begin() {
    services.begin(now: now)
    run()
  }

  private func connect() {
    client.reset()
    phone.forgetLink()
    bearer = AttributeBearer()
    bearer.security = BearerSecurity(isEncrypted: true, isAuthenticated: true)
  }

  /// Subscribes to the notifications and the other services again.
  func renew() {
    let isRenewing = services.renewSubscriptions(now: now)
    #expect(isRenewing)
    run()
  }

  /// The phone indicates that its services changed.
  func changeServices(in range: HandleRange = .all) {
    services.noteServiceChanged(in: range, now: now)
    run()
  }

  func reconnect() {
    services.end()
    connect()
    begin()
  }

  /// Runs steps and passes PDUs on until both sides are idle.
  func run() {
    while takeStep() || sendPDU() {}
  }

  private func takeStep() -> Bool {
    while let event = services.nextEvent() { note(event) }
    while let action = services.nextAction() {
      if case .accept(let handle) = action { _ = client.acceptValues(from: handle) }
    }
    guard !client.isBusy, let step = services.nextStep(isUrgentOnly: isUrgentOnly, mtu: bearer.mtu) else {
      return false
    }
    let isStarted =
      switch step {
      case .start(let procedure): client.start(procedure)
      case .write(let handle): client.startWrite(to: handle, value: services.characteristics.value)
      }
    if !isStarted { services.noteNotStarted(now: now) }
    return isStarted
  }

  private func note(_ event: ServiceEvent) {
    if let service = Self.service(of: event), service.row.need == .optional { events.append(event) }
    if case .read(let characteristic) = event {
      var octets: [UInt8] = []
      for index in services.characteristics.value.indices { octets.append(services.characteristics.value[index]) }
      values[characteristic] = octets
    }
  }

  private func sendPDU() -> Bool {
    var isThere = false
    let pdu = output(capacity: 517) { isThere = client.nextPDU(into: &$0, on: bearer, now: now) }
    guard isThere else { return false }
    for answer in phone.answer(pdu) {
      if isMute, services.phase == .subscribed { unanswered.append(answer) } else { hear(answer) }
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
    services.handle(client.handle(pdu.span, on: &bearer, now: now))
    if let result = client.takeResult() { services.handle(result, now: now) }
  }

  /// Advances the clock from deadline to deadline.
  func wait(_ interval: Interval) {
    let end = now + interval
    while let deadline = earliest(services.deadline, client.deadline), deadline <= end {
      now = max(now, deadline)
      client.handleTimeout(now: now)
      if let result = client.takeResult() { services.handle(result, now: now) }
      services.handleTimeout(now: now)
      run()
    }
    now = end
  }

  func write(_ value: [UInt8], to characteristic: PhoneCharacteristic) -> Bool {
    services.write(value.span, to: characteristic)
  }

  func read(_ characteristic: PhoneCharacteristic) -> Bool { services.read(characteristic) }

  func takeEvents() -> [ServiceEvent] {
    defer { events = [] }
    return events
  }

  /// The reported events of one service and its values.
  func takeEvents(of service: PhoneService) -> [ServiceEvent] {
    takeEvents().filter { Self.service(of: $0) == service }
  }

  private static func service(of event: ServiceEvent) -> PhoneService? {
    switch event {
    case .found(let service), .unavailable(let service, _), .forgotten(let service): service
    case .subscribed(let value), .read(let value), .written(let value), .refused(let value, _, _): value.row.service
    case .renewing: nil
    }
  }

  // MARK: Results

  var deadline: Instant? { services.deadline }
  var isLost: Bool { client.isBearerLost }
  func handle(of characteristic: PhoneCharacteristic) -> AttributeHandle? {
    services.characteristics.handle(of: characteristic)
  }
  func offers(_ characteristic: PhoneCharacteristic) -> Bool { services.characteristics.offers(characteristic) }
  func characteristic(at handle: UInt16) -> PhoneCharacteristic? {
    AttributeHandle(rawValue: handle).flatMap { services.characteristics.characteristic(at: $0) }
  }
  /// The values that were written to the harness's services.
  var writes: [(handle: UInt16, value: [UInt8])] {
    phone.writes.filter { $0.handle < services.characteristics.handle(of: .notificationSource)?.rawValue ?? 0 }.map {
      ($0.handle, $0.value)
    }
  }
  /// The number of searches for a service.
  var searchCount: Int { phone.requests.count { $0 == 0x06 } }
}
