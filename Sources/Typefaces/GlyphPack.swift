internal import CTypefaces
internal import Graphics

/// The embedded file of glyphs, which `belfry-font` makes. Its layout is drawn in `Sources/belfry-font/GlyphPack.swift`.
///
/// Its version is compared when it is compiled in. A damaged pack cannot lead a read outside it: at worst a program stops
/// at a span's bound.
enum GlyphPack {
  /// Where the header's fields lie, in words of four octets.
  private enum Header {
    static let numberCount = 2
    static let groups = 3
    static let bitmaps = 4
    static let pictureSets = 5
    static let count = 16
  }

  /// All octets of the pack.
  static var octets: Span<UInt8> {
    @_lifetime(immortal)
    get {
      // Safe: the pack is constant data of the program, as long as its count says.
      let octets = unsafe Span(_unsafeStart: belfry_glyph_pack(), count: belfry_glyph_pack_count)
      return unsafe _overrideLifetime(octets, copying: ())
    }
  }

  /// The glyph of a code point; nil if the typeface has none.
  ///
  /// - Parameter narrowAdvance: how far the next glyph is away from one that is 8 pixels wide.
  @_lifetime(immortal)
  static func glyph(for codePoint: UInt32, narrowAdvance: Int) -> Glyph? {
    let index = Int(truncatingIfNeeded: codePoint >> 5)
    guard index < word(Header.numberCount) else { return nil }
    let pair = belfry_glyph_pack_word(Header.count + index >> 1)
    let number = Int(truncatingIfNeeded: index & 1 == 0 ? pair & 0xFFFF : pair >> 16)
    guard number > 0 else { return nil }
    return glyph(ofBit: codePoint & 31, inGroupAt: word(Header.groups) >> 2 + (number - 1) * 4, narrowAdvance)
  }

  @_lifetime(immortal)
  private static func glyph(ofBit number: UInt32, inGroupAt index: Int, _ narrowAdvance: Int) -> Glyph? {
    let bit: UInt32 = 1 << number
    let present = belfry_glyph_pack_word(index + 1)
    guard present & bit != 0 else { return nil }
    let wide = belfry_glyph_pack_word(index + 2)
    let below = bit - 1
    let unit = word(index) + (present & below).nonzeroBitCount + (wide & below).nonzeroBitCount
    let isNarrow = wide & bit == 0
    let width = isNarrow ? 8 : 16
    let isMark = belfry_glyph_pack_word(index + 3) & bit != 0
    return Glyph(
      width: width, height: 16, advance: isNarrow ? narrowAdvance : width, isMark: isMark,
      octets: octets.extracting(droppingFirst: word(Header.bitmaps) + unit * 16).extracting(first: width * 2))
  }

  /// A set of our own pictures.
  enum PictureSet: Int {
    case clockDigits
    case numerals
    case icons
    case missing
    case codeDigits
  }

  /// A picture by its place in the set's file.
  ///
  /// - Precondition: it exists.
  @_lifetime(immortal)
  static func picture(_ number: Int, of set: PictureSet, isMissing: Bool = false) -> Glyph {
    let offset = word(Header.pictureSets + set.rawValue)
    precondition(number >= 0 && number < word(offset >> 2))
    let entry = belfry_glyph_pack_word(offset >> 2 + 1 + number)
    let width = Int(truncatingIfNeeded: entry & 0xFF)
    let height = Int(truncatingIfNeeded: entry >> 8 & 0xFF)
    let start = offset + Int(truncatingIfNeeded: entry >> 16)
    return Glyph(
      width: width, height: height, isMissing: isMissing,
      octets: octets.extracting(droppingFirst: start).extracting(first: width * ((height + 7) >> 3)))
  }

  private static func word(_ index: Int) -> Int {
    Int(truncatingIfNeeded: belfry_glyph_pack_word(index))
  }
}
