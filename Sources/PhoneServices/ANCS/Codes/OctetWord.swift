internal import Octets

/// As many octets of a text as a word of the processor holds: a few instructions test all of them.
struct OctetWord {
  /// The number of octets.
  static var count: Int { UInt.bitWidth / 8 }

  fileprivate let octets: UInt

  /// - Precondition: `count` octets begin at `position` in `text`.
  @inline(__always)
  init(_ text: Span<UInt8>, at position: Int) { self.init(text.word(at: position)) }

  /// - Parameter word: the octets, in the processor's order.
  @inline(__always)
  fileprivate init(_ word: UInt) { octets = UInt(littleEndian: word) }

  /// The high bit of each octet that is an ASCII digit, or may begin a digit beyond ASCII.
  ///
  /// Each term has the high bit of every octet for which it holds. Adding `0x80 - n` to the low seven bits of an octet
  /// sets its high bit if they are at least `n`.
  @inline(__always)
  var digitFlags: UInt {
    let low = octets & Self.each(0x7F)
    let isNoASCIIDigit = (low ^ Self.each(0x30)) &+ Self.each(0x80 - 10) | octets
    let isFromD8ToE0 = (low &+ Self.each(0x80 - 0x58)) & ~(low &+ Self.each(0x80 - 0x61))
    let isNotEF = (low ^ Self.each(0x6F)) &+ Self.each(0x80 - 1)
    return (octets & (isFromD8ToE0 | ~isNotEF) | ~isNoASCIIDigit) & Self.each(0x80)
  }

  /// A word of which each octet is `octet`.
  @inline(__always)
  fileprivate static func each(_ octet: UInt8) -> UInt { UInt.max / 0xFF * UInt(octet) }
}

/// Four words of a text, which are tested together. Nearly all have no digit, and most have only ASCII. A 64-bit
/// processor tests an `OctetVector` instead.
struct OctetGroup {
  /// The number of octets.
  static var count: Int { 4 * OctetWord.count }

  private let words: (OctetWord, OctetWord, OctetWord, OctetWord)

  /// The words from `start` on; the last four words if the text ends before.
  ///
  /// - Precondition: the text has at least `count` octets, and `start` is in it.
  @inline(__always)
  init(_ text: Span<UInt8>, at start: Int) {
    let (one, two, three, four) = text.words(at: min(start, text.count &- Self.count))
    words = (OctetWord(one), OctetWord(two), OctetWord(three), OctetWord(four))
  }

  /// Whether the octets certainly contain no digit. False if an octet may begin a digit beyond ASCII.
  @inline(__always)
  var haveNoDigit: Bool {
    let (one, two, three, four) = (words.0.octets, words.1.octets, words.2.octets, words.3.octets)
    if (one | two | three | four) & OctetWord.each(0x80) == 0 {
      let areNone = Self.lifted(one) & Self.lifted(two) & Self.lifted(three) & Self.lifted(four)
      return areNone & OctetWord.each(0x80) == OctetWord.each(0x80)
    }
    return words.0.digitFlags | words.1.digitFlags | words.2.digitFlags | words.3.digitFlags == 0
  }

  /// The high bit of each octet of `word` that is not a digit. All octets of the word are ASCII.
  @inline(__always)
  private static func lifted(_ word: UInt) -> UInt { (word ^ OctetWord.each(0x30)) &+ OctetWord.each(0x76) }
}
