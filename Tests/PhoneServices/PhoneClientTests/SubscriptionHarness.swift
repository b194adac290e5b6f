import ATT
import GATT
import TestSupport
import Timing

@testable import PhoneClient
@testable import PhoneSupport

/// The subscription to notifications, between a client and a phone's attributes, with a clock that the test sets.
final class SubscriptionHarness {
  enum Step: Equatable {
    case accept(UInt16)
    case serviceFound(hasControlPoint: Bool, hasDataSource: Bool)
    case subscribed, sessionOver, vanished, disconnect
  }

  typealias Handle = NotificationCenterServer.Handle

  var services = ServiceSubscriptions()
  var client = GATTClient()
  var bearer = AttributeBearer()
  var phone = NotificationCenterServer()
  var now = Instant(microseconds: 100_000_000)
  private(set) var steps: [Step] = []
  /// Whether the phone sends no responses.
  var isMute = false
  private var unanswered: [[UInt8]] = []
  /// Whether the next handle to accept is that of Service Changed, which was accepted before.
  private var isAcceptedAgain = false

  init(_ services: [FakeServer.Service] = [NotificationCenterServer.genericAttribute, NotificationCenterServer.whole]) {
    bearer.security = BearerSecurity(isEncrypted: true, isAuthenticated: true)
    phone.services = services
  }

  static func begun(
    _ services: [FakeServer.Service] = [NotificationCenterServer.genericAttribute, NotificationCenterServer.whole]
  ) -> SubscriptionHarness {
    let harness = SubscriptionHarness(services)
    harness.begin()
    return harness
  }

  func begin() {
    services.begin(now: now)
    run()
  }

  /// A new link.
  func reconnect() {
    services.end()
    client.reset()
    phone.forgetLink()
    bearer = AttributeBearer()
    bearer.security = BearerSecurity(isEncrypted: true, isAuthenticated: true)
    begin()
  }

  /// Runs steps and passes PDUs on until both sides are idle.
  func run() {
    while takeStep() || sendPDU() {}
  }

  func takeStep() -> Bool {
    while let action = services.nextAction() { perform(action) }
    while let event = services.nextEvent() { note(event) }
    guard !client.isBusy, let step = services.nextStep(isUrgentOnly: false, mtu: bearer.mtu) else { return false }
    let isStarted =
      switch step {
      case .start(let procedure): client.start(procedure)
      case .write(let handle): client.startWrite(to: handle, value: services.characteristics.value)
      }
    if !isStarted { services.noteNotStarted(now: now) }
    return true
  }

  private func perform(_ action: LinkAction) {
    switch action {
    case .accept(let handle):
      _ = client.acceptValues(from: handle)
      if !isAcceptedAgain { steps.append(.accept(handle.rawValue)) }
      isAcceptedAgain = false
    case .refuseAllValues:
      client.refuseAllValues()
      isAcceptedAgain = true
    case .disconnect: steps.append(.disconnect)
    }
  }

  private func note(_ event: ServiceEvent) {
    switch event {
    case .found(.notificationCenter):
      steps.append(
        .serviceFound(
          hasControlPoint: services.characteristics.offers(.controlPoint),
          hasDataSource: services.characteristics.offersSubscription(to: .dataSource)))
    case .subscribed(.notificationSource): steps.append(.subscribed)
    case .renewing: steps.append(.sessionOver)
    case .forgotten(.notificationCenter): steps.append(.vanished)
    case .forgotten, .found, .unavailable, .subscribed, .read, .written, .refused: break
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

  /// Delivers the late responses of the phone. Responses to the next requests may be held back again.
  func hearUnanswered(thenMute staysMute: Bool = false) {
    isMute = staysMute
    let late = unanswered
    unanswered = []
    for answer in late { hear(answer) }
    run()
  }

  func hear(_ pdu: [UInt8]) {
    let event = client.handle(pdu.span, on: &bearer, now: now)
    services.handle(event)
    if let result = client.takeResult() { services.handle(result, now: now) }
  }

  func changeServices(to services: [FakeServer.Service]? = nil, in range: HandleRange = .all) {
    if let services { phone.services = services }
    self.services.noteServiceChanged(in: range, now: now)
    run()
  }

  func renew() {
    _ = services.renewSubscriptions(now: now)
    run()
  }

  /// Advances the clock from deadline to deadline.
  func wait(_ interval: Interval) {
    let end = now + interval
    while let deadline = services.deadline, deadline <= end {
      now = max(now, deadline)
      services.handleTimeout(now: now)
      run()
    }
    now = end
  }

  func takeSteps() -> [Step] {
    defer { steps = [] }
    return steps
  }

  // MARK: Results

  var phase: ServiceSubscriptions.Phase { services.phase }
  /// The number of searches for a service.
  var searchCount: Int { phone.requests.count { $0 == 0x06 } }
}
