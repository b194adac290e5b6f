/// The picture of a character in the form in which it is drawn in one step: 16 rows of 8 or 16 columns. Each word has
/// four columns of eight rows, the leftmost column in the lowest octet. The words of the upper eight rows come first.
public struct GlyphCell: ~Escapable {
  let words: Span<UInt32>
  /// How far the next glyph is away, in pixels.
  let advance: Int

  /// A cell of 4 or 8 words: 8 or 16 columns.
  @_lifetime(copy words)
  @inline(__always)
  public init(_ words: Span<UInt32>, advance: Int) {
    self.words = words
    self.advance = advance
  }

  /// In pixels.
  var width: Int { words.count &<< 1 }
}
