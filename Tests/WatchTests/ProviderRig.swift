import ATT
import GATT
import TestSupport
import Timing

@testable import PhoneSupport
@testable import Watch

/// The way to the notifications, between a client and a phone's attributes, on a clock that moves by hand.
final class ProviderRig {
  enum Step: Equatable {
    case accept(UInt16)
    case serviceFound(hasControlPoint: Bool, hasDataSource: Bool)
    case subscribed, sessionOver, vanished, disconnect
  }

  typealias Handle = NotificationCenterServer.Handle

  var provider = ProviderLink()
  var client = GATTClient()
  var bearer = AttributeBearer()
  var phone = NotificationCenterServer()
  var now = Instant(microseconds: 100_000_000)
  private(set) var steps: [Step] = []
  /// Whether the phone answers.
  var isMute = false
  private var unanswered: [[UInt8]] = []

  init(_ services: [FakeServer.Service] = [NotificationCenterServer.genericAttribute, NotificationCenterServer.whole]) {
    bearer.security = BearerSecurity(isEncrypted: true, isAuthenticated: true, hasBond: true)
    phone.services = services
  }

  static func begun(
    _ services: [FakeServer.Service] = [NotificationCenterServer.genericAttribute, NotificationCenterServer.whole]
  ) -> ProviderRig {
    let rig = ProviderRig(services)
    rig.begin()
    return rig
  }

  func begin() {
    provider.begin(now: now)
    run()
  }

  /// A new link.
  func reconnect() {
    provider.end()
    client.reset()
    phone.forgetLink()
    bearer = AttributeBearer()
    bearer.security = BearerSecurity(isEncrypted: true, isAuthenticated: true, hasBond: true)
    begin()
  }

  /// Takes steps and carries PDUs until nothing moves.
  func run() {
    while takeStep() || sendPDU() {}
  }

  func takeStep() -> Bool {
    guard let step = provider.nextStep(mayStart: !client.isBusy) else { return false }
    switch step {
    case .start(let procedure): if !client.start(procedure) { provider.noteNotStarted(now: now) }
    case .accept(let handle):
      _ = client.acceptValues(from: handle)
      steps.append(.accept(handle.rawValue))
    case .serviceFound(let hasControlPoint, let hasDataSource):
      steps.append(.serviceFound(hasControlPoint: hasControlPoint, hasDataSource: hasDataSource))
    case .subscribed: steps.append(.subscribed)
    case .sessionOver: steps.append(.sessionOver)
    case .vanished: steps.append(.vanished)
    case .disconnect: steps.append(.disconnect)
    }
    return true
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

  /// The phone answers at last; what is asked then may have to wait again.
  func hearUnanswered(thenMute staysMute: Bool = false) {
    isMute = staysMute
    let late = unanswered
    unanswered = []
    for answer in late { hear(answer) }
    run()
  }

  func hear(_ pdu: [UInt8]) {
    let event = client.handle(pdu.span, on: &bearer, now: now)
    provider.handle(event)
    if let result = client.takeResult() { provider.handle(result, now: now) }
  }

  func changeServices(to services: [FakeServer.Service]? = nil) {
    if let services { phone.services = services }
    provider.noteServiceChanged(now: now)
    run()
  }

  func renew() {
    _ = provider.renewSubscriptions(now: now)
    run()
  }

  /// Moves the clock, deadline by deadline.
  func wait(_ interval: Interval) {
    let end = now + interval
    while let deadline = provider.deadline, deadline <= end {
      now = max(now, deadline)
      provider.handleTimeout(now: now)
      run()
    }
    now = end
  }

  func takeSteps() -> [Step] {
    defer { steps = [] }
    return steps
  }

  // MARK: What is looked at

  var stage: ProviderLink.Stage { provider.stage }
  /// How often the phone was asked for a service.
  var searchCount: Int { phone.requests.count { $0 == 0x06 } }
}
