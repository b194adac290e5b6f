public import Octets

/// The reason why a text is not JSON, or is not supported by this reader.
public enum JSONDefect: Error, Equatable, Sendable {
  case malformed
}

/// A value of JSON that is no object and no array. RFC 8259, 3.
public enum JSONValue: Equatable, Sendable {
  /// Without its escapes; of more than 128 octets, the first, and `isTruncated`.
  case text(BoundedText<128>)
  /// Nil if it is not a whole number of 0...4294967295.
  case number(UInt32?)
  case flag(Bool)
  case null
}

// A reader without state: each method removes what it reads from the front, and reads no octet twice. It supports no
// nesting, so that no input can nest too deep. Text is UTF-8, and half a surrogate pair is not a character.
extension Span<UInt8> {
  @_lifetime(self: copy self)
  mutating func skipJSONBlanks() {
    while let octet = first, octet == 0x20 || octet == 0x09 || octet == 0x0D || octet == 0x0A { drop(1) }
  }

  /// Takes a punctuation mark, if it is the next thing that is not blank.
  @_lifetime(self: copy self)
  mutating func takeJSON(_ mark: Unicode.Scalar) -> Bool {
    skipJSONBlanks()
    guard first == UInt8(ascii: mark) else { return false }
    drop(1)
    return true
  }

  /// Takes a value that is no object and no array.
  @_lifetime(self: copy self)
  mutating func takeJSONValue() throws(JSONDefect) -> JSONValue {
    skipJSONBlanks()
    switch first {
    case UInt8(ascii: "\""): return .text(try takeJSONString())
    case UInt8(ascii: "t"): return try take("true", as: .flag(true))
    case UInt8(ascii: "f"): return try take("false", as: .flag(false))
    case UInt8(ascii: "n"): return try take("null", as: .null)
    default: return .number(try takeJSONNumber())
    }
  }

  /// RFC 8259, 7.
  @_lifetime(self: copy self)
  mutating func takeJSONString() throws(JSONDefect) -> BoundedText<128> {
    guard takeJSON("\"") else { throw .malformed }
    var text = BoundedText<128>()
    while let octet = first {
      switch octet {
      case UInt8(ascii: "\""):
        drop(1)
        return text
      case UInt8(ascii: "\\"):
        drop(1)
        text.append(try takeJSONEscape())
      case 0..<0x20: throw .malformed
      default: text.append(try takeScalar())
      }
    }
    throw .malformed
  }

  /// RFC 8259, 6: `-0.5e+3`.
  @_lifetime(self: copy self)
  private mutating func takeJSONNumber() throws(JSONDefect) -> UInt32? {
    var isWhole = !takeOctet("-")
    let beginsWithZero = first == UInt8(ascii: "0")
    let digits = takeDigits()
    guard digits.count > 0, !beginsWithZero || digits.count == 1 else { throw .malformed }
    if takeOctet(".") {
      isWhole = false
      guard takeDigits().count > 0 else { throw .malformed }
    }
    if takeOctet("e") || takeOctet("E") {
      isWhole = false
      _ = takeOctet("+") || takeOctet("-")
      guard takeDigits().count > 0 else { throw .malformed }
    }
    return isWhole ? digits.value : nil
  }

  /// Reads the characters after a reversed solidus.
  @_lifetime(self: copy self)
  private mutating func takeJSONEscape() throws(JSONDefect) -> UTF8Scalar {
    guard let octet = first else { throw .malformed }
    drop(1)
    let value: UInt32
    switch octet {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): value = UInt32(octet)
    case UInt8(ascii: "b"): value = 0x08
    case UInt8(ascii: "f"): value = 0x0C
    case UInt8(ascii: "n"): value = 0x0A
    case UInt8(ascii: "r"): value = 0x0D
    case UInt8(ascii: "t"): value = 0x09
    case UInt8(ascii: "u"): value = try takeUTF16()
    default: throw .malformed
    }
    guard let scalar = UTF8Scalar(value: value) else { throw .malformed }
    return scalar
  }

  /// Reads four digits, and after a high surrogate also the low one.
  @_lifetime(self: copy self)
  private mutating func takeUTF16() throws(JSONDefect) -> UInt32 {
    let unit = try takeFourHexadecimalDigits()
    guard (0xD800...0xDBFF).contains(unit) else { return unit }
    guard takeOctet("\\"), takeOctet("u") else { throw .malformed }
    let low = try takeFourHexadecimalDigits()
    guard (0xDC00...0xDFFF).contains(low) else { throw .malformed }
    return 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
  }
}

extension Span<UInt8> {
  private var first: UInt8? { count > 0 ? self[0] : nil }

  @_lifetime(self: copy self)
  private mutating func drop(_ count: Int) { self = extracting(droppingFirst: count) }

  @_lifetime(self: copy self)
  private mutating func takeOctet(_ octet: Unicode.Scalar) -> Bool {
    guard first == UInt8(ascii: octet) else { return false }
    drop(1)
    return true
  }

  @_lifetime(self: copy self)
  private mutating func take(_ word: StaticString, as value: JSONValue) throws(JSONDefect) -> JSONValue {
    let octets = word.utf8Span
    guard count >= octets.count, extracting(first: octets.count).isEqual(to: octets) else { throw .malformed }
    drop(octets.count)
    return value
  }

  /// Takes decimal digits: how many, and their value if it is not too large.
  @_lifetime(self: copy self)
  private mutating func takeDigits() -> (count: Int, value: UInt32?) {
    var taken = 0
    var value: UInt32? = 0
    while let octet = first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet) {
      value = value.flatMap { $0.appending(digit: octet - UInt8(ascii: "0")) }
      taken += 1
      drop(1)
    }
    return (taken, value)
  }

  @_lifetime(self: copy self)
  private mutating func takeFourHexadecimalDigits() throws(JSONDefect) -> UInt32 {
    guard count >= 4 else { throw .malformed }
    var value: UInt32 = 0
    for index in 0..<4 {
      guard let digit = self[index].hexadecimalDigit else { throw .malformed }
      value = value << 4 | digit
    }
    drop(4)
    return value
  }

  /// Takes one character, as it stands.
  @_lifetime(self: copy self)
  private mutating func takeScalar() throws(JSONDefect) -> UTF8Scalar {
    let lead = first
    let before = count
    guard let scalar = UTF8Scalar(decoding: &self) else { throw .malformed }
    // The decoder returns U+FFFD for ill-formed UTF-8, and for the well-formed octets EF BF BD.
    if scalar == .replacement, lead != 0xEF || before - count != 3 { throw .malformed }
    return scalar
  }
}

extension UInt32 {
  fileprivate func appending(digit: UInt8) -> UInt32? {
    let (product, overflow) = multipliedReportingOverflow(by: 10)
    let (sum, carry) = product.addingReportingOverflow(UInt32(digit))
    return overflow || carry ? nil : sum
  }
}

extension UInt8 {
  fileprivate var hexadecimalDigit: UInt32? {
    switch self {
    case 0x30...0x39: UInt32(self - 0x30)
    case 0x41...0x46: UInt32(self - 0x37)
    case 0x61...0x66: UInt32(self - 0x57)
    default: nil
    }
  }
}
