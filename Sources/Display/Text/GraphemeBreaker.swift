/// Finds where one grapheme cluster, what a reader sees as a character, ends and the next begins.
/// Unicode 15.0, UAX #29, extended grapheme clusters.
///
/// It is given scalar by scalar and looks at none beyond the next.
public struct GraphemeBreaker: Equatable, Sendable {
  /// How far `Extended_Pictographic Extend* ZWJ` has come.
  private enum Emoji {
    case none
    case pictographic
    case joined
  }

  private var before: GraphemeBreakClass
  private var emoji = Emoji.none
  /// Whether a flag has its first letter but not yet its second.
  private var isFlagOpen = false

  /// Creates a breaker behind the first character of a text.
  public init(first: GraphemeBreakClass) {
    before = first
    note(first)
  }

  /// Takes the next character. Returns whether a cluster begins with it.
  public mutating func isBoundary(before next: GraphemeBreakClass) -> Bool {
    let isJoined = joins(next)
    note(next)
    return !isJoined
  }

  private func joins(_ next: GraphemeBreakClass) -> Bool {
    switch (before, next) {
    case (.cr, .lf): true
    case (.cr, _), (.lf, _), (.control, _), (_, .cr), (_, .lf), (_, .control): false
    case (.l, .l), (.l, .v), (.l, .lv), (.l, .lvt), (.lv, .v), (.lv, .t), (.v, .v), (.v, .t), (.lvt, .t), (.t, .t):
      true
    case (_, .extend), (_, .zwj), (_, .spacingMark), (.prepend, _): true
    case (.zwj, .extendedPictographic): emoji == .joined
    case (.regionalIndicator, .regionalIndicator): isFlagOpen
    default: false
    }
  }

  private mutating func note(_ next: GraphemeBreakClass) {
    emoji =
      switch next {
      case .extendedPictographic: .pictographic
      case .extend: emoji == .pictographic ? .pictographic : .none
      case .zwj: emoji == .pictographic ? .joined : .none
      default: .none
      }
    isFlagOpen = next == .regionalIndicator && !isFlagOpen
    before = next
  }
}
