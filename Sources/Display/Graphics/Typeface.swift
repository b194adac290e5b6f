public import Octets

/// Finds the glyph of a character. A value without state: its glyphs live in the program's read-only data.
public protocol Typeface {
  /// The distance from one line to the next, in pixels; no glyph is higher.
  var lineHeight: Int { get }

  /// The picture of `scalar`, or a visible box if it has no picture. A box with `isMissing` has 15 by 15 pixels, from
  /// its second row on.
  @_lifetime(borrow self)
  func glyph(for scalar: UTF8Scalar) -> Glyph

  /// How far the pen moves for plain scalars, `UTF8Scalar.isPlain`, if it is the same for all narrow and for all wide
  /// ones. They have glyphs, of that advance, which are no marks.
  var plainAdvances: PlainAdvances? { get }

  /// The glyph of a plain scalar, if it lies as `GlyphCell` says.
  @_lifetime(borrow self)
  func plainCell(of scalar: UTF8Scalar) -> GlyphCell?

  /// A hexadecimal digit, 0...15, of 3 by 5 pixels, for the code point in a box that `isMissing`.
  @_lifetime(borrow self)
  func codeDigit(_ value: Int) -> Glyph
}

/// In pixels.
public struct PlainAdvances: Sendable {
  /// The advance of a narrow character, in pixels.
  public let narrow: Int
  /// The advance of a wide character, in pixels.
  public let wide: Int

  /// Creates a pair of advances.
  public init(narrow: Int, wide: Int) {
    self.narrow = narrow
    self.wide = wide
  }

  /// How far the pen moves for a plain scalar.
  @inline(__always)
  func advance(for scalar: UTF8Scalar) -> Int { scalar.isPlainAndWide ? wide : narrow }
}

extension Typeface {
  public var plainAdvances: PlainAdvances? { nil }

  @_lifetime(borrow self)
  public func plainCell(of scalar: UTF8Scalar) -> GlyphCell? { nil }
}
