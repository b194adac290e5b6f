internal import Timing

/// The result of a request for other connection parameters.
public enum ConnectionParameterAnswer: Equatable, Sendable {
  /// The central is going to change them; the proof is LE Connection Update Complete.
  case accepted
  case rejected
  /// No answer came in time.
  case unanswered
}

/// Asks the central for the timing that the watch wants: one request at a time, and never in a loop.
///
///     1 s ─→ due ─→ asked ─┬─ accepted ─ 5 s ──┐
///             ↑            ├─ rejected ─ 30 s ─┤
///             |            └─ unanswered ──────┤
///             └────────────────────────────────┴─→ spent, after the third request of a link
///
/// Only the timing of the link counts, not the answer: a central may accept and change nothing, and it may change the
/// timing itself later. So the timing is checked after each wait and whenever it changes. The watch sends at most three
/// requests on a link, whatever the central does. Core Spec 5.4, Vol 3, Part A, 4.20 and Part C, 9.3.12.2.
struct ParameterNegotiation {
  static var requestLimit: Int { 3 }
  /// How long an accepted change may take to show, and how long a change by the central is left alone.
  static var settlingTime: Interval { .seconds(5) }
  /// Tgap(conn_param_timeout). Core Spec 5.4, Vol 3, Part C, appendix A.
  static var rejectionPause: Interval { .seconds(30) }
  /// Longer than the signalling channel waits for an answer. It applies if the result is not reported.
  static var longestAnswer: Interval { .seconds(10) }

  private var isSatisfied: Bool
  private var requestCount = 0
  private var isDue = false
  private var nextLook = Deadline()

  init(isSatisfied: Bool, now: Instant) {
    self.isSatisfied = isSatisfied
    nextLook.set(now + ConnectionParameterPolicy.requestDelay)
  }

  /// The link has this timing now.
  mutating func note(isSatisfied: Bool, now: Instant) {
    self.isSatisfied = isSatisfied
    if !isSatisfied, !nextLook.isSet, !isDue { look(at: now + Self.settlingTime) }
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

  private mutating func look(at instant: Instant) {
    if requestCount < Self.requestLimit { nextLook.set(instant) } else { nextLook.clear() }
  }

  var deadline: Instant? { nextLook.instant }

  mutating func handleTimeout(now: Instant) {
    guard nextLook.expire(at: now), !isSatisfied else { return }
    isDue = true
    requestCount += 1
    look(at: now + Self.longestAnswer)
  }

  /// Returns whether to send a request now: true only once for each request.
  mutating func takeRequest() -> Bool {
    defer { isDue = false }
    return isDue && !isSatisfied
  }
}
