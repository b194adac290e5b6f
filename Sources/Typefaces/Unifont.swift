public import Graphics
public import Octets

/// GNU Unifont, the whole Basic Multilingual Plane: 16 pixels high, 8 or 16 wide.
public struct Unifont: Typeface, Sendable {
  public init() {}

  public var lineHeight: Int { 16 }

  /// The glyph of `scalar`; a box for one that is missing, a wide one outside the Basic Multilingual Plane.
  @_lifetime(immortal)
  public func glyph(for scalar: UTF8Scalar) -> Glyph {
    if let glyph = GlyphPack.glyph(for: scalar.value) { return glyph }
    return GlyphPack.picture(scalar.value > 0xFFFF ? 1 : 0, of: .missing)
  }
}
