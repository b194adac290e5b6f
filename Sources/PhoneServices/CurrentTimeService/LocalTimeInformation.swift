public import Octets

/// Local Time Information: how far the phone's time is ahead of UTC.
///
///     | timeZone: 1, signed, in 15 min | dstOffset: 1 |
///
/// Current Time Service 1.1, 3.2.
public struct LocalTimeInformation: Equatable, Sendable {
  public static var octetCount: Int { 2 }

  /// Standard time east of UTC in quarters of an hour, -48...56; nil: not known.
  public let timeZone: Int8?
  /// The daylight saving offset in quarters of an hour, 0, 2, 4 or 8; nil: not known.
  public let dstOffset: UInt8?

  private static let unknownTimeZone: Int8 = -128
  private static let unknownOffset: UInt8 = 255

  /// Takes all of `value`.
  public init(decoding value: Span<UInt8>) throws(TimeRefusal) {
    guard value.count == Self.octetCount else { throw .length }
    let zone = Int8(bitPattern: value[0])
    guard zone == Self.unknownTimeZone || (-48...56).contains(zone) else { throw .impossible }
    switch value[1] {
    case 0, 2, 4, 8: dstOffset = value[1]
    case Self.unknownOffset: dstOffset = nil
    default: throw .impossible
    }
    timeZone = zone == Self.unknownTimeZone ? nil : zone
  }

  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.put(UInt8(bitPattern: timeZone ?? Self.unknownTimeZone))
    try output.put(dstOffset ?? Self.unknownOffset)
  }

  /// How far local time is ahead of UTC, in minutes; nil if either part is not known.
  public var utcOffsetMinutes: Int? {
    guard let timeZone, let dstOffset else { return nil }
    return 15 * (Int(timeZone) + Int(dstOffset))
  }
}
