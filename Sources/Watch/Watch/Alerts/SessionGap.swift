internal import Identifiers
internal import Timing

/// The time between two sessions with the same phone, if it is short: a notification that was posted in it is new.
///
///     session ── ended ──→ gap ── found, same phone ──→ session after a gap
///                           └─── found, another phone, or after ten minutes ──→ session without a gap
struct SessionGap {
  /// The longest gap that counts. After a longer one, the phone says which of its notifications are old.
  private static var limit: Interval { .minutes(10) }
  /// The largest difference between the clocks of phone and watch that is tolerated.
  private static var tolerance: Interval { .seconds(2) }

  private var phone: DeviceAddress?
  /// The end of the last session whose notifications were all decided on.
  private var endedAt: Instant?
  /// The longest time for which the watch may have missed notifications when the session ended.
  private var silence = Interval.zero
  /// Whether the running session follows a gap.
  private(set) var isOver = false

  /// A session begins.
  mutating func sessionFound(with phone: DeviceAddress?, now: Instant) {
    isOver = phone != nil && phone == self.phone && endedAt.map { now.since($0) < Self.limit } ?? false
    self.phone = phone
  }

  /// A session ends.
  ///
  /// - Parameter isDecided: whether the watch has decided on all that the phone posted before the session. If it has
  ///   not, the gap before the session goes on.
  mutating func sessionEnded(isDecided: Bool, silentFor silence: Interval, now: Instant) {
    isOver = false
    guard isDecided else { return }
    endedAt = now
    self.silence = silence
  }

  /// The greatest age of a notification that was posted in the gap; nil if the session does not follow a gap.
  func age(at now: Instant) -> Interval? {
    guard isOver, let endedAt else { return nil }
    return Interval(
      microseconds: now.since(endedAt).microseconds + silence.microseconds + Self.tolerance.microseconds)
  }
}
