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
}
