internal import Timing
internal import WatchModel

/// The end of a quiet time, a mute or a snooze that the wearer has chosen.
struct ChosenEnd {
  let instant: Instant
  /// Whether it is a time of the clock, such as midnight, and not the end of an hour.
  private let isClockTime: Bool

  init(_ instant: Instant, isClockTime: Bool) {
    self.instant = instant
    self.isClockTime = isClockTime
  }

  /// Returns the end after a jump of the local time.
  func following(_ jump: ClockJump) -> ChosenEnd {
    isClockTime ? ChosenEnd(jump.applied(to: instant), isClockTime: true) : self
  }
}

/// A jump of the local time: summer time, another zone, or a clock that was set.
struct ClockJump {
  private static var day: Int64 { 1_440 }
  /// The largest difference between two zones, in minutes. A clock that jumps farther was wrong by days: then only the
  /// time of day counts, and the end moves by half a day at most.
  private static var largest: Int64 { 26 * 60 }

  /// Positive if the time went forward.
  private let minutes: Int32

  /// - Returns: nil if it is less than half a minute.
  init?(microseconds: Int64) {
    let minutes = (microseconds / 30_000_000 + microseconds.signum()) / 2
    guard minutes != 0 else { return nil }
    let isZone = (-Self.largest...Self.largest).contains(minutes)
    self.minutes = Int32(truncatingIfNeeded: isZone ? minutes : Self.withoutDays(minutes))
  }

  private static func withoutDays(_ minutes: Int64) -> Int64 {
    let rest = minutes % day
    return rest > day / 2 ? rest - day : rest < -day / 2 ? rest + day : rest
  }

  /// Returns when the clock shows the time that it would have shown at `instant`.
  func applied(to instant: Instant) -> Instant {
    let distance = Interval.minutes(minutes.magnitude)
    return minutes < 0 ? instant + distance : .start + instant.since(.start + distance)
  }
}

/// A minute of the clock. Ends at a time of the clock count from its beginning, so that all that end at one time do so
/// together, in whichever second they were chosen.
struct LocalMinute {
  /// Nil if it is not known.
  let time: TimeOfDay?
  let begin: Instant
}
