/// The properties of Latin text, in a watch without the table of all scripts.
///
/// All characters from U+2E80 on count as ideographs, because most of them are: a line may end before and after them.
enum LatinProperties {
  /// The properties of a code point, as `CharacterProperties` takes them apart.
  static func record(of codePoint: UInt32) -> UInt32 {
    UInt32(graphemeBreakClass(of: codePoint).rawValue) | UInt32(lineBreakClass(of: codePoint).rawValue) &<< 4
      | (isMark(codePoint) ? 1 &<< 21 : 0)
  }

  private static func isMark(_ codePoint: UInt32) -> Bool { (0x300...0x36F).contains(codePoint) }

  private static func graphemeBreakClass(of codePoint: UInt32) -> GraphemeBreakClass {
    switch codePoint {
    case 0x0D: .cr
    case 0x0A: .lf
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x2028, 0x2029: .control
    case 0x200D: .zwj
    case 0x300...0x36F, 0x200C, 0xFE00...0xFE0F: .extend
    default: .other
    }
  }

  private static func lineBreakClass(of codePoint: UInt32) -> LineBreakClass {
    switch codePoint {
    case 0...0x7F: asciiLineBreakClass(of: UInt8(truncatingIfNeeded: codePoint))
    case 0xA0, 0x202F: .glue
    case 0xAD, 0x2010, 0x2013: .breakAfter
    case 0xAB, 0xBB, 0x2018...0x201F: .quotation
    case 0x300...0x36F, 0xFE00...0xFE0F: .combiningMark
    case 0x2026: .inseparable
    case 0x2E80...0xFFFF, 0x1F000...0x3FFFF: .ideographic
    default: .alphabetic
    }
  }

  private static func asciiLineBreakClass(of octet: UInt8) -> LineBreakClass {
    switch octet {
    case 0x0A: .lineFeed
    case 0x0D: .carriageReturn
    case 0x0B, 0x0C: .mandatoryBreak
    case UInt8(ascii: " "): .space
    case UInt8(ascii: "\t"), UInt8(ascii: "|"): .breakAfter
    case UInt8(ascii: "-"): .hyphen
    case UInt8(ascii: "/"): .breakSymbols
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .numeric
    case UInt8(ascii: "!"), UInt8(ascii: "?"): .exclamation
    case UInt8(ascii: "\""), UInt8(ascii: "'"): .quotation
    case UInt8(ascii: "$"), UInt8(ascii: "+"), UInt8(ascii: "\\"): .prefixNumeric
    case UInt8(ascii: "%"): .postfixNumeric
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): .openPunctuation
    case UInt8(ascii: ")"), UInt8(ascii: "]"): .closeParenthesis
    case UInt8(ascii: "}"): .closePunctuation
    case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: ";"): .infixNumeric
    case 0...0x1F, 0x7F: .combiningMark
    default: .alphabetic
    }
  }
}
