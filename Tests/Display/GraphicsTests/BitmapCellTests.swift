import Graphics
import Testing

/// Glyphs of 16 rows, which are drawn four columns at a time if no part is clipped.
@Suite struct BitmapCellTests {
  /// The octets of 16 columns; all columns differ.
  private static let octets: [UInt8] = (0..<32).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }

  private static func isLit(_ x: Int, _ y: Int, width: Int) -> Bool {
    guard (0..<width).contains(x), (0..<16).contains(y) else { return false }
    return octets[y / 8 * width + x] >> (y % 8) & 1 == 1
  }

  private static func before(_ x: Int, _ y: Int) -> Bool { (x &* 7 &+ y &* 3) % 5 < 2 }

  private static func expected(_ isLit: Bool, _ ink: Ink, on before: Bool) -> Bool {
    guard isLit else { return before }
    return switch ink {
    case .lit: true
    case .dark: false
    case .inverted: !before
    }
  }

  /// The number of wrong pixels.
  private static func defects(width: Int, x: Int, y: Int, _ ink: Ink) -> Int {
    var bitmap = Bitmap()
    for row in 0..<64 {
      for column in 0..<128 where before(column, row) { bitmap.set(x: column, y: row) }
    }
    bitmap.draw(Glyph(width: width, height: 16, octets: octets.span.extracting(first: width * 2)), x: x, y: y, ink)
    var count = 0
    for row in 0..<64 {
      for column in 0..<128 {
        let wanted = expected(isLit(column - x, row - y, width: width), ink, on: before(column, row))
        if bitmap.isLit(x: column, y: row) != wanted { count += 1 }
      }
    }
    return count
  }

  @Test(arguments: [8, 16], [Ink.lit, .dark, .inverted])
  func glyphIsTheSameAtEveryPlace(width: Int, ink: Ink) {
    for x in [-1, 0, 1, 2, 3, 4, 5, 100, 128 - width, 129 - width] {
      for y in [-1, 0, 1, 4, 7, 8, 45, 47, 48, 49] {
        #expect(Self.defects(width: width, x: x, y: y, ink) == 0, "at \(x), \(y)")
      }
    }
  }
}
