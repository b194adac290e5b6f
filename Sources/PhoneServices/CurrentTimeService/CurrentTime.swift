public import Octets
internal import Timing

/// Why what a phone says of the time is not believed.
public enum TimeRefusal: UInt8, Error, Equatable, Sendable {
  /// Not as long as the value is.
  case length
  /// The phone says that it does not know the year, the month or the day.
  case unset
  /// No such date, time of day, zone or offset.
  case impossible
  /// Before 2024 or after 2099: no phone with this service was there then, or will be.
  case implausible
  /// No two readings in a row agreed.
  case unsteady
}

/// Current Time: the phone's date and time of day, in its own zone.
///
///     | year: 2 | month | day | hours | minutes | seconds | dayOfWeek | fractions256 | adjustReason |
///
/// A value whose year, month or day is zero (not known) is refused. `dayOfWeek` must be in 0...7. It is not compared
/// with the date, because it is not used and some servers count from Sunday. Reserved bits of `adjustReason` are kept.
/// Current Time Service 1.1, 3.1.
public struct CurrentTime: Equatable, Sendable {
  public static var octetCount: Int { 10 }

  /// 1582...9999
  public let year: UInt16
  /// 1...12
  public let month: UInt8
  /// 1...31, and there is such a day in that month.
  public let day: UInt8
  /// 0...23
  public let hours: UInt8
  /// 0...59
  public let minutes: UInt8
  /// 0...59
  public let seconds: UInt8
  /// 1...7 from Monday; 0: not known.
  public let dayOfWeek: UInt8
  /// Parts of a second, 256 of which are one.
  public let fractions256: UInt8
  public let adjustReason: AdjustReason

  /// Takes all of `value`.
  public init(decoding value: Span<UInt8>) throws(TimeRefusal) {
    guard value.count == Self.octetCount else { throw .length }
    year = UInt16(value[0]) | UInt16(value[1]) << 8
    (month, day) = (value[2], value[3])
    (hours, minutes, seconds) = (value[4], value[5], value[6])
    dayOfWeek = value[7]
    fractions256 = value[8]
    adjustReason = AdjustReason(rawValue: value[9])
    guard year != 0, month != 0, day != 0 else { throw .unset }
    guard (1_582...9_999).contains(year), month <= 12,
      Int(day) <= CivilDate.dayCount(ofMonth: Int(month), in: Int(year)),
      hours <= 23, minutes <= 59, seconds <= 59, dayOfWeek <= 7
    else { throw .impossible }
  }

  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.put(year)
    let rest: [8 of UInt8] = [month, day, hours, minutes, seconds, dayOfWeek, fractions256, adjustReason.rawValue]
    try output.put(rest.span)
  }

  /// Since the start of 1970 in the phone's zone, in microseconds.
  public var localMicroseconds: Int64 {
    let days = CivilDate(year: Int(year), month: Int(month), day: Int(day)).daysSince1970
    let ofDay = (Int(hours) * 60 + Int(minutes)) * 60 + Int(seconds)
    let seconds = Int64(widening: days) * 86_400 + Int64(widening: ofDay)
    return seconds * 1_000_000 + Int64(widening: Int(fractions256) * 15_625 / 4)
  }
}

/// Why the phone's clock jumped; none where it did not. Bits may be set together. Current Time Service 1.1, 3.1.1.
public struct AdjustReason: Equatable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static var manualTimeUpdate: AdjustReason { AdjustReason(rawValue: 0x01) }
  public static var externalReferenceTimeUpdate: AdjustReason { AdjustReason(rawValue: 0x02) }
  public static var changeOfTimeZone: AdjustReason { AdjustReason(rawValue: 0x04) }
  public static var changeOfDST: AdjustReason { AdjustReason(rawValue: 0x08) }

  public func contains(_ other: AdjustReason) -> Bool { rawValue & other.rawValue == other.rawValue }
}
