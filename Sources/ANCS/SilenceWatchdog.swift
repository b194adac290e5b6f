internal import Timing

/// Notices that a phone has fallen silent though the link stands.
///
/// iOS sometimes stops to send, after airplane mode for instance. So a quarter of an hour after the phone last answered
/// it is asked for a notification that does not exist; and if the answer takes longer than five seconds, or nothing has
/// come from the Notification Source for six hours, the subscriptions are to be renewed. An answer that never comes is
/// not waited for here: the attribute client ends the link after its thirty seconds.
struct SilenceWatchdog {
  static var checkInterval: Interval { .minutes(15) }
  static var answerTime: Interval { .seconds(5) }
  static var longestSilence: Interval { .minutes(360) }

  private var nextCheck = Deadline()
  private var silenceEnd = Deadline()
  /// Whether the phone is to be asked.
  private(set) var isCheckDue = false
  private var wantsRenewal = false

  /// The subscriptions are in place, or something came over them.
  mutating func noteSource(now: Instant) { silenceEnd.set(now + Self.longestSilence) }

  /// The phone answered a command.
  mutating func noteAnswer(now: Instant) {
    isCheckDue = false
    nextCheck.set(now + Self.checkInterval)
  }

  mutating func noteCheckSent() { isCheckDue = false }

  /// The phone did not answer in time.
  mutating func noteNoAnswer(now: Instant) {
    wantsRenewal = true
    nextCheck.set(now + Self.checkInterval)
  }

  /// Whether the subscriptions are to be renewed, once.
  mutating func takeRenewal() -> Bool {
    defer { wantsRenewal = false }
    return wantsRenewal
  }

  var deadline: Instant? { earliest(nextCheck.instant, silenceEnd.instant) }

  mutating func handleTimeout(now: Instant) {
    if nextCheck.expire(at: now) { isCheckDue = true }
    guard silenceEnd.expire(at: now) else { return }
    wantsRenewal = true
    silenceEnd.set(now + Self.longestSilence)
  }
}
