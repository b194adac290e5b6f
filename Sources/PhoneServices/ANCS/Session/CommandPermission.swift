internal import Timing

/// How far a session has got.
public enum SessionState: UInt8, Sendable {
  /// The service was not found.
  case absent
  /// There is a service, and it is not subscribed to yet.
  case found
  /// Subscribed; it is not known yet whether the phone takes commands.
  case probing
  /// Subscribed, but the user has not allowed this accessory to see notifications.
  case unauthorized
  /// The phone answers commands.
  case ready
  /// Subscribed to a service that takes no commands: there are categories and counts, and no texts.
  case sourceOnly
}

/// Whether the phone takes commands, as its answers tell.
///
///     absent → found ─┬→ probing ─┬→ ready
///                     │           ↓↑
///                     │     unauthorized
///                     └→ sourceOnly              any state ── ended ──→ absent
///
/// A phone that refuses is asked again after 5 s, then after twice as long each time, at most a minute. For five
/// minutes after it was bonded it is asked every 5 s. After an event of the Notification Source it is asked
/// immediately, because a phone sends such events only if the user allows them.
struct CommandPermission {
  private(set) var state = SessionState.absent
  private var retry = Deadline()
  private var retryPause = firstPause
  /// The end of the five minutes after the phone was bonded.
  private var eagerEnd: Instant?

  private static var firstPause: Interval { .seconds(5) }
  private static var longestPause: Interval { .seconds(60) }
  private static var eagerTime: Interval { .minutes(5) }

  /// Whether commands must wait for the end of a pause.
  var isPausing: Bool { retry.isSet }

  var deadline: Deadline { retry }

  mutating func handleTimeout(now: Instant) { _ = retry.expire(at: now) }

  mutating func noteFound() { state = .found }

  /// - Returns: whether the service was waiting to be subscribed to.
  mutating func noteSubscribed(takesCommands: Bool) -> Bool {
    guard state == .found else { return false }
    state = takesCommands ? .probing : .sourceOnly
    return true
  }

  mutating func end() {
    let eagerEnd = eagerEnd
    self = CommandPermission()
    self.eagerEnd = eagerEnd
  }

  mutating func noteBonded(now: Instant) { eagerEnd = now + Self.eagerTime }

  /// An event of the Notification Source came.
  mutating func noteSource() { retry.clear() }

  /// Takes the answer to a write.
  ///
  /// - Parameter command: the command that was written; nil if the answer came after the command had timed out.
  mutating func judge(
    _ error: ControlPointError?, to command: QueuedCommand?, _ watchdog: inout SilenceWatchdog, _ log: inout SessionLog,
    now: Instant
  ) {
    if error == .writeNotPermitted {
      if state != .unauthorized { log.report(.unauthorized) }
      state = .unauthorized
      retryLater(now: now)
    } else if state == .ready, command == .probe, error != .invalidParameter {
      // The probed notification does not exist. A phone that does not answer "invalid parameter" did not look for it.
      watchdog.noteNoAnswer(now: now)
    } else if error?.isFromNotificationCenter ?? true {
      // A late answer does not show that the phone answers in time.
      if command != nil || state != .ready { watchdog.noteAnswer(now: now) }
      if state != .ready { log.report(.authorized) }
      state = .ready
      retry.clear()
      retryPause = Self.firstPause
    } else if state != .ready {
      // A working service does not give this answer.
      noteUnanswered(&watchdog, now: now)
    }
  }

  /// The phone did not answer the first question of a session.
  mutating func noteUnanswered(_ watchdog: inout SilenceWatchdog, now: Instant) {
    retryLater(now: now)
    watchdog.noteStillNoAnswer()
  }

  private mutating func retryLater(now: Instant) {
    retry.set(now + retryPause)
    if let eagerEnd, now < eagerEnd { return }
    retryPause = retryPause.doubled(atMost: Self.longestPause)
  }
}

extension ControlPointError {
  /// Whether a service that works gives this error.
  fileprivate var isFromNotificationCenter: Bool {
    self == .unknownCommand || self == .invalidCommand || self == .invalidParameter || self == .actionFailed
  }
}
