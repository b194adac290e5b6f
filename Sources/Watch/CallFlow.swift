internal import ANCS
internal import Timing

/// The call on the glass, and the quiet after one was declined.
///
///     none ── incoming call ──→ ringing ── removed, active, link lost, dismissed, 60 s ──→ none
///
/// The phone may lose track of a call: what it does not end, the clock does.
struct CallFlow: Sendable {
  /// The longest a call stays on the glass.
  static var longestRinging: Interval { .seconds(60) }
  /// How long after declining a call the missed call that follows from it is not news.
  static var quietAfterDecline: Interval { .seconds(7) }

  struct Call: Equatable, Sendable {
    let serial: UInt32
    let uid: NotificationUID
    let endsAt: Instant
    /// What the user chose and the phone has not refused.
    var choice: ActionID?
  }

  private(set) var call: Call?
  private var quietUntil = Deadline()

  var deadline: Instant? { call?.endsAt }

  /// A call has come in. It takes the place of an earlier one.
  mutating func ring(_ notification: Notification) {
    guard call?.serial != notification.serial else { return }
    call = Call(
      serial: notification.serial, uid: notification.uid, endsAt: notification.receivedAt + Self.longestRinging)
  }

  /// Ends the call, whatever it was.
  mutating func end() { call = nil }

  /// Ends the call that rang too long.
  ///
  /// - Returns: whether there was one.
  mutating func expire(now: Instant) -> Bool {
    guard let call, call.endsAt <= now else { return false }
    self.call = nil
    return true
  }

  mutating func choose(_ action: ActionID, now: Instant) {
    call?.choice = action
    if action == .negative { quietUntil.set(now + Self.quietAfterDecline) }
  }

  /// The phone did not do what was chosen: the user may choose again.
  mutating func choiceFailed(_ uid: NotificationUID) {
    guard call?.uid == uid else { return }
    if call?.choice == .negative { quietUntil.clear() }
    call?.choice = nil
  }

  /// Whether a missed call that arrives now is the one that was declined.
  func isQuiet(at now: Instant) -> Bool { quietUntil.isSet && !quietUntil.isDue(at: now) }
}
