internal import Graphics

/// The letters of the small and the large text: Latin, Greek and Cyrillic, 6 by 12 and 12 by 24 pixels.
///
///     | count: 4 | code points: 2 × count, ascending, padded to 4 | small: 12 × count | large: 36 × count |
enum SecondTypeface {
  /// The width of a glyph; it is twice as high.
  enum Width: Int {
    case small = 6
    case large = 12
  }

  private static var count: Int { GlyphPack.word(GlyphPack.secondTypeface >> 2) }

  /// Whether there is a glyph for a code point.
  static func contains(_ codePoint: UInt32) -> Bool { place(of: codePoint) != nil }

  /// The glyph of a code point; nil if the second typeface has no glyph for it.
  ///
  /// - Parameter advance: how far the next glyph is away, in pixels.
  @_lifetime(immortal)
  static func glyph(for codePoint: UInt32, _ width: Width, advance: Int) -> Glyph? {
    guard let place = place(of: codePoint) else { return nil }
    let bitmaps = GlyphPack.secondTypeface + 4 + (count + 1) / 2 * 4
    let size = width == .small ? 12 : 36
    let start = bitmaps + (width == .small ? 0 : 12 * count) + place * size
    return Glyph(
      width: width.rawValue, height: 2 * width.rawValue, advance: advance,
      octets: GlyphPack.octets.extracting(start..<start + size))
  }

  /// The position in the list of code points, by binary search; printable ASCII is its beginning.
  private static func place(of wanted: UInt32) -> Int? {
    if (0x20..<0x7F).contains(wanted) { return count >= 0x5F ? Int(truncatingIfNeeded: wanted) - 0x20 : nil }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let found = codePoint(at: middle)
      if found == wanted { return middle }
      if found < wanted { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private static func codePoint(at place: Int) -> UInt32 {
    let pair = GlyphPack.word(GlyphPack.secondTypeface >> 2 + 1 + place >> 1)
    return UInt32(truncatingIfNeeded: (place & 1 == 0 ? pair : pair >> 16) & 0xFFFF)
  }
}
