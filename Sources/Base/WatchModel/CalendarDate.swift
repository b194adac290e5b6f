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
    guard day >= 1, day <= Self.dayCount(month: month, year: year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// By Zeller's congruence, whose years begin in March and whose weeks begin on Saturday.
  public var weekday: Weekday {
    let shiftedMonth = month < 3 ? month + 12 : month
    let shiftedYear = month < 3 ? year - 1 : year
    let century = shiftedYear / 100
    let sum = day + 13 * (shiftedMonth + 1) / 5 + shiftedYear % 100 + shiftedYear % 100 / 4 + century / 4 + 5 * century
    return Weekday(rawValue: (sum + 5) % 7) ?? .monday
  }

  /// Days since 1 March of the year 0.
  public var dayNumber: Int {
    let shiftedMonth = month < 3 ? month + 9 : month - 3
    let shiftedYear = month < 3 ? year - 1 : year
    return 365 * shiftedYear + shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400 + (153 * shiftedMonth + 2) / 5
      + day
  }

  private static func dayCount(month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
