internal import ANCS
internal import LinuxPlatform
internal import Timing
internal import Watch
internal import WatchModel

extension EventLog {
  /// How a new notification is made known, and why so.
  mutating func write(_ decision: AlertDecision, of uid: NotificationUID, at now: Instant) {
    begin("alert", at: now)
    field("uid", number: uid.rawValue)
    field("strength", decision.strength.name)
    field("reason", decision.reason.name)
    end()
  }

  /// The wearer has silenced the watch about a call.
  mutating func writeSilenced(_ uid: NotificationUID, at now: Instant) {
    begin("call", at: now)
    field("uid", number: uid.rawValue)
    field("state", "silenced")
    end()
  }

  /// The wearer has snoozed a notification.
  mutating func writeSnooze(of uid: NotificationUID, _ duration: SnoozeDuration, at now: Instant) {
    begin("snooze", at: now)
    field("uid", number: uid.rawValue)
    field("until", duration.name)
    end()
  }

  /// The wearer has chosen how an application vibrates; nil: as the configuration says.
  mutating func writeVibration(of uid: NotificationUID, _ pattern: VibrationPattern?, at now: Instant) {
    begin("vibration", at: now)
    field("uid", number: uid.rawValue)
    field("pattern", pattern?.name ?? "configured")
    end()
  }

  /// The wearer has chosen quiet; nil: it has ended.
  mutating func writeQuiet(_ duration: QuietDuration?, at now: Instant) {
    begin("quiet", at: now)
    field("state", duration == nil ? "ended" : "chosen")
    if let duration { field("until", duration.name) }
    end()
  }

  /// The list is being cleared, or has been.
  mutating func write(_ report: ClearingReport, at now: Instant) {
    begin("clearing", at: now)
    switch report {
    case .started(let count):
      field("state", "started")
      field("count", number: UInt32(count))
    case .ended(let cleared, let failed):
      field("state", "ended")
      field("cleared", number: UInt32(cleared))
      field("failed", number: UInt32(failed))
    }
    end()
  }
}
