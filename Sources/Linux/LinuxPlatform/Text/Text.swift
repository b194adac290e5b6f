internal import Octets

extension Span<UInt8> {
  /// Calls `body` with the octets as C wants them.
  @unsafe
  package func withPointer(_ body: (UnsafePointer<UInt8>?, Int) -> Int32) -> Int32 {
    unsafe withUnsafeBufferPointer { unsafe body($0.baseAddress, $0.count) }
  }

  package func isEqual(to literal: StaticString) -> Bool { isEqual(to: literal.utf8Span) }

  /// Whether the octets are the same as `other`, with ASCII letters in upper or lower case.
  package func isEqual(ignoringCase other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index].lowercased != other[index].lowercased { return false }
    return true
  }

  package func isEqual(ignoringCase literal: StaticString) -> Bool { isEqual(ignoringCase: literal.utf8Span) }

  /// The position of the last such octet.
  func lastIndex(of octet: UInt8) -> Int? {
    for index in indices.reversed() where self[index] == octet { return index }
    return nil
  }

  /// Without the blanks at both ends.
  @_lifetime(copy self)
  package func trimmed() -> Span<UInt8> {
    var first = 0
    var end = count
    while first < end, self[first].isBlank { first += 1 }
    while end > first, self[end - 1].isBlank { end -= 1 }
    return extracting(first..<end)
  }

  /// Whether the octets are well-formed UTF-8.
  package var isUTF8: Bool {
    var rest = self
    while rest.count > 0 {
      let before = rest
      let scalar = UTF8Scalar(decoding: &rest)
      let taken = before.extracting(first: before.count - rest.count)
      if scalar == .replacement, !taken.isEqual(to: "\u{FFFD}") { return false }
    }
    return true
  }

  /// A number in decimal, or in hexadecimal after `0x`: nothing else around it.
  package var number: UInt32? {
    guard count > 2, extracting(first: 2).isEqual(ignoringCase: "0x") else { return number(base: 10) }
    return extracting(droppingFirst: 2).number(base: 16)
  }

  private func number(base: UInt32) -> UInt32? {
    guard count > 0, count <= 10 else { return nil }
    var value: UInt32 = 0
    for index in indices {
      guard let digit = self[index].digit, digit < base else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: base)
      let (sum, carry) = product.addingReportingOverflow(digit)
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return value
  }
}

extension UInt8 {
  /// The small letter of an ASCII capital; any other octet unchanged.
  fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }

  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  /// The value of an ASCII digit, decimal or hexadecimal.
  var digit: UInt32? {
    switch self {
    case 0x30...0x39: UInt32(self - 0x30)
    case 0x41...0x46: UInt32(self - 0x37)
    case 0x61...0x66: UInt32(self - 0x57)
    default: nil
    }
  }
}

extension OutputSpan<UInt8> {
  /// Appends one character as UTF-8.
  @_lifetime(self: copy self)
  mutating func put(_ scalar: UTF8Scalar) throws(EncodeError) {
    var character = BoundedText<4>()
    character.append(scalar)
    try put(character.span)
  }

  /// Appends a 64-bit number in decimal.
  @_lifetime(self: copy self)
  mutating func put(decimal64 value: UInt64) throws(EncodeError) {
    let low = UInt32(truncatingIfNeeded: value % 1_000_000_000)
    let rest = value / 1_000_000_000
    guard rest > 0 else { return try put(decimal: low) }
    try put(decimal64: rest)
    try put(decimal: low, minimumDigits: 9)
  }
}
