/// The picture of a character as it is drawn at once: 16 rows of 8 or 16 columns, in numbers of four columns of eight
/// rows each, the leftmost lowest; an upper row of them, then a lower one.
public struct GlyphCell: ~Escapable {
  let words: Span<UInt32>
  /// How far the next glyph is away, in pixels.
  let advance: Int

  /// - Parameter words: 4 or 8.
  @_lifetime(copy words)
  @inline(__always)
  public init(_ words: Span<UInt32>, advance: Int) {
    self.words = words
    self.advance = advance
  }

  /// In pixels.
  var width: Int { words.count &<< 1 }
}
