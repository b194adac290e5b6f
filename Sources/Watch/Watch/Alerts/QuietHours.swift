/// Hours of the day in which nothing alerts; they may pass midnight. With the same start and end they are the whole
/// day.
public struct QuietHours: Equatable, Sendable {
  /// In minutes since midnight, 0...1439.
  public let start: Int
  /// The first minute that is not quiet.
  public let end: Int

  /// - Returns: nil if either is not a minute of a day.
  public init?(start: Int, end: Int) {
    guard (0..<1_440).contains(start), (0..<1_440).contains(end) else { return nil }
    self.start = start
    self.end = end
  }

  /// - Parameter minute: since midnight.
  func contains(minute: Int) -> Bool {
    start < end ? (start..<end).contains(minute) : minute >= start || minute < end
  }

  /// Returns the first minute after `minute` in which they begin or end. Both count from the same midnight, or from one
  /// before it.
  func nextChange(after minute: Int32) -> Int32 {
    let ofDay = Int(minute) % 1_440
    let wait = min((start - ofDay + 1_439) % 1_440, (end - ofDay + 1_439) % 1_440) + 1
    return minute + Int32(truncatingIfNeeded: wait)
  }
}
