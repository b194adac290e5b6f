internal import Octets

/// As many octets of a text as a word of the processor holds: a few instructions test all of them.
struct OctetWord {
  /// The number of octets.
  static var count: Int { UInt.bitWidth / 8 }

  private let octets: UInt

  /// - Precondition: `count` octets begin at `position` in `text`.
  @inline(__always)
  init(_ text: Span<UInt8>, at position: Int) { octets = UInt(littleEndian: text.word(at: position)) }

  /// The number of characters of UTF-8 that begin in it.
  ///
  /// The product has in its highest octet the sum of the octets, each of which is 0 or 1.
  @inline(__always)
  var characterCount: Int {
    let continuations = (octets & ~(octets << 1)) >> 7 & Self.each(1)
    return Self.count &- Int(continuations &* Self.each(1) >> UInt(UInt.bitWidth - 8))
  }

  /// Whether the octets certainly contain no digit. False if an octet may begin a digit beyond ASCII, so that the
  /// octets must be checked one by one.
  ///
  /// For an ASCII digit, `octet ^ 0x30` is below 10, and adding 0x76 leaves the high bit clear. For any other ASCII
  /// octet, the addition sets the high bit.
  @inline(__always)
  var haveNoDigit: Bool {
    let lifted = ((octets ^ Self.each(0x30)) & Self.each(0x7F) &+ Self.each(0x76)) | octets
    guard lifted & Self.each(0x80) == Self.each(0x80) else { return false }
    return octets & Self.each(0x80) == 0 || otherDigits & Self.each(0x80) == 0
  }

  /// The octets that may begin a digit beyond ASCII: 0xD8...0xDF, and 0xE0...0xFF if its low four bits are alike.
  @inline(__always)
  private var otherDigits: UInt {
    let unlike = octets ^ octets << 1
    let isLow = ~(octets << 2) & octets << 3 & octets << 4
    let isHigh = octets << 2 & ~(unlike << 4 | unlike << 5 | unlike << 6)
    return octets & octets << 1 & (isLow | isHigh)
  }

  /// A word of which each octet is `octet`.
  @inline(__always)
  private static func each(_ octet: UInt8) -> UInt { UInt.max / 0xFF * UInt(octet) }
}
