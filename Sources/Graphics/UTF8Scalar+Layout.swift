internal import Octets

// What text layout has to know of a character. Ranges are those of Unicode 15's property files.

extension UTF8Scalar {
  /// Takes one scalar off the front of `text`; CR LF as one LF. Nil at the end.
  @_lifetime(text: copy text)
  init?(reading text: inout Span<UInt8>) {
    self.init(decoding: &text)
    guard value == 0x0D, text.count > 0, text[0] == 0x0A else { return }
    self.init(decoding: &text)
  }

  /// Whether nothing is drawn for it and no room is taken: controls, joiners, direction and format characters,
  /// variation selectors. Phones put them around names and numbers.
  var isInvisible: Bool {
    if value >= 0x20 && value < 0x7F { return false }
    guard value >= 0x300 else { return isControl || value == 0xAD }
    return switch value {
    case 0x034F, 0x061C, 0x180E, 0xFEFF, 0xFFFC: true
    case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F: true
    case 0xFE00...0xFE0F, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: true
    default: false
    }
  }

  private var isControl: Bool {
    value < 0x20 ? value != 0x09 && !isNewline : (0x7F...0x9F).contains(value) && !isNewline
  }

  /// Whether a line ends here in any case. Unicode 15, 5.8.
  var isNewline: Bool {
    if value >= 0x20 && value < 0x85 { return false }
    return (0x0A...0x0D).contains(value) || value == 0x85 || value == 0x2028 || value == 0x2029
  }

  /// Whether it is white space at which a line may be broken: those without the no-break ones.
  var isSpace: Bool {
    switch value {
    case 0x09, 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200B, 0x205F, 0x3000: true
    default: false
    }
  }

  /// Whether it is written without spaces, so that a line may be broken before and behind it: Han, Kana, Yi, Hangul, emoji.
  var isIdeographic: Bool {
    switch value {
    case 0x2E80...0x2FFF, 0x3001...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF: true
    case 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF01...0xFF60, 0xFFE0...0xFFE6: true
    case 0x1F000...0x1FAFF, 0x20000...0x3FFFD: true
    default: false
    }
  }

  /// Whether a line must not start with it: closing brackets and quotes, commas and full stops, small Kana.
  var mustNotStartLine: Bool {
    switch value {
    case 0x21, 0x25, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D: true
    case 0xBB, 0x2019, 0x201D, 0x2026, 0x203A, 0x2030, 0xB7, 0x2025: true
    case 0x3001, 0x3002, 0x3005, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301B, 0x301E, 0x301F:
      true
    default: isSmallKana || isFullWidthCloser
    }
  }

  /// Whether a line must not end with it: opening brackets and quotes, currency signs.
  var mustNotEndLine: Bool {
    switch value {
    case 0x24, 0x28, 0x5B, 0x7B, 0xA3, 0xA5, 0xAB, 0x2018, 0x201C, 0x2039: true
    case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A, 0x301D: true
    case 0xFF04, 0xFF08, 0xFF3B, 0xFF5B, 0xFF5F, 0xFF62, 0xFFE1, 0xFFE5: true
    default: false
    }
  }

  private var isSmallKana: Bool {
    switch value {
    case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x3095, 0x3096: true
    case 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE, 0x30F5, 0x30F6: true
    case 0x309D, 0x309E, 0x30FB...0x30FE, 0x31F0...0x31FF: true
    default: false
    }
  }

  private var isFullWidthCloser: Bool {
    switch value {
    case 0xFF01, 0xFF05, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D, 0xFF60: true
    case 0xFF61, 0xFF63, 0xFF64, 0xFF65: true
    default: false
    }
  }

  /// Whether a line may be broken between `before` and `after`, neither of which is white space.
  static func isBreakAllowed(between before: UTF8Scalar, and after: UTF8Scalar) -> Bool {
    if after.mustNotStartLine || before.mustNotEndLine { return false }
    if before.isIdeographic || after.isIdeographic { return true }
    return before.isHyphen && !after.isHyphen && !(0x30...0x39).contains(after.value)
  }

  private var isHyphen: Bool { value == 0x2D || value == 0x2010 || value == 0x2013 || value == 0x2014 }
}
