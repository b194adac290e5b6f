internal import Timing
internal import WatchModel

/// Quiet that the wearer has chosen, beside the quiet hours of the configuration.
///
///     off ⇄ on ── end reached ──→ off
struct QuietNow {
  private var end: ChosenEnd?
  /// For how long it was chosen; nil if it is off.
  private(set) var duration: QuietDuration?

  var isOn: Bool { duration != nil }

  /// - Parameter morning: the end of the night.
  mutating func begin(_ duration: QuietDuration, morning: ChosenEnd, now: Instant) {
    self.duration = duration
    end =
      switch duration {
      case .hour: ChosenEnd(now + .minutes(60), isClockTime: false)
      case .morning: morning
      case .changed: nil
      }
  }

  mutating func stop() {
    duration = nil
    end = nil
  }

  mutating func follow(_ jump: ClockJump) { end = end?.following(jump) }

  var deadline: Instant? { end?.instant }

  /// - Returns: whether the quiet time has ended now.
  mutating func expire(now: Instant) -> Bool {
    guard let end, end.instant <= now else { return false }
    stop()
    return true
  }
}

extension AlertSettings {
  /// Without a known time, how long a night is.
  private static var nightWithoutTime: UInt32 { 8 * 60 }
  /// The end of the night if no quiet hours are configured, in minutes since midnight.
  private static var usualMorning: Int { 7 * 60 }

  /// Returns the end of the night, as `untilMorning`.
  func morning(after minute: LocalMinute) -> ChosenEnd {
    ChosenEnd(minute.begin + untilMorning(from: minute.time), isClockTime: minute.time != nil)
  }

  /// Returns the end of the next night. It counts from `now`, so that what ends then comes after a quiet time that ends
  /// in the same minute.
  func tomorrowMorning(at time: TimeOfDay?, now: Instant) -> ChosenEnd {
    ChosenEnd(now + untilMorning(from: time, isTomorrow: true), isClockTime: time != nil)
  }

  /// Returns the time until the end of the night: until the end of the quiet hours, else until seven o'clock.
  ///
  /// - Parameter isTomorrow: whether to count until the morning of the next day, even if this day's morning is ahead.
  func untilMorning(from time: TimeOfDay?, isTomorrow: Bool = false) -> Interval {
    guard let time else { return .minutes(Self.nightWithoutTime) }
    let minutes = (quietHours?.end ?? Self.usualMorning) - (time.hour * 60 + time.minute)
    return .minutes(UInt32(truncatingIfNeeded: minutes > 0 && !isTomorrow ? minutes : minutes + 1_440))
  }
}
