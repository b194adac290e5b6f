internal import Graphics

/// Counts the characters that the screens cannot show.
public enum MissingGlyphs {
  /// How many characters of `text` the screens draw as a box with their code point.
  public static func count(in text: Span<UInt8>) -> Int { Layout.face.missingCount(in: text) }
}
