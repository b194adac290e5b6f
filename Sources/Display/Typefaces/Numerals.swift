internal import Graphics
internal import Octets

/// Small numerals for times, counts and addresses: hexadecimal digits, `: / + - %`, an arrow down that stands for a
/// button that is held, and the letters of weekdays, months, ages and `yesterday`. 8 pixels high; all else is a box.
/// The order is that of `Fonts/numerals.txt`.
enum Numerals {
  @_lifetime(immortal)
  static func glyph(for scalar: UTF8Scalar) -> Glyph {
    guard let number = number(of: scalar.value) else { return GlyphPack.picture(0, of: .missing) }
    return GlyphPack.picture(number, of: .numerals)
  }

  private static func number(of value: UInt32) -> Int? {
    switch value {
    case 0x30...0x39: Int(truncatingIfNeeded: value) - 0x30
    case 0x3A: 10
    case 0x2F: 11
    case 0x2B: 12
    case 0x2D: 13
    case 0x25: 14
    case 0x41...0x46: Int(truncatingIfNeeded: value) - 0x41 + 15
    case 0x2193: 21
    default: letter(value).map { 22 + $0 }
    }
  }

  /// The position of a letter, or of the space, in `Fonts/numerals.txt` after the arrow.
  private static func letter(_ value: UInt32) -> Int? {
    let letters = ("JMNOSTWabcdeghilmnoprstuvwy " as StaticString).utf8Span
    for index in letters.indices where UInt32(letters[index]) == value { return index }
    return nil
  }
}
