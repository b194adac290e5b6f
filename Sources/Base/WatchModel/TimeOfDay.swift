/// A time on a 24 hour clock, to the minute.
public struct TimeOfDay: Equatable, Sendable {
  /// 0...23.
  public let hour: Int
  /// 0...59.
  public let minute: Int

  /// - Returns: nil outside the ranges above.
  public init?(hour: Int, minute: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    self.hour = hour
    self.minute = minute
  }

  /// - Parameter minute: the minutes since midnight; those beyond a day count from the next midnight.
  public init(minuteOfDay minute: UInt16) {
    hour = Int(minute) / 60 % 24
    self.minute = Int(minute) % 60
  }
}
