import CurrentTimeService
import Foundation
import Octets
import TestSupport
import Timing

/// The time as a phone reports it. A value is decoded exactly if it is a moment of the calendar, and gives that moment.
/// The clock shows only times that two consecutive readings agree on, and it can always be set in the end.
///
/// Input: choices of values and of the intervals between them.
public enum PhoneTimeTarget: FuzzTarget {
  public static var sources: [String] { ["CurrentTimeService/"] }

  public static var seeds: [[UInt8]] {
    let time: [UInt8] = [0xEA, 0x07, 11, 20, 23, 12, 5, 5, 128, 0]
    return [[0] + time + [9, 0] + time, [1, 4, 4, 0] + time, [2, 10] + time + [2, 9] + time, Array(0..<200)]
  }

  public static func run(_ input: FuzzInput) {
    var clock = PhoneClock()
    var now = Instant(microseconds: 1_000_000_000)
    repeat {
      switch input.number(below: 4) {
      case 0: hear(valid(input), &clock, now)
      case 1: hearZone(input.octets(2), &clock)
      case 2: hear(input.block(below: 14), &clock, now)
      default: now = now + input.interval()
      }
    } while !input.isEmpty
    requireCanBeSet(&clock, now)
  }

  /// A moment that exists, in most cases.
  private static func valid(_ input: FuzzInput) -> [UInt8] {
    var value = input.octets(10)
    while value.count < 10 { value.append(1) }
    let year = 2_024 + UInt16(value[0] % 76)
    value.replaceSubrange(0..<2, with: wire(year))
    for (index, limit) in [(2, 12), (3, 31)] as [(Int, UInt8)] { value[index] = value[index] % limit + 1 }
    for (index, limit) in [(4, 24), (5, 60), (6, 60), (7, 8)] as [(Int, UInt8)] { value[index] %= limit }
    return value
  }

  private static func hear(_ value: [UInt8], _ clock: inout PhoneClock, _ now: Instant) {
    requireIsDecodedRight(value)
    let before = clock.localMicroseconds(at: now)
    let outcome = clock.receive(currentTime: value.span, now: now)
    let after = clock.localMicroseconds(at: now)
    switch outcome {
    case .kept:
      require(after == moment(value), "a reading that agrees sets the clock to it")
      require(abs((after ?? 0) - (before ?? 0)) <= 2_000_000, "a reading that agrees moves the clock by at most 2 s")
    case .set: require(after == moment(value), "an accepted reading sets the clock to it")
    case .doubted, .refused: require(before == after, "a rejected reading changes nothing")
    }
    if let after { require((1_704_000_000_000_000..<4_110_000_000_000_000).contains(after), "the clock is plausible") }
  }

  private static func hearZone(_ value: [UInt8], _ clock: inout PhoneClock) {
    let refusal = clock.receive(localTimeInformation: value.span)
    require((refusal == nil) == (clock.zone != nil), "the zone is known if it was accepted")
    guard let zone = clock.zone else { return }
    require(
      output(capacity: 2) { try? zone.encode(into: &$0) } == value, "encoding a decoded zone gives the same octets")
    require((-720...960).contains(zone.utcOffsetMinutes ?? 0), "a zone lies between -12 and +16 hours")
  }

  private static func requireIsDecodedRight(_ value: [UInt8]) {
    let time = try? CurrentTime(decoding: value.span)
    require((time != nil) == (moment(value) != nil), "exactly the moments of the calendar are decoded")
    guard let time else { return }
    require(
      output(capacity: 10) { try? time.encode(into: &$0) } == value, "encoding a decoded time gives the same octets")
    require(time.localMicroseconds == moment(value), "the decoded time is the calendar's moment")
  }

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .gmt
    return calendar
  }()

  /// The same moment computed by Foundation, in microseconds since 1970.
  private static func moment(_ value: [UInt8]) -> Int64? {
    guard value.count == 10, value[7] <= 7 else { return nil }
    let year = Int(value[0]) | Int(value[1]) << 8
    let parts = DateComponents(
      calendar: calendar, year: year, month: Int(value[2]), day: Int(value[3]), hour: Int(value[4]),
      minute: Int(value[5]), second: Int(value[6]))
    // Foundation's calendar is Julian before October 1582, so earlier years are not compared.
    guard year > 1_582, year <= 9_999 else { return year == 1_582 ? fallback(value) : nil }
    guard parts.isValidDate, let date = parts.date else { return nil }
    return Int64(date.timeIntervalSince1970.rounded()) * 1_000_000 + Int64(value[8]) * 1_000_000 / 256
  }

  private static func fallback(_ value: [UInt8]) -> Int64? {
    (try? CurrentTime(decoding: value.span))?.localMicroseconds
  }

  private static func requireCanBeSet(_ clock: inout PhoneClock, _ now: Instant) {
    let value: [UInt8] = [0xEA, 0x07, 11, 20, 23, 12, 5, 5, 0, 0]
    for _ in 0..<3 { _ = clock.receive(currentTime: value.span, now: now) }
    require(clock.localMicroseconds(at: now) == moment(value), "the clock can be set after any readings")
  }
}
