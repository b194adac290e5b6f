import Octets
import Testing
import WatchModel

@testable import Screens

@Suite struct PostingDayTests {
  private static let today = CalendarDate(year: 2026, month: 11, day: 20)

  private func words(
    _ year: Int, _ month: Int, _ day: Int, _ style: ClockStyle = ClockStyle()
  ) throws -> String {
    let posted = try #require(CalendarDate(year: year, month: month, day: day))
    let time = try #require(TimeOfDay(hour: 23, minute: 12))
    var text = ShortText()
    text.append(PostingDay(posted, from: try #require(Self.today)), time, style)
    return String(decoding: text.span.indices.map { text.span[$0] }, as: UTF8.self)
  }

  @Test(arguments: [
    (2026, 11, 20, "23:12"), (2026, 11, 19, "yesterday"), (2026, 11, 18, "Wed"), (2026, 11, 14, "Sat"),
    (2026, 11, 13, "13 Nov"), (2026, 11, 21, "21 Nov"), (2027, 1, 2, "2 Jan 27"), (2025, 12, 28, "28 Dec 25"),
    (9999, 12, 31, "31 Dec 99"), (1583, 1, 1, "1 Jan 83"),
  ])
  func dayIsSaidAsSeenFromToday(_ year: Int, _ month: Int, _ day: Int, _ expected: String) throws {
    #expect(try words(year, month, day) == expected)
  }

  @Test(
    arguments: [
      (.dayMonth, "11:12pm", "13 Nov", "28 Dec 25"), (.monthDay, "11:12pm", "Nov 13", "Dec 28 25"),
      (.yearMonthDay, "11:12pm", "11-13", "2025-12-28"),
    ] as [(DateOrder, String, String, String)])
  func styleChangesTimesAndDates(
    _ order: DateOrder, _ today: String, _ thisYear: String, _ lastYear: String
  ) throws {
    var style = ClockStyle()
    style.dateOrder = order
    style.hasTwelveHours = true
    #expect(try words(2026, 11, 20, style) == today)
    #expect(try words(2026, 11, 13, style) == thisYear)
    #expect(try words(2025, 12, 28, style) == lastYear)
  }

  @Test(arguments: [(0, "12:05am"), (1, "1:05am"), (11, "11:05am"), (12, "12:05pm"), (13, "1:05pm"), (23, "11:05pm")])
  func twelveHoursHaveNoZero(_ hour: Int, _ expected: String) throws {
    var style = ClockStyle()
    style.hasTwelveHours = true
    var text = ShortText()
    text.append(try #require(TimeOfDay(hour: hour, minute: 5)), style)
    #expect(String(decoding: text.span.indices.map { text.span[$0] }, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    (-1, "now"), (0, "now"), (1, "1m"), (59, "59m"), (60, "1h"), (1_439, "23h"), (1_440, "1d"), (143_999, "99d"),
    (144_000, "14w"), (527_040, "52w"),
  ])
  func ageIsShort(_ minutes: Int, _ expected: String) {
    var text = ShortText()
    text.append(shortAge: minutes)
    #expect(String(decoding: text.span.indices.map { text.span[$0] }, as: UTF8.self) == expected)
  }
}
