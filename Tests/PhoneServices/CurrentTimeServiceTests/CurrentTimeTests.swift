import Octets
import TestSupport
import Testing
import Timing

@testable import CurrentTimeService

@Suite struct CurrentTimeTests {
  /// 2026-11-20, a Friday, 23:12:05.5, after a change of the time zone.
  private static let sample: [UInt8] = [0xEA, 0x07, 11, 20, 23, 12, 5, 5, 128, 0x04]

  private func refusal(_ octets: [UInt8]) -> TimeRefusal? {
    do throws(TimeRefusal) {
      _ = try CurrentTime(decoding: octets.span)
      return nil
    } catch {
      return error
    }
  }

  private func changed(_ index: Int, to value: UInt8) -> [UInt8] {
    var octets = Self.sample
    octets[index] = value
    return octets
  }

  @Test func itIsDecodedAndEncodedToTheSame() throws {
    let time = try CurrentTime(decoding: Self.sample.span)
    #expect((time.year, time.month, time.day) == (2026, 11, 20))
    #expect((time.hours, time.minutes, time.seconds, time.fractions256) == (23, 12, 5, 128))
    #expect(time.dayOfWeek == 5)
    #expect(time.adjustReason.contains(.changeOfTimeZone))
    #expect(!time.adjustReason.contains(.manualTimeUpdate))
    #expect(output(capacity: 10) { try? time.encode(into: &$0) } == Self.sample)
  }

  @Test func itsMicrosecondsCountFrom1970() throws {
    let time = try CurrentTime(decoding: Self.sample.span)
    #expect(time.localMicroseconds == 1_795_216_325_500_000)
    let late = try CurrentTime(decoding: ([0xB2, 0x07, 1, 1, 0, 0, 0, 4, 255, 0] as [UInt8]).span)
    #expect(late.localMicroseconds == 996_093)
  }

  @Test func everyOtherLengthIsRefused() {
    for count in 0..<10 { #expect(refusal(Array(Self.sample.prefix(count))) == .length) }
    #expect(refusal(Self.sample + [0]) == .length)
    #expect(refusal(Array(repeating: 1, count: 512)) == .length)
  }

  @Test func unknownTimesAreRefused() {
    #expect(refusal([0, 0] + Self.sample[2...]) == .unset)
    #expect(refusal(changed(2, to: 0)) == .unset)
    #expect(refusal(changed(3, to: 0)) == .unset)
  }

  @Test(
    arguments: [
      (0, 0x2D), (1, 0x06), (2, 13), (2, 255), (3, 31), (3, 255), (4, 24), (5, 60), (6, 60), (7, 8), (7, 255),
    ] as [(Int, UInt8)]) func valuesOutOfRangeAreRefused(_ index: Int, _ value: UInt8)
  {
    // The year 1581; the year 10,000, given as 0x2710.
    let year: [UInt8] = index == 0 ? [0x2D, 0x06] : [0x10, 0x27]
    let octets = index < 2 ? year + Self.sample[2...] : changed(index, to: value)
    #expect(refusal(octets) == .impossible)
  }

  @Test func daysMatchTheMonthAndTheYear() {
    func refusal(_ year: UInt16, _ month: UInt8, _ day: UInt8) -> TimeRefusal? {
      self.refusal([UInt8(year & 0xFF), UInt8(year >> 8), month, day, 0, 0, 0, 0, 0, 0])
    }
    #expect(refusal(2024, 2, 29) == nil)
    #expect(refusal(2025, 2, 29) == .impossible)
    #expect(refusal(2000, 2, 29) == nil)
    #expect(refusal(2100, 2, 29) == .impossible)
    #expect(refusal(2026, 4, 31) == .impossible)
    #expect(refusal(2026, 12, 31) == nil)
    #expect(refusal(2026, 1, 32) == .impossible)
  }

  @Test func aDayOfTheWeekThatDoesNotFitTheDateIsBorne() {
    for day in 0...7 as ClosedRange<UInt8> { #expect(refusal(changed(7, to: day)) == nil) }
  }

  @Test func reservedReasonsAreCarried() throws {
    #expect(try CurrentTime(decoding: changed(9, to: 0xF0).span).adjustReason.rawValue == 0xF0)
  }
}

@Suite struct LocalTimeInformationTests {
  private func refusal(_ octets: [UInt8]) -> TimeRefusal? {
    do throws(TimeRefusal) {
      _ = try LocalTimeInformation(decoding: octets.span)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    arguments: [
      (4, 4, 120), (0xE2, 0, -450), (0xE2, 2, -420), (0, 0, 0), (56, 8, 960), (0xD0, 0, -720), (23, 0, 345),
    ] as [(UInt8, UInt8, Int)]) func theOffsetIsZoneAndDaylightSaving(_ zone: UInt8, _ saving: UInt8, _ minutes: Int)
    throws
  {
    let octets = [zone, saving]
    let information = try LocalTimeInformation(decoding: octets.span)
    #expect(information.utcOffsetMinutes == minutes)
    #expect(output(capacity: 2) { try? information.encode(into: &$0) } == octets)
  }

  @Test(arguments: [[0x80, 0], [4, 255], [0x80, 255]] as [[UInt8]])
  func unknownZonesGiveNoOffset(_ octets: [UInt8]) throws {
    let information = try LocalTimeInformation(decoding: octets.span)
    #expect(information.utcOffsetMinutes == nil)
    #expect(output(capacity: 2) { try? information.encode(into: &$0) } == octets)
  }

  @Test(arguments: [[57, 0], [0xCF, 0], [0x81, 0], [127, 0], [4, 1], [4, 3], [4, 6], [4, 254]] as [[UInt8]])
  func invalidZonesAreRefused(_ octets: [UInt8]) { #expect(refusal(octets) == .impossible) }

  @Test(arguments: [[], [4], [4, 4, 0]] as [[UInt8]]) func everyOtherLengthIsRefused(_ octets: [UInt8]) {
    #expect(refusal(octets) == .length)
  }
}
