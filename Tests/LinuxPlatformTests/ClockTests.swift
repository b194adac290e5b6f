import Foundation
import Testing
import Timing

@testable import LinuxPlatform

@Suite struct ClockTests {
  @Test func startsAtZeroAndGoesOn() {
    let clock = Clock()
    let first = clock.now
    #expect(first.since(.start) < .seconds(5))
    usleep(2_000)
    #expect(clock.now.since(first) >= .milliseconds(2))
  }

  @Test func kernelTimesBecomeInstantsAndBack() {
    let clock = Clock()
    #expect(clock.instant(monotonicMicroseconds: clock.origin + 7) == Instant(microseconds: 7))
    #expect(clock.instant(monotonicMicroseconds: clock.origin - 1) == .start)
    #expect(clock.monotonicMicroseconds(Instant(microseconds: 7)) == clock.origin + 7)
    #expect(clock.monotonicMicroseconds(Instant(microseconds: .max)) == .max)
  }

  @Test func localTimeIsTheSystems() {
    let local = Clock().localTime
    var time = time_t(local.secondsSince1970)
    var expected = tm()
    localtime_r(&time, &expected)
    #expect(abs(local.secondsSince1970 - Int64(Foundation.time(nil))) <= 1)
    #expect(Int(local.utcOffset) == expected.tm_gmtoff)
    #expect(local.hour == UInt8(expected.tm_hour) && local.minute == UInt8(expected.tm_min))
    #expect(local.isSet == true)
  }
}
