import Screens
import Testing
import WatchModel

@Suite struct CalendarDateTests {
  @Test(arguments: [
    (2026, 11, 20, CalendarDate.Weekday.friday), (2024, 2, 29, .thursday), (2000, 1, 1, .saturday),
    (1999, 12, 31, .friday), (2027, 3, 1, .monday), (1900, 1, 1, .monday), (2100, 12, 31, .friday),
    (2026, 8, 4, .tuesday), (2026, 9, 30, .wednesday), (2023, 10, 1, .sunday),
  ])
  func weekdayIsKnown(year: Int, month: Int, day: Int, expected: CalendarDate.Weekday) throws {
    #expect(try #require(CalendarDate(year: year, month: month, day: day)).weekday == expected)
  }

  @Test func weekdaysFollowEachOtherForAThousandDays() {
    var previous: CalendarDate.Weekday?
    for year in 2023...2028 {
      for month in 1...12 {
        for day in 1...31 {
          guard let date = CalendarDate(year: year, month: month, day: day) else { continue }
          if let previous { #expect(date.weekday.rawValue == (previous.rawValue + 1) % 7, "\(date)") }
          previous = date.weekday
        }
      }
    }
  }

  @Test(arguments: [
    (2026, 2, 29), (2100, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32), (0, 1, 1),
    (10_000, 1, 1),
  ])
  func dayThatDoesNotExistIsRefused(year: Int, month: Int, day: Int) {
    #expect(CalendarDate(year: year, month: month, day: day) == nil)
  }

  @Test func leapDaysExist() {
    #expect(CalendarDate(year: 2024, month: 2, day: 29) != nil)
    #expect(CalendarDate(year: 2000, month: 2, day: 29) != nil)
  }

  @Test func timeOutsideTheDayIsRefused() {
    #expect(TimeOfDay(hour: 23, minute: 59) != nil)
    #expect(TimeOfDay(hour: 24, minute: 0) == nil)
    #expect(TimeOfDay(hour: 0, minute: 60) == nil)
    #expect(TimeOfDay(hour: -1, minute: 0) == nil)
  }
}
