public import Octets

/// The value of a Date attribute: when a notification was posted, by the phone's clock, without a zone. For a
/// calendar's reminder it is the time of the appointment.
///
///     | yyyyMMdd'T'HHmmSS |
///
/// ANCS specification, "NotificationAttributeID Values".
public struct NotificationDate: Equatable, Sendable {
  /// The year, from four digits.
  public let year: UInt16
  /// 1...12
  public let month: UInt8
  /// 1...31
  public let day: UInt8
  /// 0...23
  public let hour: UInt8
  /// 0...59
  public let minute: UInt8
  /// 0...60
  public let second: UInt8

  /// - Returns: nil if `text` is not a date as above, or no such day exists.
  public init?(parsing text: Span<UInt8>) {
    guard text.count == 15, text[8] == 0x54,
      let year = Self.number(text, 0..<4), let month = Self.number(text, 4..<6), let day = Self.number(text, 6..<8),
      let hour = Self.number(text, 9..<11), let minute = Self.number(text, 11..<13),
      let second = Self.number(text, 13..<15),
      (1...12).contains(month), day >= 1, day <= Self.dayCount(ofMonth: month, year: year),
      hour <= 23, minute <= 59, second <= 60
    else { return nil }
    self.year = year
    self.month = UInt8(truncatingIfNeeded: month)
    self.day = UInt8(truncatingIfNeeded: day)
    self.hour = UInt8(truncatingIfNeeded: hour)
    self.minute = UInt8(truncatingIfNeeded: minute)
    self.second = UInt8(truncatingIfNeeded: second)
  }

  /// Appends `2026-11-20T23:12:00`.
  @_lifetime(output: copy output)
  public func putISO8601(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    guard output.freeCapacity >= 19 else { throw .insufficientCapacity }
    try output.put(decimal: UInt32(year), minimumDigits: 4)
    try output.put(text: "-")
    try output.put(decimal: UInt32(month), minimumDigits: 2)
    try output.put(text: "-")
    try output.put(decimal: UInt32(day), minimumDigits: 2)
    try output.put(text: "T")
    try output.put(decimal: UInt32(hour), minimumDigits: 2)
    try output.put(text: ":")
    try output.put(decimal: UInt32(minute), minimumDigits: 2)
    try output.put(text: ":")
    try output.put(decimal: UInt32(second), minimumDigits: 2)
  }

  private static func number(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt16? {
    var value: UInt16 = 0
    for index in range {
      guard (0x30...0x39).contains(text[index]) else { return nil }
      value = value * 10 + UInt16(text[index] - 0x30)
    }
    return value
  }

  private static func dayCount(ofMonth month: UInt16, year: UInt16) -> UInt16 {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
