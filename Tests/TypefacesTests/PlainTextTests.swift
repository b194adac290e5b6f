import Graphics
import Octets
import Testing
import Text
import Typefaces

/// What is taken for granted of plain text, so that it needs no look into any table.
@Suite struct PlainTextTests {
  private static let scalars = (Array(0x20...0x7E) + Array(0x4000...0x9FFF)).compactMap { UTF8Scalar(value: $0) }

  private static func octets(of scalar: UTF8Scalar) -> [UInt8] {
    Array(String(UnicodeScalar(scalar.value) ?? "?").utf8)
  }

  @Test func nothingOfItJoinsOrRunsToTheLeft() {
    let others = Self.scalars.filter { scalar in
      let properties = scalar.properties
      return properties.graphemeBreakClass != .other || properties.joiningType != .nonJoining
        || properties.isDefaultIgnorable || properties.isMark || Self.octets(of: scalar).span.mayBeBidirectional
    }
    #expect(others == [])
  }

  @Test(arguments: [false, true])
  func itsGlyphsAreAsWideAsTheTypefaceSays(isCondensed: Bool) throws {
    let face = Unifont(isCondensed: isCondensed)
    let advances = try #require(face.plainAdvances)
    let others = Self.scalars.filter { scalar in
      let glyph = face.glyph(for: scalar)
      let advance = scalar.value < 0x80 ? advances.basic : advances.ideograph
      return glyph.advance != advance || glyph.isMark || glyph.isMissing
    }
    #expect(others == [])
  }

  @Test func allOfItAndNothingElseIsFound() {
    let found = (0...UInt32(0x10FFFF)).filter { value in
      guard let scalar = UTF8Scalar(value: value) else { return false }
      return UTF8Scalar.plainCount(at: 0, of: Self.octets(of: scalar).span) > 0
    }
    #expect(found == Self.scalars.map(\.value))
  }

  @Test func itIsReadAsWellAsCounted() {
    for scalar in Self.scalars {
      let octets = Self.octets(of: scalar)
      var index = 0
      #expect(UTF8Scalar(plain: octets.span, at: &index) == scalar && index == octets.count)
    }
  }

  @Test(arguments: ["A\u{301}", "中\u{FE0F}", "1\u{20E3}", "a’"])
  func whatSomethingMayJoinIsNotTaken(text: String) {
    var index = 0
    #expect(UTF8Scalar(plainAt: &index, of: Array(text.utf8).span) == nil && index == 0)
  }

  private static func picture(x: Int, y: Int, _ ink: Ink) -> Bitmap {
    var bitmap = Bitmap()
    if ink == .dark { bitmap.fill(bitmap.bounds) }
    let area = Rectangle(x: x, y: y, width: 100, height: 16)
    bitmap.drawText("AgÅ中文|." as StaticString, in: area, Unifont(), TextStyle(ink: ink))
    return bitmap
  }

  @Test(arguments: [Ink.lit, .dark])
  func textAboveTheTopIsCutThere(ink: Ink) {
    for (x, y) in [(0, -1), (3, -1), (18, -4), (20, -7), (0, -8), (1, -9), (0, 0)] {
      let cut = Self.picture(x: x, y: y, ink)
      let whole = Self.picture(x: x, y: y + 16, ink)
      var defects = 0
      for row in 0..<16 {
        for column in 0..<128 where cut.isLit(x: column, y: row) != whole.isLit(x: column, y: row + 16) { defects += 1 }
      }
      #expect(defects == 0, "at \(x), \(y)")
    }
  }

  @Test(arguments: [[0xE4], [0xE4, 0xB8], [0xE4, 0xB8, 0x41], [0xE4, 0x41, 0x80], [0x7F], [0x1F]] as [[UInt8]])
  func whatIsIllFormedIsNotPlain(octets: [UInt8]) {
    #expect(UTF8Scalar.plainCount(at: 0, of: octets.span) == 0)
  }
}
