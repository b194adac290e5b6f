import Graphics
import TestSupport
import Testing

@Suite struct BitmapGlyphTests {
  /// 5 columns of 12 rows, without any symmetry.
  private static let octets: [UInt8] = [0x01, 0x8F, 0x55, 0xF0, 0x3C, 0x0F, 0x01, 0x0A, 0x04, 0x00]

  private func isLit(_ x: Int, _ y: Int) -> Bool {
    guard (0..<5).contains(x), (0..<12).contains(y) else { return false }
    return Self.octets[y / 8 * 5 + x] >> (y % 8) & 1 == 1
  }

  private func draw(_ body: (inout Bitmap, Glyph) -> Void) -> String {
    picture { bitmap in body(&bitmap, Glyph(width: 5, height: 12, octets: Self.octets.span)) }
  }

  @Test func glyphIsTheSameAtEveryPlace() {
    for x in [-6, -5, -4, -1, 0, 3, 11, 12, 15, 16] {
      for y in -13...17 {
        let drawn = draw { $0.draw($1, x: x, y: y) }
        #expect(drawn == pixels { isLit($0 - x, $1 - y) }, "at \(x), \(y)")
      }
    }
  }

  @Test(arguments: [1, 5, 8])
  func glyphOfOnePageIsTheSameAtEveryPlace(height: Int) {
    let rows = UInt8(truncatingIfNeeded: 1 << height - 1)
    let columns = Self.octets.prefix(5).map { $0 & rows }
    for x in [-4, 0, 3, 11, 12] {
      for y in -9...17 {
        let drawn = picture { $0.draw(Glyph(width: 5, height: height, octets: columns.span), x: x, y: y, .inverted) }
        #expect(drawn == pixels { (0..<height).contains($1 - y) && isLit($0 - x, $1 - y) }, "at \(x), \(y)")
      }
    }
  }

  @Test func glyphIsCutAtTheClip() {
    let clip = Rectangle(x: 2, y: 3, width: 3, height: 7)
    for y in -4...6 {
      let drawn = draw { $0.draw($1, x: 1, y: y, clip: clip) }
      let expected = pixels {
        clip.contains(Rectangle(x: $0, y: $1, width: 1, height: 1)) && isLit($0 - 1, $1 - y)
      }
      #expect(drawn == expected, "at \(y)")
    }
  }

  @Test func darkGlyphIsCutOutOfALitArea() {
    let drawn = draw {
      $0.fill($0.bounds)
      $0.draw($1, x: 4, y: 3, .dark)
    }
    #expect(drawn == pixels { !isLit($0 - 4, $1 - 3) })
  }

  @Test func invertedTwiceIsAsBefore() {
    let drawn = draw {
      $0.fill(Rectangle(x: 0, y: 0, width: 8, height: 8))
      $0.draw($1, x: 4, y: 3, .inverted)
      $0.draw($1, x: 4, y: 3, .inverted)
    }
    #expect(drawn == pixels { $0 < 8 && $1 < 8 })
  }

  @Test func scaledPixelIsASquare() {
    let drawn = draw { $0.draw($1, x: -1, y: 1, scale: 2, clip: $0.bounds) }
    #expect(drawn == pixels { isLit(($0 + 1) / 2, ($1 + 1) / 2 - 1) })
  }
}
