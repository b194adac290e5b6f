/// The glyphs of the second typeface, as `Fonts/second_typeface.py` writes them. Each line has a code point, 12 rows of
/// 6 pixels and 24 rows of 12, in hexadecimal.
///
///     0041:000070888888F88888880000:00000000000000001F00…
struct SecondTypeface {
  private(set) var glyphs: [(codePoint: UInt16, small: PanelBitmap, large: PanelBitmap)] = []

  /// No glyphs.
  init() {}

  init(parsing text: String) throws(UnifontFile.Defect) {
    for (index, line) in text.split(separator: "\n").enumerated() {
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 3, let codePoint = UInt16(parts[0], radix: 16),
        glyphs.last.map({ $0.codePoint < codePoint }) ?? true,
        let small = Self.bitmap(parts[1], width: 6, height: 12, digits: 2),
        let large = Self.bitmap(parts[2], width: 12, height: 24, digits: 4)
      else { throw UnifontFile.Defect(line: index + 1, reason: "not CODEPOINT:ROWS:ROWS in the order of code points") }
      glyphs.append((codePoint, small, large))
    }
  }

  /// | count: 4 | code points: 2 each, padded to 4 | small: 12 each | large: 36 each |
  var octets: [UInt8] {
    var octets = Self.littleEndian(UInt32(glyphs.count), count: 4)
    for glyph in glyphs { octets += Self.littleEndian(UInt32(glyph.codePoint), count: 2) }
    if glyphs.count % 2 == 1 { octets += [0, 0] }
    return octets + glyphs.flatMap(\.small.octets) + glyphs.flatMap(\.large.octets)
  }

  private static func bitmap(_ text: Substring, width: Int, height: Int, digits: Int) -> PanelBitmap? {
    guard text.utf8.count == digits * height else { return nil }
    var rows: [[Bool]] = []
    for row in 0..<height {
      let word = text.dropFirst(row * digits).prefix(digits)
      guard let bits = UInt16(word, radix: 16) else { return nil }
      rows.append((0..<width).map { bits >> (4 * digits - 1 - $0) & 1 == 1 })
    }
    return PanelBitmap(rows: rows)
  }

  private static func littleEndian(_ value: UInt32, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
  }
}
