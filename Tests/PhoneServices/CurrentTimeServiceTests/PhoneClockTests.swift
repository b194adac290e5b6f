import Octets
import TestSupport
import Testing
import Timing

@testable import CurrentTimeService

@Suite struct PhoneClockTests {
  private static let start = Instant(microseconds: 7_000_000_000)

  /// A moment of local time, in seconds since 1970, as Current Time.
  private func octets(_ seconds: Int64, fractions: UInt8 = 0, reason: UInt8 = 0) -> [UInt8] {
    let time = CivilTime(secondsSince1970: seconds)
    return [
      UInt8(time.date.year & 0xFF), UInt8(time.date.year >> 8), UInt8(time.date.month), UInt8(time.date.day),
      UInt8(time.hour), UInt8(time.minute), UInt8(time.second), 0, fractions, reason,
    ]
  }

  private func seconds(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int = 0) -> Int64 {
    Int64(CivilDate(year: year, month: month, day: day).daysSince1970) * 86_400
      + Int64(hour * 3_600 + minute * 60 + second)
  }

  private var noon: Int64 { seconds(2026, 11, 20, 12, 0) }

  private func known(_ time: Int64, at now: Instant = start) -> PhoneClock {
    var clock = PhoneClock()
    _ = clock.receive(currentTime: octets(time).span, now: now)
    _ = clock.receive(currentTime: octets(time).span, now: now)
    return clock
  }

  private func receive(_ clock: inout PhoneClock, _ time: Int64, at now: Instant, reason: UInt8 = 0)
    -> PhoneClock.Outcome
  {
    clock.receive(currentTime: octets(time, reason: reason).span, now: now)
  }

  private func zone(_ clock: inout PhoneClock, _ octets: [UInt8]) -> TimeRefusal? {
    clock.receive(localTimeInformation: octets.span)
  }

  private func settle(_ clock: inout PhoneClock) -> Bool { clock.acceptDoubtfulTime(now: Self.start) }

  @Test func theFirstReadingIsBelievedWhenTheSecondAgrees() {
    var clock = PhoneClock()
    #expect(clock.localMicroseconds(at: Self.start) == nil)
    #expect(receive(&clock, noon, at: Self.start) == .doubted)
    #expect(clock.localMicroseconds(at: Self.start) == nil)
    let later = Self.start + .seconds(1)
    #expect(receive(&clock, noon + 1, at: later) == .set)
    #expect(clock.localMicroseconds(at: later) == (noon + 1) * 1_000_000)
  }

  @Test func itGoesOnByItself() {
    let clock = known(noon)
    #expect(clock.localMicroseconds(at: Self.start + .minutes(90)) == (noon + 5_400) * 1_000_000)
  }

  @Test func fractionsCount() {
    var clock = PhoneClock()
    for _ in 0..<2 { _ = clock.receive(currentTime: octets(noon, fractions: 64).span, now: Self.start) }
    #expect(clock.localMicroseconds(at: Self.start) == noon * 1_000_000 + 250_000)
  }

  @Test func aReadingThatAgreesMovesItAtOnce() {
    var clock = known(noon)
    let later = Self.start + .minutes(60)
    #expect(receive(&clock, noon + 3_602, at: later) == .kept)
    #expect(clock.localMicroseconds(at: later) == (noon + 3_602) * 1_000_000)
  }

  @Test(arguments: [0, 1, 2, 4, 8, 0x0C] as [UInt8]) func aJumpIsBelievedWhenItIsReadAgain(_ reason: UInt8) {
    var clock = known(noon)
    let later = Self.start + .minutes(1)
    #expect(receive(&clock, noon + 60 + 3_600, at: later, reason: reason) == .doubted)
    #expect(clock.localMicroseconds(at: later) == (noon + 60) * 1_000_000)
    #expect(receive(&clock, noon + 60 + 3_600, at: later) == .set)
    #expect(clock.localMicroseconds(at: later) == (noon + 60 + 3_600) * 1_000_000)
  }

  @Test func aValueHalfReadAtMidnightIsNotShown() {
    let midnight = seconds(2026, 11, 21, 0, 0)
    var clock = known(midnight - 10)
    // The new day with the old hour: one day ahead.
    #expect(receive(&clock, midnight + 86_399, at: Self.start + .seconds(10)) == .doubted)
    #expect(receive(&clock, midnight, at: Self.start + .seconds(10)) == .kept)
    #expect(clock.localMicroseconds(at: Self.start + .seconds(10)) == midnight * 1_000_000)
  }

  @Test func aFirstValueHalfReadAtMidnightIsNotShownEither() {
    let midnight = seconds(2026, 11, 21, 0, 0)
    var clock = PhoneClock()
    #expect(receive(&clock, midnight + 86_399, at: Self.start) == .doubted)
    #expect(receive(&clock, midnight, at: Self.start) == .doubted)
    #expect(receive(&clock, midnight, at: Self.start) == .set)
    #expect(clock.localMicroseconds(at: Self.start) == midnight * 1_000_000)
  }

  @Test func aPhoneWhoseReadingsNeverAgreeIsNotAskedEndlessly() {
    var clock = PhoneClock()
    var outcomes: [PhoneClock.Outcome] = []
    for number in 0..<5 { outcomes.append(receive(&clock, noon + Int64(number) * 100, at: Self.start)) }
    #expect(outcomes == [.doubted, .doubted, .doubted, .doubted, .refused(.unsteady)])
    #expect(clock.localMicroseconds(at: Self.start) == nil)
  }

  @Test func impossibleTimesAreRefused() {
    var clock = known(noon)
    for time in [seconds(2023, 12, 31, 23, 59), seconds(2100, 1, 1, 0, 0), seconds(2001, 1, 1, 0, 0)] {
      #expect(receive(&clock, time, at: Self.start) == .refused(.implausible))
      #expect(receive(&clock, time, at: Self.start) == .refused(.implausible))
    }
    let short = clock.receive(currentTime: ([1, 2, 3] as [UInt8]).span, now: Self.start)
    #expect(short == .refused(.length))
    #expect(clock.localMicroseconds(at: Self.start) == noon * 1_000_000)
    #expect(receive(&clock, seconds(2024, 1, 1, 0, 0), at: Self.start) == .doubted)
    #expect(receive(&clock, seconds(2099, 12, 31, 23, 59, 59), at: Self.start) == .doubted)
  }

  @Test func itIsForgottenAfterAWeekWithoutAReading() {
    var clock = known(noon)
    let week = Self.start + .minutes(7 * 1_440)
    #expect(clock.localMicroseconds(at: week) != nil)
    #expect(clock.localMicroseconds(at: week + .seconds(1)) == nil)
    clock.expire(at: week + .seconds(1))
    #expect(receive(&clock, noon, at: week + .seconds(1)) == .doubted)
  }

  @Test func theZoneIsKeptUntilTheClockIsSetAgain() {
    var clock = known(noon)
    #expect(clock.utcMicroseconds(at: Self.start) == nil)
    #expect(zone(&clock, [4, 4]) == nil)
    #expect(clock.utcMicroseconds(at: Self.start) == (noon - 7_200) * 1_000_000)
    #expect(receive(&clock, noon, at: Self.start) == .kept)
    #expect(clock.zone?.utcOffsetMinutes == 120)
    // One hour to the west.
    _ = receive(&clock, noon - 3_600, at: Self.start)
    #expect(receive(&clock, noon - 3_600, at: Self.start) == .set)
    #expect(clock.zone == nil)
    #expect(clock.utcMicroseconds(at: Self.start) == nil)
    #expect(zone(&clock, [0, 4]) == nil)
    #expect(clock.utcMicroseconds(at: Self.start) == (noon - 7_200) * 1_000_000)
    #expect(zone(&clock, [0, 3]) == .impossible)
    #expect(clock.zone == nil)
  }

  @Test func aNotifiedTimeCountsIfThePhoneCannotBeRead() {
    var clock = PhoneClock()
    #expect(!settle(&clock))
    _ = receive(&clock, noon, at: Self.start)
    #expect(settle(&clock))
    #expect(clock.localMicroseconds(at: Self.start) == noon * 1_000_000)
  }

  @Test func noOctetsStopIt() {
    var random = SeededGenerator(seed: 9)
    var clock = PhoneClock()
    var now = Self.start
    for _ in 0..<20_000 {
      var value = octets(Int64.random(in: 1_700_000_000...1_800_000_000, using: &random))
      value[Int.random(in: 0..<10, using: &random)] = UInt8.random(in: 0...255, using: &random)
      _ = clock.receive(currentTime: value.span, now: now)
      now = now + .milliseconds(UInt32.random(in: 0...100_000, using: &random))
      if let local = clock.localMicroseconds(at: now) {
        #expect((1_704_067_200_000_000...4_200_000_000_000_000).contains(local))
      }
    }
  }
}
