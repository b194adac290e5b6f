public import Octets

/// A path, a host or a device as the user wrote it: at most 255 octets of UTF-8.
public typealias PathText = BoundedText<255>

extension BoundedText {
  /// Copies a C string, cut as `append` does.
  @unsafe
  init(cString: UnsafePointer<CChar>) {
    self.init()
    var length = 0
    while unsafe cString[length] != 0 { length += 1 }
    let octets = unsafe UnsafeRawBufferPointer(start: cString, count: length)
    append(repairing: unsafe Span(_unsafeElements: octets.assumingMemoryBound(to: UInt8.self)))
  }

  mutating func append(_ literal: StaticString) {
    append(repairing: literal.octets)
  }
}

extension StaticString {
  /// The literal's UTF-8 octets.
  var octets: Span<UInt8> {
    @_lifetime(immortal)
    get {
      // Safe: a literal's storage is static and `utf8CodeUnitCount` octets long.
      let span = unsafe Span(_unsafeStart: utf8Start, count: utf8CodeUnitCount)
      return unsafe _overrideLifetime(span, copying: ())
    }
  }
}

extension Span<UInt8> {
  /// Calls `body` with the octets as C wants them.
  @unsafe
  func withPointer(_ body: (UnsafePointer<UInt8>?, Int) -> Int32) -> Int32 {
    unsafe withUnsafeBufferPointer { unsafe body($0.baseAddress, $0.count) }
  }

  func isEqual(to literal: StaticString) -> Bool { isEqual(to: literal.octets) }

  /// The octets after `prefix`; nil if they do not begin with it.
  @_lifetime(copy self)
  func dropping(prefix: StaticString) -> Span<UInt8>? {
    let wanted = prefix.octets
    guard count >= wanted.count, extracting(first: wanted.count).isEqual(to: wanted) else { return nil }
    return extracting(droppingFirst: wanted.count)
  }

  /// The place of the last such octet.
  func lastIndex(of octet: UInt8) -> Int? {
    for index in indices.reversed() where self[index] == octet { return index }
    return nil
  }

  /// Without the blanks at both ends.
  @_lifetime(copy self)
  func trimmed() -> Span<UInt8> {
    var first = 0
    var end = count
    while first < end, self[first].isBlank { first += 1 }
    while end > first, self[end - 1].isBlank { end -= 1 }
    return extracting(first..<end)
  }

  /// A number in decimal, or in hexadecimal after `0x`: nothing else around it.
  var number: UInt32? {
    if let digits = dropping(prefix: "0x") { return digits.number(base: 16) }
    return number(base: 10)
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

extension BoundedText {
  /// Appends the digit of a number below 16.
  mutating func append(hexadecimalDigit digit: UInt8) {
    guard let scalar = UTF8Scalar(value: UInt32(digit < 10 ? 0x30 + digit : 0x57 + digit)) else { return }
    append(scalar)
  }

  mutating func append(decimal number: UInt32) {
    var digits = OctetBuffer<10>()
    // Ten digits hold every 32-bit number.
    try? digits.append { (output) throws(EncodeError) in try output.put(decimal: number) }
    append(repairing: digits.span)
  }
}

extension OutputSpan<UInt8> {
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
