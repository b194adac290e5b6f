internal import HCI
internal import Timing

/// The result of a request for other connection parameters.
public enum ConnectionParameterAnswer: Equatable, Sendable {
  /// The central is going to change them; the proof is LE Connection Update Complete.
  case accepted
  case rejected
  /// No answer came in time.
  case unanswered
}

/// Asks the central for the timing that the device wants: one request at a time, and never in a loop.
///
///     1 s ─→ due ─→ asked ─┬─ accepted ─ 5 s ──┐
///             ↑            ├─ rejected ─ 30 s ─┤
///             |            └─ unanswered ──────┤
///             └────────────────────────────────┴─→ spent, after the third request
///
/// Only the timing of the link counts, not the answer: a central may accept and change nothing, and it may change the
/// timing itself later. So the timing is checked after each wait and whenever it changes. The device
/// sends at most three requests while it wants the same timing. It wants another one when the use of the link has
/// changed for a while. Then it may send three requests again, but only if the central has fulfilled the wish before:
/// a central that never changes the timing gets three requests on a link.
///
/// Core Spec 5.4, Vol 3, Part A, 4.20 and Part C, 9.3.12.2.
struct ParameterNegotiation {
  static var requestLimit: Int { 3 }
  /// How long an accepted change may take to show, and how long a change by the central is left alone.
  static var settlingTime: Interval { .seconds(5) }
  /// Tgap(conn_param_timeout). Core Spec 5.4, Vol 3, Part C, appendix A.
  static var rejectionPause: Interval { .seconds(30) }
  /// Longer than the signalling channel waits for an answer. It applies if the result is not reported.
  static var longestAnswer: Interval { .seconds(10) }
  /// A link that is busy for a shorter time keeps its timing: the texts of one notification take about as long.
  static var busyDelay: Interval { .milliseconds(500) }
  /// Longer than the pauses of a wearer who reads on.
  static var idleDelay: Interval { .seconds(5) }

  private let power: PowerMode
  private var timing: ConnectionTiming
  private var activity: LinkActivity
  /// The use for which the device wants the timing.
  private var wanted: LinkActivity
  private var activityChange = Deadline()
  private var requestCount = 0
  /// Whether the central has set the wanted timing after a request.
  private var isFulfilled = false
  private var hasLooked = false
  private var isDue = false
  private var nextLook = Deadline()

  init(_ timing: ConnectionTiming, for activity: LinkActivity, power: PowerMode, now: Instant) {
    self.timing = timing
    self.power = power
    self.activity = activity
    wanted = activity
    nextLook.set(now + ConnectionParameterPolicy.requestDelay)
  }

  private var wish: ConnectionParameters { ConnectionParameterPolicy.parameters(for: wanted, power: power) }
  private var isSatisfied: Bool { wish.areSatisfied(by: timing) }

  /// The link has this timing now.
  mutating func note(_ timing: ConnectionTiming, now: Instant) {
    self.timing = timing
    if isSatisfied {
      if requestCount > 0 { isFulfilled = true }
    } else if !nextLook.isSet, !isDue {
      look(at: now + Self.settlingTime)
    }
  }

  mutating func note(_ answer: ConnectionParameterAnswer, now: Instant) {
    // The answer to none of our requests.
    guard requestCount > 0, !isDue else { return }
    switch answer {
    case .accepted: look(at: now + Self.settlingTime)
    case .rejected: look(at: now + Self.rejectionPause)
    case .unanswered: look(at: now)
    }
  }

  /// The use of the link. Before the first request a change counts immediately.
  mutating func note(_ activity: LinkActivity, now: Instant) {
    self.activity = activity
    activityChange.clear()
    guard hasLooked else {
      wanted = activity
      return
    }
    guard activity != wanted else { return }
    activityChange.set(now + (activity == .busy ? Self.busyDelay : Self.idleDelay))
  }

  private mutating func followActivity(now: Instant) {
    wanted = activity
    if isFulfilled { (requestCount, isFulfilled) = (0, false) }
    if !isSatisfied, !nextLook.isSet, !isDue { look(at: now) }
  }

  private mutating func look(at instant: Instant) {
    if requestCount < Self.requestLimit { nextLook.set(instant) } else { nextLook.clear() }
  }

  var deadline: Instant? { earliest(nextLook.instant, activityChange.instant) }

  mutating func handleTimeout(now: Instant) {
    if activityChange.expire(at: now) { followActivity(now: now) }
    guard nextLook.expire(at: now) else { return }
    hasLooked = true
    guard !isSatisfied else { return }
    isDue = true
    requestCount += 1
    look(at: now + Self.longestAnswer)
  }

  /// Returns the parameters to request now; only once for each request.
  mutating func takeRequest() -> ConnectionParameters? {
    defer { isDue = false }
    return isDue && !isSatisfied ? wish : nil
  }
}
