internal import Features
public import Graphics
public import Octets

/// A typeface of the screens: GNU Unifont for text in any script, or the letters of the second typeface for text that
/// has no other.
public enum TextFace: Typeface, Sendable {
  /// Unifont.
  case normal
  /// Unifont with narrow glyphs one pixel closer.
  case condensed
  /// 6 by 12 pixels.
  case small
  /// The same, one pixel farther apart: room for bold strokes.
  case smallTitle
  /// 12 by 24 pixels.
  case large
  /// 8 pixels high: see `Numerals`.
  case numerals

  public var lineHeight: Int {
    switch self {
    case .normal, .condensed: 16
    case .small, .smallTitle: 12
    case .large: 24
    case .numerals: 8
    }
  }

  private var unifont: Unifont { Unifont(isCondensed: self == .condensed) }

  /// The glyph of `scalar`; a box for one that is missing.
  @_lifetime(immortal)
  public func glyph(for scalar: UTF8Scalar) -> Glyph {
    switch self {
    case .normal, .condensed: break
    case .numerals: return Numerals.glyph(for: scalar)
    case .small, .smallTitle, .large: if let glyph = secondGlyph(for: scalar.value) { return glyph }
    }
    return unifont.glyph(for: scalar)
  }

  /// The glyph of the second typeface; nil if that typeface lacks the character. It has one glyph for all spaces.
  @_lifetime(immortal)
  private func secondGlyph(for codePoint: UInt32) -> Glyph? {
    guard Features.hasTextSizes else { return nil }
    let codePoint = Self.isSpace(codePoint) ? 0x20 : codePoint
    return switch self {
    case .small: SecondTypeface.glyph(for: codePoint, .small, advance: 6)
    case .smallTitle: SecondTypeface.glyph(for: codePoint, .small, advance: 7)
    case .large: SecondTypeface.glyph(for: codePoint, .large, advance: 12)
    case .normal, .condensed, .numerals: nil
    }
  }

  public var plainAdvances: PlainAdvances? {
    switch self {
    case .normal, .condensed: unifont.plainAdvances
    case .small, .smallTitle, .large, .numerals: nil
    }
  }

  @inline(__always)
  @_lifetime(immortal)
  public func plainCell(of scalar: UTF8Scalar) -> GlyphCell? {
    switch self {
    case .normal, .condensed: unifont.plainCell(of: scalar)
    case .small, .smallTitle, .large, .numerals: nil
    }
  }

  @_lifetime(immortal)
  public func codeDigit(_ value: Int) -> Glyph { unifont.codeDigit(value) }

  /// Whether the second typeface has a glyph for all of a text. Line ends need none.
  public static func hasLetters(of text: Span<UInt8>) -> Bool {
    guard Features.hasTextSizes else { return false }
    var rest = text
    while let scalar = UTF8Scalar(decoding: &rest) {
      if scalar.value >= 0x20, !SecondTypeface.contains(scalar.value), !hasNoInk(scalar.value) { return false }
    }
    return true
  }

  /// Whether nothing of a code point is seen: spaces, joiners, direction marks and line separators.
  private static func hasNoInk(_ value: UInt32) -> Bool {
    if isSpace(value) { return true }
    return switch value {
    case 0x7F...0x9F, 0xAD, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// Whether a code point is a space as wide as a letter or less. iOS writes U+202F before AM and PM.
  private static func isSpace(_ value: UInt32) -> Bool {
    switch value {
    case 0x2000...0x200A, 0x202F, 0x205F: true
    default: false
    }
  }
}
