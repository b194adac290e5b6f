internal import Timing

/// A day of the Gregorian calendar.
public struct CalendarDate: Equatable, Sendable {
  public enum Weekday: Int, Sendable {
    case monday
    case tuesday
    case wednesday
    case thursday
    case friday
    case saturday
    case sunday
  }

  /// 1583...9999.
  public let year: Int
  /// 1...12.
  public let month: Int
  /// 1...31.
  public let day: Int

  /// - Returns: nil for a day that does not exist.
  public init?(year: Int, month: Int, day: Int) {
    guard (1583...9999).contains(year), (1...12).contains(month) else { return nil }
    guard day >= 1, day <= CivilDate.dayCount(ofMonth: month, in: year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  public var weekday: Weekday {
    // Both count from 0, but this one from Monday.
    Weekday(rawValue: (CivilDate.weekday(daysSince1970: dayNumber) + 6) % 7) ?? .monday
  }

  /// Days since 1 January 1970.
  public var dayNumber: Int { CivilDate(year: year, month: month, day: day).daysSince1970 }
}
