import Testing
import Timing

@Suite struct IntervalTests {
  @Test func unitsAreOfMicroseconds() {
    #expect(Interval.microseconds(7).microseconds == 7)
    #expect(Interval.milliseconds(7) == .microseconds(7_000))
    #expect(Interval.seconds(7) == .milliseconds(7_000))
    #expect(Interval.minutes(7) == .seconds(420))
  }

  /// The largest argument of each unit does not overflow.
  @Test func largestArgumentsAreKept() {
    #expect(Interval.microseconds(UInt32.max).microseconds == 4_294_967_295)
    #expect(Interval.milliseconds(UInt32.max).microseconds == 4_294_967_295_000)
    #expect(Interval.seconds(UInt32.max).microseconds == 4_294_967_295_000_000)
    #expect(Interval.minutes(UInt32.max).microseconds == 257_698_037_700_000_000)
  }

  @Test func wholeUnitsAreRoundedDown() {
    #expect(Interval.microseconds(1_999).wholeMilliseconds == 1)
    #expect(Interval.milliseconds(1_999).wholeSeconds == 1)
    #expect(Interval.microseconds(999).wholeMilliseconds == 0)
  }

  @Test func wholeUnitsStopAtTheirLargest() {
    let ages = Interval(microseconds: UInt64.max)
    #expect(ages.wholeMilliseconds == UInt32.max)
    #expect(ages.wholeSeconds == UInt32.max)
    #expect(Interval.milliseconds(UInt32.max).wholeMilliseconds == UInt32.max)
  }

  @Test func doublingStopsAtTheLimit() {
    let limit = Interval.seconds(60)
    #expect(Interval.seconds(1).doubled(atMost: limit) == .seconds(2))
    #expect(Interval.seconds(30).doubled(atMost: limit) == limit)
    #expect(Interval.seconds(31).doubled(atMost: limit) == limit)
    #expect(Interval.seconds(90).doubled(atMost: limit) == limit)
    #expect(Interval(microseconds: UInt64.max).doubled(atMost: Interval(microseconds: UInt64.max)).microseconds == .max)
  }

  @Test func shorterIsLess() {
    #expect(Interval.zero < .microseconds(1))
    #expect(Interval.milliseconds(999) < .seconds(1))
  }
}
