internal import Timing

/// The second that the clock shows, while the clock with seconds is on the display.
struct SecondHand {
  /// 0...59; nil while no seconds are shown.
  private(set) var second: Int?
  private var next = Deadline()

  /// The beginning of the next second; nil while no seconds are shown.
  var deadline: Instant? { next.instant }

  /// - Parameter local: the local time in microseconds since 1970; nil if it is not known, or not seen.
  /// - Returns: whether another second is shown now.
  mutating func follow(_ local: Int64?, now: Instant) -> Bool {
    let last = second
    if let local, local >= 0 {
      second = Int(truncatingIfNeeded: local / 1_000_000 % 60)
      next.set(now + Interval(microseconds: UInt64(bitPattern: 1_000_000 - local % 1_000_000)))
    } else {
      second = nil
      next.clear()
    }
    return second != last
  }
}
