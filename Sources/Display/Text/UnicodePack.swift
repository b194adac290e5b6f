internal import CUnicode

/// The embedded table of properties, which `belfry-unicode` makes. Its layout is drawn in
/// `Sources/Tools/belfry-unicode/UnicodePack.swift`.
///
/// Its version is compared when it is compiled in; a read behind its end gives 0.
enum UnicodePack {
  /// The offsets of the header's fields, in words of four octets.
  enum Header {
    static let blocks = 2
    static let leaves = 3
    static let records = 4
    static let mirrors = 5
    static let mirrorCount = 6
    static let letters = 7
    static let letterCount = 8
    static let ligatures = 9
    static let ligatureCount = 10
    /// The octets of all fields; the first table begins behind them.
    static let count = 48
  }

  /// The properties of a code point, as `CharacterProperties` takes them apart.
  static func record(of codePoint: UInt32) -> UInt32 {
    let block = belfry_unicode_pack_octet(Header.count + Int(truncatingIfNeeded: codePoint >> 9))
    let leaf = belfry_unicode_pack_half(word(Header.blocks) >> 1 + index(block &<< 5 | codePoint &>> 4 & 31))
    let number = belfry_unicode_pack_octet(word(Header.leaves) + index(leaf &<< 4 | codePoint & 15))
    return belfry_unicode_pack_word(word(Header.records) >> 2 + index(number))
  }

  /// The mirror image of `codePoint`; nil if it has no mirror image.
  static func mirror(of codePoint: UInt32) -> UInt32? {
    let table = word(Header.mirrors) >> 2
    var (low, high) = (0, word(Header.mirrorCount))
    while low < high {
      let middle = (low + high) >> 1
      let entry = belfry_unicode_pack_word(table + middle)
      if entry & 0xFFFF == codePoint { return entry &>> 16 }
      if entry & 0xFFFF < codePoint { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  static func word(_ index: Int) -> Int {
    Int(truncatingIfNeeded: belfry_unicode_pack_word(index))
  }

  private static func index(_ value: UInt32) -> Int { Int(truncatingIfNeeded: value) }
}
