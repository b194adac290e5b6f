public import Octets

/// Finds the glyph of a character. A value without state: its glyphs live in the program's read-only data.
public protocol Typeface {
  /// The distance from one line to the next, in pixels; no glyph is higher.
  var lineHeight: Int { get }

  /// The picture of `scalar`, or a visible box if there is none: 15 by 15 pixels from its second row on if `isMissing`.
  @_lifetime(borrow self)
  func glyph(for scalar: UTF8Scalar) -> Glyph

  /// A hexadecimal digit, 0...15, of 3 by 5 pixels, for the code point in a box that `isMissing`.
  @_lifetime(borrow self)
  func codeDigit(_ value: Int) -> Glyph
}
