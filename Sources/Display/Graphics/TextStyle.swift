/// How one line of text is drawn.
public struct TextStyle: Equatable, Sendable {
  /// The place of a line in its area.
  public enum Alignment: Equatable, Sendable {
    /// At the side at which the text begins.
    case leading
    /// In the middle.
    case centered
    /// At the right.
    case trailing
    /// At the left.
    case left
  }

  /// How the pixels of the glyphs are drawn.
  public var ink: Ink
  /// The place of the line in its area.
  public var alignment: Alignment
  /// Each pixel of a glyph becomes a square with this side: 1 or more.
  public var scale: Int
  /// Whether strokes are one pixel wider: each glyph is drawn twice.
  public var isBold: Bool

  public init(ink: Ink = .lit, alignment: Alignment = .leading, scale: Int = 1, isBold: Bool = false) {
    precondition(scale >= 1)
    self.ink = ink
    self.alignment = alignment
    self.scale = scale
    self.isBold = isBold
  }
}
