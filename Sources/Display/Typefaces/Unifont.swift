internal import Features
public import Graphics
public import Octets

/// GNU Unifont, all that it has of the first three planes: 16 pixels high, 8 or 16 wide.
public struct Unifont: Typeface, Sendable {
  private let isCondensed: Bool

  /// - Parameter isCondensed: narrow glyphs stand one pixel closer. Most leave two pixels blank.
  public init(isCondensed: Bool = false) {
    self.isCondensed = isCondensed
  }

  public var lineHeight: Int { 16 }

  private var narrowAdvance: Int { isCondensed ? 7 : 8 }

  /// The glyph of `scalar`; a box 16 pixels wide for one that is missing.
  @_lifetime(immortal)
  public func glyph(for scalar: UTF8Scalar) -> Glyph {
    if let glyph = GlyphPack.glyph(for: scalar.value, narrowAdvance: narrowAdvance) { return glyph }
    return GlyphPack.picture(1, of: .missing, isMissing: true)
  }

  public var plainAdvances: PlainAdvances? {
    Features.hasPlainText ? PlainAdvances(narrow: narrowAdvance, wide: 16) : nil
  }

  @inline(__always)
  @_lifetime(immortal)
  public func plainCell(of scalar: UTF8Scalar) -> GlyphCell? {
    guard Features.hasPlainText else { return nil }
    return GlyphPack.cell(for: scalar.value, narrowAdvance: narrowAdvance)
  }

  @_lifetime(immortal)
  public func codeDigit(_ value: Int) -> Glyph { GlyphPack.picture(value, of: .codeDigits) }
}
