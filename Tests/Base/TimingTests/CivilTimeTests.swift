import Foundation
import TestSupport
import Testing
import Timing

@Suite struct CivilTimeTests {
  @Test func knownMoments() {
    let begin = CivilTime(secondsSince1970: 0)
    #expect(begin.date == CivilDate(year: 1970, month: 1, day: 1))
    let leapDay = CivilTime(secondsSince1970: 951_868_799)
    #expect(leapDay.date == CivilDate(year: 2000, month: 2, day: 29))
    #expect((leapDay.hour, leapDay.minute, leapDay.second) == (23, 59, 59))
    // After the end of a 32-bit time_t.
    #expect(CivilTime(secondsSince1970: 4_102_444_800).date == CivilDate(year: 2100, month: 1, day: 1))
    let before = CivilTime(secondsSince1970: -1)
    #expect(before.date == CivilDate(year: 1969, month: 12, day: 31))
    #expect((before.hour, before.minute, before.second) == (23, 59, 59))
  }

  @Test func agreesWithTheCLibrary() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<5_000 {
      let seconds = Int64.random(in: -60_000_000_000...60_000_000_000, using: &generator)
      var time = time_t(seconds)
      var expected = tm()
      gmtime_r(&time, &expected)
      let found = CivilTime(secondsSince1970: seconds)
      #expect(found.date.year == Int(expected.tm_year) + 1_900)
      #expect(found.date.month == Int(expected.tm_mon) + 1 && found.date.day == Int(expected.tm_mday))
      #expect(found.hour == Int(expected.tm_hour) && found.minute == Int(expected.tm_min))
      #expect(found.second == Int(expected.tm_sec))
    }
  }

  @Test func monthsHaveTheirDays() {
    for (year, days) in [(2026, 365), (2024, 366)] {
      let months: [Int] = (1...12).map { CivilDate.dayCount(ofMonth: $0, in: year) }
      #expect(months.reduce(0, +) == days)
    }
    #expect(CivilDate.dayCount(ofMonth: 2, in: 2100) == 28)
    #expect(CivilDate.dayCount(ofMonth: 0, in: 2026) == 0)
    #expect(CivilDate.dayCount(ofMonth: 13, in: 2026) == 0)
  }
}
