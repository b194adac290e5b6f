public import Octets
public import WatchModel

/// A few words or numbers, put together in place.
public typealias ShortText = BoundedText<72>

extension BoundedText {
  /// Appends the characters of a literal.
  mutating func append(_ literal: Wording) {
    append(repairing: literal.utf8Span)
  }

  /// Appends a number with at least `minimumDigits` digits; a negative one reads as 0.
  mutating func append(_ value: Int, minimumDigits: Int = 1) {
    var divisor = 1
    for _ in 1..<max(1, minimumDigits) { divisor *= 10 }
    let value = max(0, value)
    while value / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      append(digit: value / divisor % 10)
      divisor /= 10
    }
  }

  /// Appends two hexadecimal digits in upper case.
  mutating func append(hexadecimal octet: UInt8) {
    append(digit: Int(octet >> 4))
    append(digit: Int(octet & 0x0F))
  }

  /// Appends `23:12`.
  mutating func append(_ time: TimeOfDay) {
    append(time.hour, minimumDigits: 2)
    append(":")
    append(time.minute, minimumDigits: 2)
  }

  private mutating func append(digit: Int) {
    let value = digit < 10 ? 0x30 + digit : 0x37 + digit
    append(UTF8Scalar(value: UInt32(truncatingIfNeeded: value)) ?? .replacement)
  }
}

extension ShortText {
  /// `3 notifications`.
  public init(notificationCount count: Int, _ language: Language = .english) {
    self.init()
    append(.counted(count == 1 ? .oneNotification : .notifications), count, language)
  }
}
