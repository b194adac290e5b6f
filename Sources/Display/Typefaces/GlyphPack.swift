internal import CTypefaces
internal import Graphics

/// The embedded file of glyphs, which `belfry-font` makes. Its layout is drawn in
/// `Sources/Tools/belfry-font/GlyphPack.swift`.
///
/// Its version is compared when it is compiled in. A damaged pack cannot lead a read outside it: at worst a program
/// stops at a span's bound.
enum GlyphPack {
  /// The header's offset of the sets of pictures, in words of four octets.
  private static let pictureSets = 2

  /// All octets of the pack.
  static var octets: Span<UInt8> {
    @_lifetime(immortal)
    get {
      // Safe: the pack is constant data of the program, as long as its count says.
      let octets = unsafe Span(_unsafeStart: belfry_glyph_pack(), count: belfry_glyph_pack_count)
      return unsafe _overrideLifetime(octets, copying: ())
    }
  }

  /// The same in fours, as they lie at a multiple of 4,096.
  private static var words: Span<UInt32> {
    @_lifetime(immortal)
    get {
      // Safe: see above; every four octets are a number. Nothing ever writes them, so it makes no difference that they
      // are read as octets elsewhere.
      let start = unsafe UnsafeRawPointer(belfry_glyph_pack()).assumingMemoryBound(to: UInt32.self)
      return unsafe _overrideLifetime(Span(_unsafeStart: start, count: belfry_glyph_pack_count >> 2), copying: ())
    }
  }

  /// The location of a glyph.
  private struct Place {
    /// In 16 octets.
    let unit: Int
    let isNarrow: Bool
    let isMark: Bool
  }

  /// The location of a code point's glyph; nil if the typeface has no such glyph.
  @inline(__always)
  private static func place(of codePoint: UInt32) -> Place? {
    let group = belfry_glyph_group(codePoint)
    let number = codePoint & 31
    let bit: UInt32 = 1 &<< number
    guard group.present & bit != 0 else { return nil }
    let unit = group.first &+ count(in: group.present, below: number) &+ count(in: group.wide, below: number)
    return Place(
      unit: Int(truncatingIfNeeded: unit), isNarrow: group.wide & bit == 0, isMark: group.marks & bit != 0)
  }

  /// The glyph of a code point; nil if the typeface has no such glyph.
  ///
  /// - Parameter narrowAdvance: the distance to the next glyph after a glyph that is 8 pixels wide.
  @_lifetime(immortal)
  static func glyph(for codePoint: UInt32, narrowAdvance: Int) -> Glyph? {
    guard let place = place(of: codePoint) else { return nil }
    let width = place.isNarrow ? 8 : 16
    let start = place.unit &* 16
    return Glyph(
      width: width, height: 16, advance: place.isNarrow ? narrowAdvance : width, isMark: place.isMark,
      octets: octets.extracting(start..<start &+ width &* 2))
  }

  /// The same, for drawing it in one step.
  @inline(__always)
  @_lifetime(immortal)
  static func cell(for codePoint: UInt32, narrowAdvance: Int) -> GlyphCell? {
    guard let place = place(of: codePoint) else { return nil }
    let start = place.unit &* 4
    return GlyphCell(
      words.extracting(start..<start &+ (place.isNarrow ? 4 : 8)), advance: place.isNarrow ? narrowAdvance : 16)
  }

  /// How many bits below bit `number` are set. In most groups it is all or none: ARMv6 has no instruction that counts.
  @inline(__always)
  private static func count(in bits: UInt32, below number: UInt32) -> UInt32 {
    let mask: UInt32 = 1 &<< number &- 1
    let found = bits & mask
    if found == 0 { return 0 }
    return found == mask ? number : count(in: found)
  }

  @inline(never)
  private static func count(in bits: UInt32) -> UInt32 { UInt32(truncatingIfNeeded: bits.nonzeroBitCount) }

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
    let offset = word(pictureSets + set.rawValue)
    precondition(number >= 0 && number < word(offset >> 2))
    let entry = belfry_glyph_pack_word(offset >> 2 + 1 + number)
    let width = Int(truncatingIfNeeded: entry & 0xFF)
    let height = Int(truncatingIfNeeded: entry >> 8 & 0xFF)
    let start = offset + Int(truncatingIfNeeded: entry >> 16)
    return Glyph(
      width: width, height: height, isMissing: isMissing,
      octets: octets.extracting(droppingFirst: start).extracting(first: width * ((height + 7) >> 3)))
  }

  /// The index of the header word with the offset of the second typeface, in words of four octets.
  private static let second = 7

  /// The offset of the second typeface.
  static var secondTypeface: Int { word(second) }

  /// A number at a multiple of four octets.
  static func word(_ index: Int) -> Int {
    Int(truncatingIfNeeded: belfry_glyph_pack_word(index))
  }
}
