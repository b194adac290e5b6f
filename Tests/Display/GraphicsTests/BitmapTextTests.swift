import Graphics
import Octets
import TestSupport
import Testing

@Suite struct BitmapTextTests {
  private let strip = Rectangle(x: 0, y: 0, width: 32, height: 8)

  /// The columns that are on after drawing, as one line.
  private func columns(
    _ text: String, in area: Rectangle = Rectangle(x: 0, y: 0, width: 32, height: 8), _ style: TextStyle = TextStyle()
  ) -> String {
    columns(Array(text.utf8), in: area, style)
  }

  private func columns(_ octets: [UInt8], in area: Rectangle, _ style: TextStyle) -> String {
    var bitmap = Bitmap(width: 32, height: 16)
    bitmap.drawText(octets.span, in: area, BoxTypeface(), style)
    return String(bitmap.picture().prefix(32))
  }

  private func columns(lit: Range<Int>...) -> String {
    String((0..<32).map { x in lit.contains { $0.contains(x) } ? "#" : "." })
  }

  @Test func charactersFollowEachOther() {
    #expect(columns("a b") == columns(lit: 0..<4, 8..<12))
    #expect(columns("a汉") == columns(lit: 0..<12))
  }

  @Test func lettersOfAKoreanSyllableAreDrawnAsTheSyllable() {
    // Of three letters; of two; a syllable and its last letter; letters that make no syllable.
    #expect(columns("\u{1112}\u{1161}\u{11AB}") == columns(lit: 0..<8))
    #expect(columns("\u{1100}\u{1173}가") == columns(lit: 0..<16))
    #expect(columns("하\u{11AB}") == columns(lit: 0..<8))
    #expect(columns("한\u{11AB}") == columns(lit: 0..<12))
    #expect(columns("\u{1112}\u{1112}\u{1161}") == columns(lit: 0..<12))
  }

  @Test func alignmentPlacesTheText() {
    #expect(columns("a b", in: strip, TextStyle(alignment: .trailing)) == columns(lit: 20..<24, 28..<32))
    #expect(columns("a b", in: strip, TextStyle(alignment: .centered)) == columns(lit: 10..<14, 18..<22))
  }

  @Test func tooLongTextEndsInAnEllipsis() {
    // The ellipsis is a box 4 wide: with three characters it fills 16.
    let narrow = Rectangle(x: 8, y: 0, width: 16, height: 8)
    #expect(columns("a b cde", in: narrow) == columns(lit: 8..<12, 16..<24))
    #expect(columns("abcd", in: narrow) == columns(lit: 8..<24))
  }

  @Test func truncationNeverCutsACharacter() {
    let face = BoxTypeface()
    let cases = [
      ("汉字汉字", 24, 6), ("汉字汉字", 20, 6), ("汉字汉字", 19, 3), ("e\u{301}fgh", 8, 3), ("ab", 2, 0),
    ]
    for (text, limit, count) in cases {
      let octets = Array(text.utf8)
      let fit = face.fit(octets.span, into: limit)
      #expect(fit.isTruncated && fit.count == count, "\(text) into \(limit)")
    }
  }

  @Test func spaceBeforeTheEllipsisIsDropped() {
    let octets = Array("ab    cdef".utf8)
    let fit = BoxTypeface().fit(octets.span, into: 24)
    #expect(fit == BoxTypeface().fit(Array("ab    gh ij".utf8).span, into: 24))
    #expect(fit.count == 2 && fit.width == 12)
  }

  @Test func whiteSpaceAtTheEndNeedsNoRoom() {
    for text in ["abcd", "abcd ", "abcd\n", "abcd \r\n\t\n"] {
      let octets = Array(text.utf8)
      let fit = BoxTypeface().fit(octets.span, into: 16)
      #expect(fit.count == 4 && fit.width == 16 && !fit.isTruncated, "\(text)")
    }
    let octets = Array("abcd \ne".utf8)
    let fit = BoxTypeface().fit(octets.span, into: 16)
    #expect(fit.count == 3 && fit.isTruncated)
  }

  @Test(
    arguments: [
      "\u{3000}", "\u{A0}", "\u{2007}", "\u{202F}", " \u{2069}", "\n\u{200F}", "\u{2028}", "\u{85}", "\u{AD}",
      "\u{FFFC}",
    ])
  func whatIsNotSeenAtTheEndNeedsNoRoom(end: String) {
    let face = BoxTypeface()
    let fit = face.fit(Array(("abcd" + end).utf8).span, into: 16)
    #expect(fit.width == 16 && !fit.isTruncated)
    let cut = face.fit(Array(("abcd" + end + "e").utf8).span, into: 16)
    #expect(cut.count == 3 && cut.isTruncated)
  }

  @Test func aLineThatEndsAtASoftHyphenEndsWithAHyphen() {
    let octets = Array("ab\u{AD}cd".utf8)
    var bitmap = Bitmap(width: 32, height: 16)
    var lines = TextLines(octets.span, BoxTypeface())
    var y = 0
    while let line = lines.next(width: 12) {
      bitmap.drawText(lines.part(line), in: Rectangle(x: 0, y: y, width: 32, height: 8), BoxTypeface())
      y += 8
    }
    let picture = bitmap.picture()
    #expect(picture.prefix(32) == columns(lit: 0..<12))
    #expect(columns("ab\u{AD}") == columns(lit: 0..<8), "the end of a text is no break")
  }

  @Test func textThatFitsIsWhole() {
    let octets = Array("abc 汉".utf8)
    let fit = BoxTypeface().fit(octets.span, into: 24)
    #expect(fit.count == octets.count && fit.width == 24 && !fit.isTruncated)
    let width = BoxTypeface().width(of: octets.span)
    #expect(width == 24)
  }

  @Test func markIsCentredOverItsBase() {
    let style = TextStyle(ink: .inverted)
    #expect(columns("a\u{301}b", in: strip, style) == columns(lit: 0..<1, 3..<8))
    #expect(columns("汉\u{301}", in: strip, style) == columns(lit: 0..<3, 5..<8))
    #expect(columns("\u{301}a") == columns(lit: 0..<6))
  }

  @Test func formatCharactersAndControlsAreNotDrawn() {
    #expect(columns("\u{202A}a\u{200F}\u{1B}\u{FE0F}b\u{2069}\u{FEFF}") == columns(lit: 0..<8))
  }

  @Test func lineEndsAndTabsReadAsSpaces() {
    #expect(columns("a\nb\tc\r\nd") == columns(lit: 0..<4, 8..<12, 16..<20, 24..<28))
  }

  @Test func scaledTextIsLarger() {
    let area = Rectangle(x: 0, y: 0, width: 32, height: 16)
    #expect(columns("a b", in: area, TextStyle(scale: 2)) == columns(lit: 0..<8, 16..<24))
    #expect(columns("abcde", in: area, TextStyle(scale: 2)) == columns(lit: 0..<32))
  }

  @Test func boldStrokesAreOnePixelWider() {
    #expect(columns("a b", in: strip, TextStyle(isBold: true)) == columns(lit: 0..<5, 8..<13))
    #expect(columns("abcdefgh", in: strip, TextStyle(isBold: true)) == columns(lit: 0..<32))
  }

  @Test func literalIsDrawnLikeText() {
    var bitmap = Bitmap(width: 32, height: 16)
    bitmap.drawText("a b", in: strip, BoxTypeface())
    #expect(bitmap.picture().prefix(32) == columns("a b"))
  }

  @Test func damagedTextIsDrawnWithReplacementCharacters() {
    #expect(columns([0x61, 0xE6, 0xB1, 0x61], in: strip, TextStyle()) == columns(lit: 0..<16))
    #expect(columns([0xFF], in: strip, TextStyle()) == columns(lit: 0..<8))
  }

  @Test func randomOctetsStayInsideTheirArea() {
    var random = SeededGenerator(seed: 0xD2A3)
    let area = Rectangle(x: 5, y: 3, width: 20, height: 9)
    for _ in 0..<2_000 {
      let octets = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      var bitmap = Bitmap(width: 32, height: 16)
      bitmap.drawText(octets.span, in: area, BoxTypeface(), TextStyle(alignment: .centered, scale: 1))
      bitmap.fill(area, .dark)
      let isClean = bitmap.octets.indices.allSatisfy { bitmap.octets[$0] == 0 }
      #expect(isClean)
    }
  }
}
