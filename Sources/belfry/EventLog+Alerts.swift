internal import ANCS
internal import LinuxPlatform
internal import Timing
internal import Watch

extension EventLog {
  /// How a new notification is made known, and why so.
  mutating func write(_ decision: AlertDecision, of uid: NotificationUID, at now: Instant) {
    begin("alert", at: now)
    field("uid", number: uid.rawValue)
    field("strength", decision.strength.name)
    field("reason", decision.reason.name)
    end()
  }
}
