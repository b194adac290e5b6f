internal import Octets

/// A date and a time of day in some zone, in the Gregorian calendar.
public struct LocalTime: Equatable, Sendable {
  /// In UTC.
  public let secondsSince1970: Int64
  /// How far the zone is ahead of UTC, in seconds.
  public let utcOffset: Int32
  public let year: Int
  /// 1...12
  public let month: UInt8
  /// 1...31
  public let day: UInt8
  /// 0...6, from Sunday.
  public let weekday: UInt8
  /// 0...23
  public let hour: UInt8
  /// 0...59
  public let minute: UInt8
  /// 0...59
  public let second: UInt8

  public init(secondsSince1970: Int64, utcOffset: Int32) {
    self.secondsSince1970 = secondsSince1970
    self.utcOffset = utcOffset
    let local = secondsSince1970 + Int64(widening: Int(utcOffset))
    let ofDay = Self.remainder(local, 86_400)
    let days = Int(truncatingIfNeeded: (local - Int64(widening: ofDay)) / 86_400)
    hour = UInt8(truncatingIfNeeded: ofDay / 3_600)
    minute = UInt8(truncatingIfNeeded: ofDay / 60 % 60)
    second = UInt8(truncatingIfNeeded: ofDay % 60)
    weekday = UInt8(truncatingIfNeeded: CivilDate.weekday(daysSince1970: days))
    let date = CivilDate(daysSince1970: days)
    year = date.year
    month = UInt8(truncatingIfNeeded: date.month)
    day = UInt8(truncatingIfNeeded: date.day)
  }

  /// Whether somebody has set the clock: a board without a battery begins in 1970.
  public var isSet: Bool { year >= 2_024 }

  /// 1...60
  public var secondsToNextMinute: UInt8 { 60 - second }

  private static func remainder(_ value: Int64, _ divisor: Int64) -> Int {
    let remainder = value % divisor
    return Int(truncatingIfNeeded: remainder < 0 ? remainder + divisor : remainder)
  }
}
