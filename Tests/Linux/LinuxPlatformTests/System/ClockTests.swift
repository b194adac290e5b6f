import CLinux
import Foundation
import LinuxSupport
import TestSupport
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

  @Test func anUntrustedClockReportsNothing() {
    #expect(Clock(trust: .never).localMicroseconds == nil)
    // A source that sets the clock is trusted from then on, unless the user chose otherwise.
    var clock = Clock(trust: .automatic)
    clock.noteSystemClockSet()
    #expect(clock.localMicroseconds != nil)
    var distrusted = Clock(trust: .never)
    distrusted.noteSystemClockSet()
    #expect(distrusted.localMicroseconds == nil)
  }

  /// STA_UNSYNC is 0x40. EPERM is 1: a sandbox forbids the call.
  @Test(
    arguments: [
      (0, false, true), (0x2001, false, true), (0x40, true, false), (0x2041, true, false), (-1, true, true),
      (-1, false, false), (-38, true, false),
    ] as [(Int32, Bool, Bool)])
  func theKernelDecidesWhetherTheClockIsSynchronised(status: Int32, hasFile: Bool, isSynchronised: Bool) {
    #expect(WallClock.isSynchronised(kernelStatus: status, hasTimeSyncFile: hasFile) == isSynchronised)
  }

  @Test func noTimeIsSetThatTheSystemCannotRepresent() {
    #expect(!WallClock.canBeSet(to: -1, timeSize: 8))
    #expect(WallClock.canBeSet(to: 2_147_483_647_999_999, timeSize: 4))
    #expect(!WallClock.canBeSet(to: 2_147_483_648_000_000, timeSize: 4))
    #expect(WallClock.canBeSet(to: 2_147_483_648_000_000, timeSize: 8))
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

  @Test func onlyADifferenceOfMoreThanTwoSecondsIsWorthSettingTheClock() {
    for (difference, isWorth) in [(0, false), (2_000_000, false), (2_000_001, true)] as [(Int64, Bool)] {
      #expect(SystemClock.isWorthSetting(to: 5_000_000 + difference, from: 5_000_000) == isWorth)
      #expect(SystemClock.isWorthSetting(to: 5_000_000 - difference, from: 5_000_000) == isWorth)
    }
    #expect(SystemClock.isWorthSetting(to: .max, from: 0) && SystemClock.isWorthSetting(to: 0, from: .max / 2))
  }

  /// The kernel gives an edge the time of CLOCK_MONOTONIC, which stops while the machine sleeps.
  @Test func theTimeOfAnEdgeIsATimeOfTheClock() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let edge = belfry_microseconds_of_monotonic(UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000)
    let now = belfry_monotonic_microseconds()
    #expect(edge <= now && now - edge < 1_000_000)
  }
}
