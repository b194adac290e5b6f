internal import Octets

/// As many octets of a text as a word of the processor holds: a few instructions test all of them.
struct OctetWord {
  /// The number of octets.
  static var count: Int { UInt.bitWidth / 8 }

  private let octets: UInt

  /// - Precondition: `count` octets begin at `position` in `text`.
  @inline(__always)
  init(_ text: Span<UInt8>, at position: Int) { octets = UInt(littleEndian: text.word(at: position)) }

  /// The words at `position` and behind it.
  ///
  /// - Precondition: twice `count` octets begin at `position` in `text`.
  @inline(__always)
  static func pair(_ text: Span<UInt8>, at position: Int) -> (OctetWord, OctetWord) {
    let (first, second) = text.words(at: position)
    return (OctetWord(octets: UInt(littleEndian: first)), OctetWord(octets: UInt(littleEndian: second)))
  }

  @inline(__always)
  private init(octets: UInt) { self.octets = octets }

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
  /// Each term has the high bit of every octet for which it holds. Adding `0x80 - n` to the low seven bits of an octet
  /// sets its high bit if they are at least `n`.
  @inline(__always)
  var haveNoDigit: Bool {
    let low = octets & Self.each(0x7F)
    let isNoASCIIDigit = (low ^ Self.each(0x30)) &+ Self.each(0x80 - 10) | octets
    let isFromD8ToE0 = (low &+ Self.each(0x80 - 0x58)) & ~(low &+ Self.each(0x80 - 0x61))
    let isNotEF = (low ^ Self.each(0x6F)) &+ Self.each(0x80 - 1)
    return (octets & (isFromD8ToE0 | ~isNotEF) | ~isNoASCIIDigit) & Self.each(0x80) == 0
  }

  /// Whether all octets of both words are ASCII, and none is a digit.
  @inline(__always)
  static func areOnlyOtherASCII(_ first: OctetWord, _ second: OctetWord) -> Bool {
    guard (first.octets | second.octets) & each(0x80) == 0 else { return false }
    let lifted = (first.octets ^ each(0x30) &+ each(0x76)) & (second.octets ^ each(0x30) &+ each(0x76))
    return lifted & each(0x80) == each(0x80)
  }

  /// A word of which each octet is `octet`.
  @inline(__always)
  private static func each(_ octet: UInt8) -> UInt { UInt.max / 0xFF * UInt(octet) }
}
