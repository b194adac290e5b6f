internal import Octets
internal import Text

// The facts about a character that text layout needs in addition to its properties.

extension UTF8Scalar {
  /// Takes one scalar off the front of `text`; CR LF as one LF. Nil at the end.
  @_lifetime(text: copy text)
  init?(reading text: inout Span<UInt8>) {
    self.init(decoding: &text)
    guard value == 0x0D, text.count > 0, text[0] == 0x0A else { return }
    self.init(decoding: &text)
  }

  /// Whether it is printable ASCII or Han: what may stand on a key, and begins a cluster like any letter.
  var isBasic: Bool { value < 0x7F ? value >= 0x20 : value >= 0x4E00 && value <= 0x9FFF }

  /// Whether it is a letter of ASCII.
  var isBasicLetter: Bool { value | 0x20 >= 0x61 && value | 0x20 <= 0x7A }

  /// Whether nothing is drawn for it and no room is taken: controls, joiners, direction and format characters,
  /// variation selectors, anchors of what cannot be shown. Phones put them around names and numbers.
  var isInvisible: Bool {
    if isPlain || isBlank { return false }
    if value < 0x300 { return value < 0x20 || (0x7F...0x9F).contains(value) || value == 0xAD }
    return properties.isDefaultIgnorable || (0xFFF9...0xFFFC).contains(value)
  }

  /// Whether a line ends here in any case. Unicode 15, 5.8.
  var isNewline: Bool {
    if value >= 0x20 && value < 0x85 { return false }
    return (0x0A...0x0D).contains(value) || value == 0x85 || value == 0x2028 || value == 0x2029
  }

  /// Whether it is drawn as a space, though the typeface has another glyph for it.
  var isBlank: Bool { isNewline || value == 0x09 }

  /// Whether it is white space that is dropped at the end of a line: all white space except no-break spaces.
  var isSpace: Bool {
    switch value {
    case 0x09, 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200B, 0x205F, 0x3000: true
    default: false
    }
  }

  /// Whether it is white space at which no line ends.
  var isNoBreakSpace: Bool { value == 0xA0 || value == 0x2007 || value == 0x202F }
}
