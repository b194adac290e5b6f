// Text without `String`: numbers and literals as UTF-8, for logs, events and the display.

extension OutputSpan<UInt8> {
  /// Appends the UTF-8 octets of a literal.
  @_lifetime(self: copy self)
  public mutating func put(text: StaticString) throws(EncodeError) {
    // Safe: a literal's storage is static and `utf8CodeUnitCount` octets long.
    let octets = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    try put(unsafe Span(_unsafeElements: octets))
  }

  /// Appends a number in decimal, with at least `minimumDigits` digits.
  @_lifetime(self: copy self)
  public mutating func put(decimal value: UInt32, minimumDigits: Int = 1) throws(EncodeError) {
    var digits: [10 of UInt8] = .init(repeating: 0x30)
    var rest = value
    var first = digits.count
    repeat {
      first -= 1
      digits[first] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest != 0
    first = min(first, max(0, digits.count - minimumDigits))
    try put(digits.span.extracting(droppingFirst: first))
  }

  /// Appends `digits` lowercase hexadecimal digits of a number, most significant first.
  @_lifetime(self: copy self)
  public mutating func put(hexadecimal value: UInt32, digits: Int) throws(EncodeError) {
    guard freeCapacity >= digits else { throw .insufficientCapacity }
    for index in (0..<digits).reversed() {
      let nibble = UInt8(truncatingIfNeeded: value >> UInt32(4 * index)) & 0x0F
      append(nibble < 10 ? 0x30 + nibble : 0x57 + nibble)
    }
  }
}
