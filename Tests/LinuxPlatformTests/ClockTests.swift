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

  @Test func aTrustedClockTellsTheSystemsLocalTime() throws {
    let local = try #require(Clock(trust: .always).localMicroseconds)
    var time = Foundation.time(nil)
    var expected = tm()
    localtime_r(&time, &expected)
    #expect(abs(local / 1_000_000 - Int64(time) - Int64(expected.tm_gmtoff)) <= 1)
  }

  @Test func aClockThatIsNotTrustedTellsNothing() {
    #expect(Clock(trust: .never).localMicroseconds == nil)
    // What sets the clock is trusted from then on, unless the user said otherwise.
    var clock = Clock(trust: .automatic)
    clock.noteSystemClockSet()
    #expect(clock.localMicroseconds != nil)
    var distrusted = Clock(trust: .never)
    distrusted.noteSystemClockSet()
    #expect(distrusted.localMicroseconds == nil)
  }

  @Test func theSystemsClockIsLeftAloneUnlessThatIsWantedAndWorthIt() {
    var unwanted = SystemClock(isWanted: false)
    let whenUnwanted = unwanted.set(microseconds: 0)
    #expect(whenUnwanted == .left)
    var wanted = SystemClock(isWanted: true)
    let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
    let whenUnneeded = wanted.set(microseconds: now + 1_000_000)
    #expect(whenUnneeded == .left)
  }
}
