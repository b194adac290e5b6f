internal import Timing

/// What is to be done about a phone that has fallen silent though the link stands.
public enum SilenceRemedy: Equatable, Sendable {
  public enum Cause: UInt8, Equatable, Sendable {
    /// It does not answer, or not as a phone does whose service works.
    case noAnswer
    /// It answers, but nothing comes from the Notification Source.
    case silence
  }

  /// Both subscriptions are to be given up and made again.
  case subscribeAnew(Cause)
  /// That did not help: the link is to be ended, once, so that the phone makes a new one.
  case endLink(Cause)
}

/// Notices that a phone has fallen silent though the link stands.
///
/// iOS sometimes stops to send, after airplane mode for instance. So a quarter of an hour after the phone last answered
/// it is asked for a notification that does not exist; and if the right answer takes longer than five seconds, or
/// nothing has come from the Notification Source for six hours, the subscriptions are to be renewed. If that does not
/// help, the link is to be ended, once; from then on only the subscriptions are renewed, until the phone is heard
/// again. What has been tried outlives the session. An answer that never comes is not waited for here: the attribute
/// client ends the link after its thirty seconds.
struct SilenceWatchdog {
  static var checkInterval: Interval { .minutes(15) }
  static var answerTime: Interval { .seconds(5) }
  static var longestSilence: Interval { .minutes(360) }

  /// What was tried since it last went well.
  private struct Ladder {
    private(set) var hasRenewed = false
    private(set) var hasEndedLink = false

    /// Whether the next thing to try is to end the link.
    var isLinkNext: Bool { hasRenewed && !hasEndedLink }

    mutating func climb(_ cause: SilenceRemedy.Cause) -> SilenceRemedy {
      guard isLinkNext else {
        hasRenewed = true
        return .subscribeAnew(cause)
      }
      hasEndedLink = true
      return .endLink(cause)
    }
  }

  private var nextCheck = Deadline()
  private var silenceEnd = Deadline()
  /// Whether the phone is to be asked.
  private(set) var isCheckDue = false
  private var remedy: SilenceRemedy?
  private var answers = Ladder()
  private var source = Ladder()

  /// The subscriptions are in place.
  mutating func noteSubscribed(now: Instant) { silenceEnd.set(now + Self.longestSilence) }

  /// Something came from the Notification Source.
  mutating func noteSource(now: Instant) {
    source = Ladder()
    silenceEnd.set(now + Self.longestSilence)
  }

  /// The phone answered a command.
  mutating func noteAnswer(now: Instant) {
    answers = Ladder()
    isCheckDue = false
    nextCheck.set(now + Self.checkInterval)
  }

  mutating func noteCheckSent() { isCheckDue = false }

  /// The phone did not answer in time, or not as it should.
  mutating func noteNoAnswer(now: Instant) {
    remedy = answers.climb(.noAnswer)
    nextCheck.set(now + Self.checkInterval)
  }

  /// The phone does not answer at the beginning of a session. That is its own affair, unless the session was begun in
  /// order to mend that.
  mutating func noteStillNoAnswer() {
    if answers.isLinkNext { remedy = answers.climb(.noAnswer) }
  }

  /// The session has ended: there is nothing to wait for. What was tried is remembered.
  mutating func endSession() {
    nextCheck.clear()
    silenceEnd.clear()
    isCheckDue = false
    remedy = nil
  }

  mutating func takeRemedy() -> SilenceRemedy? {
    defer { remedy = nil }
    return remedy
  }

  var deadline: Instant? { earliest(nextCheck.instant, silenceEnd.instant) }

  mutating func handleTimeout(now: Instant) {
    if nextCheck.expire(at: now) { isCheckDue = true }
    guard silenceEnd.expire(at: now) else { return }
    remedy = source.climb(.silence)
    silenceEnd.set(now + Self.longestSilence)
  }
}
