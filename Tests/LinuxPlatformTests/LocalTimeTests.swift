import Foundation
import TestSupport
import Testing

@testable import LinuxPlatform

@Suite struct LocalTimeTests {
  @Test func knownMoments() {
    let begin = LocalTime(secondsSince1970: 0, utcOffset: 0)
    #expect((begin.year, begin.month, begin.day, begin.weekday) == (1970, 1, 1, 4))
    #expect(!begin.isSet)
    let leapDay = LocalTime(secondsSince1970: 951_868_799, utcOffset: 0)
    #expect((leapDay.year, leapDay.month, leapDay.day) == (2000, 2, 29))
    #expect((leapDay.hour, leapDay.minute, leapDay.second) == (23, 59, 59))
    #expect(leapDay.secondsToNextMinute == 1)
    // Past the end of a 32-bit time_t.
    let late = LocalTime(secondsSince1970: 4_102_444_800, utcOffset: 0)
    #expect((late.year, late.month, late.day, late.hour) == (2100, 1, 1, 0))
  }

  @Test func zoneMovesTheDate() {
    let east = LocalTime(secondsSince1970: 86_399, utcOffset: 3_600)
    #expect((east.day, east.hour, east.minute, east.secondsSince1970) == (2, 0, 59, 86_399))
    let west = LocalTime(secondsSince1970: 0, utcOffset: -18_000)
    #expect((west.year, west.month, west.day, west.hour, west.weekday) == (1969, 12, 31, 19, 3))
  }

  @Test func agreesWithTheCLibrary() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<5_000 {
      let seconds = Int64.random(in: -60_000_000_000...60_000_000_000, using: &generator)
      var time = time_t(seconds)
      var expected = tm()
      gmtime_r(&time, &expected)
      let found = LocalTime(secondsSince1970: seconds, utcOffset: 0)
      #expect(found.year == Int(expected.tm_year) + 1_900)
      #expect(found.month == UInt8(expected.tm_mon + 1) && found.day == UInt8(expected.tm_mday))
      #expect(found.hour == UInt8(expected.tm_hour) && found.minute == UInt8(expected.tm_min))
      #expect(found.second == UInt8(expected.tm_sec) && found.weekday == UInt8(expected.tm_wday))
    }
  }
}
