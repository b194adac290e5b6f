import Graphics
import Octets
import Testing
import Text
import Typefaces

/// The properties that plain text must have, so that it needs no table lookup.
@Suite struct PlainTextTests {
  private static let scalars = (0...UInt32(0x10FFFF)).compactMap { UTF8Scalar(value: $0) }.filter(\.isPlain)

  private static func octets(of scalar: UTF8Scalar) -> [UInt8] {
    Array(String(UnicodeScalar(scalar.value) ?? "?").utf8)
  }

  @Test func plainTextNeitherJoinsNorRunsRightToLeft() {
    let others = Self.scalars.filter { scalar in
      let properties = scalar.properties
      return properties.joiningType != .nonJoining || properties.isDefaultIgnorable || properties.isMark
        || Self.octets(of: scalar).span.mayBeBidirectional
    }
    #expect(others == [])
  }

  @Test func plainCharactersAreSeparateClusters() {
    let classes = Set(Self.scalars.map(\.graphemeBreakClass))
    for (first, second) in classes.flatMap({ first in classes.map { (first, $0) } }) {
      var breaker = GraphemeBreaker(first: first)
      let isBoundary = breaker.isBoundary(before: second)
      #expect(isBoundary, "\(first), \(second)")
    }
  }

  /// Only the first octet of the next character is inspected, so the decision must be right for every character that
  /// starts with it.
  @Test func plainTextIsReadOnlyBeforeTheStartOfACluster() {
    let classes = Set(Self.scalars.map(\.graphemeBreakClass))
    var wrong: [UInt32] = []
    for next in (0...UInt32(0x10FFFF)).compactMap({ UTF8Scalar(value: $0) }) {
      let text = [0x41] + Self.octets(of: next)
      var index = 0
      guard UTF8Scalar(plainAt: &index, of: text.span) != nil else { continue }
      for first in classes {
        var breaker = GraphemeBreaker(first: first)
        if !breaker.isBoundary(before: next.graphemeBreakClass) { wrong.append(next.value) }
      }
    }
    #expect(wrong == [])
  }

  @Test(arguments: [false, true])
  func itsGlyphsAreAsWideAsTheTypefaceSays(isCondensed: Bool) throws {
    let face = Unifont(isCondensed: isCondensed)
    let advances = try #require(face.plainAdvances)
    let others = Self.scalars.filter { scalar in
      let glyph = face.glyph(for: scalar)
      let advance = scalar.isPlainAndWide ? advances.wide : advances.narrow
      return glyph.advance != advance || glyph.isMark || glyph.isMissing
    }
    #expect(others == [])
  }

  @Test func exactlyThePlainCharactersAreFound() {
    let found = (0...UInt32(0x10FFFF)).filter { value in
      guard let scalar = UTF8Scalar(value: value) else { return false }
      return UTF8Scalar.plainCount(at: 0, of: Self.octets(of: scalar).span) > 0
    }
    #expect(found == Self.scalars.map(\.value))
  }

  @Test func readingAndCountingAgree() {
    for scalar in Self.scalars {
      let octets = Self.octets(of: scalar)
      var index = 0
      #expect(UTF8Scalar(plain: octets.span, at: &index) == scalar && index == octets.count)
    }
  }

  @Test(arguments: ["A\u{301}", "中\u{FE0F}", "1\u{20E3}", "é\u{301}", "か\u{3099}", "한\u{11A8}", "’\u{200D}", "a☂"])
  func aCharacterBeforeAMarkIsNotPlain(text: String) {
    var index = 0
    #expect(UTF8Scalar(plainAt: &index, of: Array(text.utf8).span) == nil && index == 0)
  }

  @Test func aPlainLineInAHebrewParagraphStartsAtTheRight() {
    let octets = Array("שלום שלום שלום bet".utf8)
    var lines = TextLines(octets.span, Unifont())
    _ = lines.next(width: 128)
    var drawn = Bitmap()
    if let line = lines.next(width: 128) { drawn.drawText(lines.part(line), in: drawn.bounds, Unifont()) }
    var expected = Bitmap()
    expected.drawText("bet" as StaticString, in: Rectangle(x: 104, y: 0, width: 24, height: 16), Unifont())
    let isSame = drawn.octets.indices.allSatisfy { drawn.octets[$0] == expected.octets[$0] }
    #expect(isSame)
  }

  @Test(
    arguments: [
      ("1234567890123456", "\u{3000}"), ("Familie Schäfer:", "\u{A0}"), ("Familie Schäfer:", " \u{2069}"),
      ("Familie Schäfer:", "\n\u{200F}"), ("一二三四五六七八", "\u{3000}\u{202F}"),
    ])
  func aFullLineIsWholeBeforeWhatIsNotSeen(line: String, end: String) {
    let fit = TextFace.normal.fit(Array((line + end).utf8).span, into: 128)
    #expect(!fit.isTruncated && fit.count >= line.utf8.count && fit.width == 128)
    let cut = TextFace.normal.fit(Array((line + end + "1").utf8).span, into: 128)
    #expect(cut.isTruncated && cut.count < line.utf8.count)
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

  @Test(
    arguments: [
      [0xE4], [0xE4, 0xB8], [0xE4, 0xB8, 0x41], [0xE4, 0x41, 0x80], [0x7F], [0x1F], [0xC3], [0xC3, 0x41], [0xC1, 0x81],
      [0xC0, 0xAF], [0xE0, 0x83, 0xA9], [0xED, 0x9E], [0xED, 0xA0, 0x80], [0xE3, 0x81, 0x41], [0xF0, 0x81, 0x81],
    ] as [[UInt8]])
  func illFormedTextIsNotPlain(octets: [UInt8]) {
    #expect(UTF8Scalar.plainCount(at: 0, of: octets.span) == 0)
  }
}
