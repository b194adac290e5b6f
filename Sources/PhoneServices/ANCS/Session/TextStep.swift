internal import Octets

/// One character of a text, and where the next one begins.
struct TextStep {
  let value: UInt32
  let end: Int

  /// One that was read before.
  init(value: UInt32) {
    self.value = value
    end = 0
  }

  /// - Returns: nil at the end.
  init?(_ text: Span<UInt8>, at position: Int) {
    guard position < text.count else { return nil }
    let octet = text[position]
    if octet < 0x80 {
      value = UInt32(octet)
      end = position + 1
      return
    }
    // Most letters beyond ASCII: faster than to decode all forms.
    if 0xC2...0xDF ~= octet, position + 1 < text.count, text[position + 1] & 0xC0 == 0x80 {
      value = UInt32(octet & 0x1F) << 6 | UInt32(text[position + 1] & 0x3F)
      end = position + 2
      return
    }
    var rest = text.extracting(droppingFirst: position)
    guard let scalar = UTF8Scalar(decoding: &rest) else { return nil }
    value = scalar.value
    end = text.count - rest.count
  }

  /// The small letter of a capital one, in the scripts that have both.
  var folded: UInt32 {
    guard value >= 0x80 else { return isCapital ? value | 0x20 : value }
    return switch value {
    case 0xC0...0xD6, 0xD8...0xDE, 0x391...0x3A9, 0x410...0x42F: value + 32
    case 0x100...0x137, 0x14A...0x177: value | 1
    case 0x139...0x148: value + (value & 1)
    default: value
    }
  }

  /// Whether it is a letter of a script that writes words apart and has capitals.
  var isCased: Bool {
    guard value >= 0x80 else { return (value | 0x20) &- 0x61 < 26 }
    return switch value {
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x370...0x52F, 0x1E00...0x1FFF: true
    default: false
    }
  }

  /// Whether a word goes on with it.
  var isInWord: Bool { isCased || digit != nil }

  /// Whether it may stand between two groups of a number, as a space.
  var isGap: Bool { value == 0x20 || value == 0xA0 || value == 0x202F }

  /// Whether it joins two groups of a number, or a prefix and a number.
  var isDash: Bool { value == 0x2D || value == 0x2010 || value == 0x2011 }

  var isCapital: Bool { (0x41...0x5A).contains(value) }

  /// The digit that it is in any script with which messages are written.
  var digit: UInt8? {
    guard value >= 0x80 else { return value &- 0x30 < 10 ? UInt8(truncatingIfNeeded: value & 0xF) : nil }
    return switch value {
    case 0x660...0x669, 0x6F0...0x6F9, 0xFF10...0xFF19: UInt8(truncatingIfNeeded: value & 0xF)
    case 0x966...0x96F: UInt8(truncatingIfNeeded: value - 0x966)
    default: nil
    }
  }
}
