import Graphics
import Octets
import TestSupport
import Testing

/// The position of right-to-left text. In this typeface, letters are boxes 4 wide, spaces are empty, ideographs are 8
/// wide.
@Suite struct BidirectionalTextTests {
  private let face = BoxTypeface()

  /// The columns that are on after drawing, as one line.
  private func columns(
    _ text: String, in area: Rectangle = Rectangle(x: 0, y: 0, width: 32, height: 8), _ style: TextStyle = TextStyle()
  ) -> String {
    var bitmap = Bitmap(width: 32, height: 16)
    bitmap.drawText(Array(text.utf8).span, in: area, face, style)
    return String(bitmap.picture().prefix(32))
  }

  private func columns(lit: Range<Int>...) -> String {
    String((0..<32).map { x in lit.contains { $0.contains(x) } ? "#" : "." })
  }

  @Test func rightToLeftTextStartsAtTheRight() {
    #expect(columns("אב ג") == columns(lit: 16..<20, 24..<32))
    #expect(columns("אב ג", in: Rectangle(x: 0, y: 0, width: 24, height: 8)) == columns(lit: 8..<12, 16..<24))
  }

  @Test func otherAlignmentsApplyUnchanged() {
    #expect(columns("אב ג", TextStyle(alignment: .trailing)) == columns(lit: 16..<20, 24..<32))
    #expect(columns("אב ג", TextStyle(alignment: .centered)) == columns(lit: 8..<12, 16..<24))
  }

  @Test func numbersAndLatinRunLeftToRight() {
    // From the left: the letter, a space, the ideograph, a space, the word.
    #expect(columns("אב a 汉") == columns(lit: 4..<8, 12..<20, 24..<32))
    #expect(columns("a אב ג") == columns(lit: 0..<4, 8..<12, 16..<24))
  }

  @Test func ellipsisIsAtTheReadingEnd() {
    let narrow = Rectangle(x: 0, y: 0, width: 20, height: 8)
    // The first letter of "א ב" is at the right; the ellipsis is at the left of the remaining text.
    #expect(columns("א בגדהוז", in: narrow) == columns(lit: 0..<12, 16..<20))
    #expect(columns("אב abcdef", in: narrow) == columns(lit: 0..<8, 12..<20))
  }

  @Test func linesHaveTheDirectionOfTheirParagraph() {
    let octets = Array("אבגדה a bb".utf8)
    var lines = TextLines(octets.span, face)
    var bitmap = Bitmap(width: 32, height: 16)
    _ = lines.next(width: 20)
    if let line = lines.next(width: 20) { bitmap.drawText(lines.part(line), in: bitmap.bounds, face) }
    #expect(String(bitmap.picture().prefix(32)) == columns(lit: 16..<20, 24..<32))
  }

  @Test(arguments: [
    ("\u{1F339} שלום", true), ("\u{3010}שלום\u{3011} a", true), ("× שלום", true), ("\u{2068}John\u{2069} שלום", true),
    ("\u{2068}שלום\u{2069} to you", false), ("\u{2068}שלום\u{2069} 12", false), ("\u{2068}שלום", false), ("1\nא", true),
    ("a שלום", false), ("汉 a", false), ("", false),
  ])
  func aLineStartsAtTheSideOfItsParagraph(text: String, isRightToLeft: Bool) {
    let octets = Array(text.utf8)
    let claim = TextPart(octets.span).isRightToLeft
    #expect(claim == isRightToLeft)
    // In an area wider than the text, right-to-left text leaves the left side empty.
    var bitmap = Bitmap(width: 128, height: 16)
    bitmap.drawText(octets.span, in: bitmap.bounds, face)
    let isAtTheRight = (120..<128).contains { bitmap.isLit(x: $0, y: 0) }
    #expect(isAtTheRight == isRightToLeft)
  }

  @Test func aLineIsCutToTheCapacity() {
    let (letter, mixed) = (Array("א".utf8), Array(String(repeating: "aא", count: 350).utf8))
    func width(_ count: Int) -> Int { face.longestWidth(of: Array(repeatElement(letter, count: count).joined()).span) }
    #expect([0, 1, 126, 127].map(width) == [0, 4, 504, 508])
    // A longer text is drawn as 126 characters and an ellipsis.
    #expect([128, 700].map(width) == [508, 508])
    let (both, plain) = (face.longestWidth(of: mixed.span), face.longestWidth(of: Array("é汉".utf8).span))
    #expect(both == 508 && plain == 12)
    for x in [0, 128 - 508] {
      var bitmap = Bitmap()
      bitmap.drawText(mixed.span, in: Rectangle(x: x, y: 0, width: both, height: 8), face)
      let isFull = (0..<128).allSatisfy { bitmap.isLit(x: $0, y: 0) }
      #expect(isFull)
    }
  }

  @Test func markStaysOnItsBase() {
    let style = TextStyle(ink: .inverted)
    #expect(columns("א\u{301}ב", style) == columns(lit: 24..<29, 31..<32))
  }

  /// The hyphen continues the word, to the right of a Latin one.
  @Test(
    arguments: [
      ("\u{2068}ab\u{2069}\u{AD}cd", [0..<12]), ("אב cd\u{AD}ef", [8..<20, 24..<32]),
    ] as [(String, [Range<Int>])])
  func aLineThatEndsAtASoftHyphenHasAHyphen(text: String, lit: [Range<Int>]) {
    let octets = Array(text.utf8)
    var lines = TextLines(octets.span, face)
    var bitmap = Bitmap(width: 32, height: 16)
    if let line = lines.next(width: text.hasPrefix("אב ") ? 24 : 12) {
      bitmap.drawText(lines.part(line), in: bitmap.bounds, face)
    }
    let expected = String((0..<32).map { x in lit.contains { $0.contains(x) } ? "#" : "." })
    #expect(String(bitmap.picture().prefix(32)) == expected)
  }

  /// The mark on the first letter, which is at the right, is cut out.
  @Test(arguments: ["\u{AD}טי", "\u{AD}\nטי", "\u{AD} טי"])
  func aFullLineThatEndsAtASoftHyphenHasNoHyphen(rest: String) {
    let octets = Array(("א\u{301}בגדהוזח" + rest).utf8)
    var lines = TextLines(octets.span, face)
    var bitmap = Bitmap(width: 32, height: 16)
    if let line = lines.next(width: 32) {
      bitmap.drawText(lines.part(line), in: bitmap.bounds, face, TextStyle(ink: .inverted))
    }
    #expect(String(bitmap.picture().prefix(32)) == columns(lit: 0..<29, 31..<32))
  }

  @Test func lineEndsReadAsSpaces() {
    #expect(columns("א\r\nב") == columns(lit: 20..<24, 28..<32))
    #expect(columns("א\nב\tג") == columns(lit: 12..<16, 20..<24, 28..<32))
  }

  @Test func lamAndAlefTakeTheRoomOfOneLetter() {
    #expect(columns("لا") == columns(lit: 28..<32))
    #expect(columns("سلام") == columns(lit: 20..<32))
    let width = face.width(of: Array("لَا لا".utf8).span)
    #expect(width == 12)
  }

  @Test func linesDoNotPartLamFromAlef() {
    let octets = Array("بلاب".utf8)
    var lines = TextLines(octets.span, face)
    let ends = [lines.next(width: 8)?.end, lines.next(width: 8)?.end]
    #expect(ends == [6, 8])
  }

  @Test func moreMarksThanThereIsRoomForAreLeftOut() {
    let text = "א" + String(repeating: "\u{301}", count: 2_000) + "ב"
    #expect(columns(text) == columns(lit: 24..<28))
  }

  @Test func moreCharactersThanThereIsRoomForAreLeftOut() {
    var bitmap = Bitmap()
    let octets = Array(String(repeating: "א", count: 700).utf8)
    bitmap.drawText(octets.span, in: Rectangle(x: -3_000, y: 0, width: 3_128, height: 8), face)
    let isLit = bitmap.isLit(x: 127, y: 0)
    #expect(!isLit)
  }

  @Test func anyOctetsAreDrawnInsideTheirArea() {
    var random = SeededGenerator(seed: 0xB1D12)
    let fragments: [[UInt8]] = [
      [0xD7, 0x90], [0xD9, 0x84], [0xD8, 0xA7], [0xD8, 0xA8], [0xD9, 0x8E], [0xE2, 0x80, 0xAB], [0xE2, 0x80, 0xAE],
      [0xE2, 0x80, 0xAC], [0xE2, 0x81, 0xA6], [0xE2, 0x81, 0xA7], [0xE2, 0x81, 0xA8], [0xE2, 0x81, 0xA9], [0x28],
      [0x29], [0x61], [0x31], [0x20], [0x0A], [0xE2, 0x80, 0x8C], [0xE2, 0x80, 0x8D], [0xFF], [0xD7], [0xCC, 0x81],
      [0xF0, 0x9F, 0x98, 0x80], [0x09], [0xE6, 0xB1, 0x89],
    ]
    let area = Rectangle(x: 5, y: 3, width: 20, height: 9)
    for _ in 0..<1_000 {
      let octets = (0..<random.number(below: 61)).flatMap { _ in fragments[random.number(below: fragments.count)] }
      var bitmap = Bitmap(width: 32, height: 16)
      bitmap.drawText(octets.span, in: area, face)
      var lines = TextLines(octets.span, face)
      while let line = lines.next(width: 20) { bitmap.drawText(lines.part(line).withRest, in: area, face) }
      bitmap.fill(area, .dark)
      let isClean = bitmap.octets.indices.allSatisfy { bitmap.octets[$0] == 0 }
      #expect(isClean)
    }
  }
}
