internal import Timing

/// The remedy for a phone that sends nothing although the link works.
public enum SilenceRemedy: Equatable, Sendable {
  /// The fault that the remedy is for.
  public enum Cause: UInt8, Equatable, Sendable {
    /// The phone does not answer, or gives an answer that a working service does not give.
    case noAnswer
    /// It answers, but nothing comes from the Notification Source.
    case silence
  }

  /// Give up both subscriptions, and make them again.
  case subscribeAnew(Cause)
  /// That did not help: end the link, once, so that the phone makes a new one.
  case endLink(Cause)
}

/// Detects that a phone has stopped sending although the link is up.
///
/// iOS sometimes stops sending, for instance after airplane mode. Three signs show that:
///
/// - The check: a quarter of an hour after the last answer the phone is asked for a notification that does not exist.
///   The right answer takes longer than five seconds.
/// - The Data Source: a command was accepted, and its reply does not come. The phone is then asked for the name of an
///   application that every iPhone has, and that reply does not come either.
/// - The Notification Source: nothing has come from it for six hours.
///
/// Then the subscriptions are renewed. If that does not help, the link is ended, once. From then on only the
/// subscriptions are renewed, until the phone sends again. The watchdog remembers its attempts beyond the session, but
/// not with another phone. It does not watch for missing Write Responses: the attribute client ends the link after 30
/// seconds without one.
struct SilenceWatchdog {
  static var checkInterval: Interval { .minutes(15) }
  static var answerTime: Interval { .seconds(5) }
  static var longestSilence: Interval { .minutes(360) }

  /// The attempts since the phone last answered.
  private struct Escalation {
    private(set) var hasRenewed = false
    private(set) var hasEndedLink = false

    /// Whether the next thing to try is to end the link.
    var isLinkNext: Bool { hasRenewed && !hasEndedLink }
    /// Whether all was tried.
    var isExhausted: Bool { hasEndedLink }

    mutating func escalate(_ cause: SilenceRemedy.Cause) -> SilenceRemedy {
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
  /// Whether to send the check now.
  private var isCheckDue = false
  /// Whether to send the permission question now, because a reply is missing: a working phone always replies to it.
  private var isReplyCheckDue = false
  private var isReplyMissing = false
  /// The end of the pause in which missing replies are ignored, because all remedies were tried.
  private var replyPause = Deadline()
  private var remedy: SilenceRemedy?
  private var answers = Escalation()
  private var replies = Escalation()
  private var source = Escalation()

  /// The check to send to the phone now; nil if no check is needed.
  var dueCheck: QueuedCommand? { isReplyCheckDue ? .permission : isCheckDue ? .probe : nil }

  /// The subscriptions are in place.
  mutating func noteSubscribed(now: Instant) { silenceEnd.set(now + Self.longestSilence) }

  /// Something came from the Notification Source.
  mutating func noteSource(now: Instant) {
    source = Escalation()
    silenceEnd.set(now + Self.longestSilence)
  }

  /// The phone answered a command.
  mutating func noteAnswer(now: Instant) {
    answers = Escalation()
    isCheckDue = false
    nextCheck.set(now + Self.checkInterval)
  }

  /// - Parameter check: `.probe` or `.permission`.
  mutating func noteCheckSent(_ check: QueuedCommand) {
    if check == .probe { isCheckDue = false } else { isReplyCheckDue = false }
  }

  /// A part of a reply came from the Data Source.
  mutating func noteReply() {
    guard isReplyMissing || replies.hasRenewed else { return }
    replies = Escalation()
    forgetMissingReply()
    replyPause.clear()
  }

  /// The phone accepted a command, and no part of the reply came in time.
  mutating func noteNoReply(now: Instant) {
    guard !replyPause.isSet else { return }
    guard isReplyMissing else {
      isReplyMissing = true
      isReplyCheckDue = true
      return
    }
    forgetMissingReply()
    if replies.isExhausted { replyPause.set(now + Self.checkInterval) }
    remedy = replies.escalate(.noAnswer)
  }

  private mutating func forgetMissingReply() {
    isReplyMissing = false
    isReplyCheckDue = false
  }

  /// The phone did not answer in time, or not as it should.
  mutating func noteNoAnswer(now: Instant) {
    remedy = answers.escalate(.noAnswer)
    nextCheck.set(now + Self.checkInterval)
  }

  /// The phone does not answer at the beginning of a session. This needs no remedy, unless the session was begun as a
  /// remedy for missing answers.
  mutating func noteStillNoAnswer() {
    if answers.isLinkNext { remedy = answers.escalate(.noAnswer) }
  }

  /// The session has ended: cancels its checks. The attempts are remembered.
  mutating func endSession() {
    nextCheck.clear()
    silenceEnd.clear()
    isCheckDue = false
    forgetMissingReply()
    remedy = nil
  }

  /// Another phone follows: forgets the attempts with the last one.
  mutating func forgetAttempts() {
    (answers, replies, source) = (Escalation(), Escalation(), Escalation())
    replyPause.clear()
  }

  mutating func takeRemedy() -> SilenceRemedy? {
    defer { remedy = nil }
    return remedy
  }

  var deadline: Deadline { Deadline.earlier(Deadline.earlier(nextCheck, silenceEnd), replyPause) }

  mutating func handleTimeout(now: Instant) {
    _ = replyPause.expire(at: now)
    if nextCheck.expire(at: now) { isCheckDue = true }
    guard silenceEnd.expire(at: now) else { return }
    remedy = source.escalate(.silence)
    silenceEnd.set(now + Self.longestSilence)
  }
}
