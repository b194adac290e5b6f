/// How one line of text is drawn.
public struct TextStyle: Equatable, Sendable {
  public enum Alignment: Equatable, Sendable {
    case leading
    case centered
    case trailing
  }

  public var ink: Ink
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
