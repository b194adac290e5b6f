/// The glyphs of GNU Unifont's text format: each line has a code point and 16 rows, in hexadecimal.
///
///     0041:0000000018242442427E424242420000     8 pixels wide
///     4E00:0000000000000000000000000000FFFE…    16 pixels wide
struct UnifontFile {
  struct Defect: Error, Equatable {
    let line: Int
    let reason: String
  }

  /// By code point.
  private(set) var glyphs: [UInt32: PanelBitmap] = [:]

  init(parsing text: String) throws(Defect) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard !line.isEmpty else { continue }
      let (codePoint, glyph) = try Self.parse(line, number: index + 1)
      guard glyphs.updateValue(glyph, forKey: codePoint) == nil else {
        throw Defect(line: index + 1, reason: "U+\(String(codePoint, radix: 16, uppercase: true)) comes twice")
      }
    }
  }

  private static func parse(_ line: Substring, number: Int) throws(Defect) -> (UInt32, PanelBitmap) {
    let parts = line.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy(isHexadecimal) }),
      let codePoint = UInt32(parts[0], radix: 16), codePoint <= 0x10FFFF
    else { throw Defect(line: number, reason: "not CODEPOINT:ROWS, both hexadecimal") }
    let width = parts[1].utf8.count / 4
    guard width == 8 || width == 16, parts[1].utf8.count == 4 * width else {
      throw Defect(line: number, reason: "expected 32 or 64 hexadecimal digits after the colon")
    }
    var rows: [[Bool]] = []
    for row in 0..<16 {
      let digits = parts[1].utf8.dropFirst(row * width / 4).prefix(width / 4)
      let bits = UInt16(Substring(digits), radix: 16) ?? 0
      rows.append((0..<width).map { bits >> (width - 1 - $0) & 1 == 1 })
    }
    return (codePoint, PanelBitmap(rows: rows))
  }

  private static func isHexadecimal(_ octet: UInt8) -> Bool {
    Character(UnicodeScalar(octet)).isHexDigit
  }
}

/// The code points that are drawn over the character before them.
///
/// Unifont's `plane00-combining.txt` gives the number of pixels by which the pen moves back. It is 0 for marks of
/// right-to-left scripts, because there the pen is before the base character.
///
///     0301:-8
struct CombiningMarks {
  private(set) var codePoints: Set<UInt32> = []

  init(parsing text: String) throws(UnifontFile.Defect) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() where !line.isEmpty
    {
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, let codePoint = UInt32(parts[0], radix: 16), Int(parts[1]) != nil else {
        throw UnifontFile.Defect(line: index + 1, reason: "not CODEPOINT:OFFSET")
      }
      codePoints.insert(codePoint)
    }
  }
}
