public import Graphics
public import Octets

/// Small numerals for times, counts and levels: digits and `: / + - %`, 8 pixels high. All else is a box.
///
/// The order of `Fonts/numerals.txt`.
public struct Numerals: Typeface, Sendable {
  public init() {}

  public var lineHeight: Int { 8 }

  @_lifetime(immortal)
  public func glyph(for scalar: UTF8Scalar) -> Glyph {
    switch scalar.value {
    case 0x30...0x39: GlyphPack.picture(Int(truncatingIfNeeded: scalar.value - 0x30), of: .numerals)
    case 0x3A: GlyphPack.picture(10, of: .numerals)
    case 0x2F: GlyphPack.picture(11, of: .numerals)
    case 0x2B: GlyphPack.picture(12, of: .numerals)
    case 0x2D: GlyphPack.picture(13, of: .numerals)
    case 0x25: GlyphPack.picture(14, of: .numerals)
    default: GlyphPack.picture(0, of: .missing)
    }
  }
}
