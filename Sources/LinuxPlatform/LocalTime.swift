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
    // 1970 began on a Thursday.
    weekday = UInt8(truncatingIfNeeded: ((days % 7) + 11) % 7)
    (year, month, day) = Self.date(daysSince1970: days)
  }

  /// Whether somebody has set the clock: a board without a battery begins in 1970.
  public var isSet: Bool { year >= 2_024 }

  /// 1...60
  public var secondsToNextMinute: UInt8 { 60 - second }

  private static func remainder(_ value: Int64, _ divisor: Int64) -> Int {
    let remainder = value % divisor
    return Int(truncatingIfNeeded: remainder < 0 ? remainder + divisor : remainder)
  }

  /// Counts in years that begin on the first of March, so that the day that leap years add is the last.
  private static func date(daysSince1970 days: Int) -> (year: Int, month: UInt8, day: UInt8) {
    // From 0000-03-01; 146,097 days are 400 years.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, UInt8(truncatingIfNeeded: month), UInt8(truncatingIfNeeded: day))
  }
}
