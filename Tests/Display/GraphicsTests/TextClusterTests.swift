import Graphics
import Octets
import TestSupport
import Testing

/// A user-perceived character is measured, cut and drawn as one.
@Suite struct TextClusterTests {
  private let face = BoxTypeface()

  private func width(_ text: String) -> Int { face.width(of: Array(text.utf8).span) }

  private func lines(_ text: String, _ width: Int) -> [String] {
    let octets = Array(text.utf8)
    var lines = TextLines(octets.span, face)
    var texts: [String] = []
    while let line = lines.next(width: width * 4) {
      texts.append(String(decoding: octets[line.start..<line.end], as: UTF8.self))
    }
    return texts
  }

  @Test(arguments: [
    "\u{1F600}", "\u{1F44D}\u{1F3FD}", "\u{1F469}\u{200D}\u{1F4BB}", "\u{2764}\u{FE0F}\u{200D}\u{1F525}",
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}", "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "\u{1F1E9}\u{1F1EA}",
    "\u{1F469}\u{1F3FD}\u{200D}\u{2764}\u{FE0F}\u{200D}\u{1F468}\u{1F3FB}",
  ])
  func sequenceOfEmojiIsAsWideAsOne(text: String) {
    let first = text.unicodeScalars.prefix(1).map(\.value)
    #expect(width(text) == (first == [0x2764] ? 4 : 8))
    #expect(width(text + text) == 2 * width(text))
  }

  @Test func keycapIsAsWideAsAnEmoji() {
    #expect(width("1\u{FE0F}") == 4)
    #expect(width("1\u{FE0F}\u{20E3}") == 8)
    #expect(width("#\u{20E3}*\u{FE0F}\u{20E3}a") == 20)
  }

  @Test func emojiThatAreNotJoinedStandSideBySide() {
    #expect(width("\u{1F600}\u{1F600}") == 16)
    #expect(width("\u{1F600}a\u{200D}\u{1F600}") == 20)
    #expect(width("\u{1F3FD}") == 8)
    #expect(width("\u{1F1E9}") == 8)
    #expect(width("\u{1F1E9}\u{1F1EA}\u{1F1EB}") == 16)
  }

  @Test func truncationKeepsAClusterWhole() {
    let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
    let octets = Array((family + family + family).utf8)
    let fit = face.fit(octets.span, into: 20)
    #expect(fit.isTruncated && fit.count == 2 * family.utf8.count && fit.width == 20)
    let flags = Array("\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}".utf8)
    let cut = face.fit(flags.span, into: 15)
    #expect(cut.isTruncated && cut.count == 8)
  }

  @Test func fullLineIsBrokenBetweenClusters() {
    let thumb = "\u{1F44D}\u{1F3FD}"
    #expect(lines(thumb + thumb + thumb, 4) == [thumb + thumb, thumb])
    // Thai: without a dictionary, words are broken where the line is full, but vowels and tone marks stay with their
    // letter. In this typeface they are as wide as letters.
    #expect(lines("ที่นี่ดีมาก", 6) == ["ที่นี่", "ดีมาก"])
    #expect(lines("ที่นี่ดีมาก", 5) == ["ที่", "นี่ดี", "มาก"])
  }

  @Test func numbersAndTheirSignsStayTogether() {
    #expect(lines("now $1,200.50 due", 10) == ["now", "$1,200.50", "due"])
    #expect(lines("now 100% due", 7) == ["now", "100%", "due"])
    #expect(lines("ab $(12) x", 6) == ["ab", "$(12)", "x"])
  }

  @Test func quotesStayWithWhatTheyQuote() {
    #expect(lines("say \u{201C}yes\u{201D} now", 8) == ["say", "\u{201C}yes\u{201D}", "now"])
    #expect(lines("a ( b", 3) == ["a", "( b"])
  }

  @Test func addressIsBrokenBehindItsSlashes() {
    #expect(lines("https://a.example/bcd", 18) == ["https://a.example/", "bcd"])
  }

  @Test func textBeforeALineAffectsItsBreaks() {
    // Flags pair up from the start of the text, not from the start of a line.
    let flags = "\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}\u{1F1EF}\u{1F1F5}"
    #expect(lines(flags, 3) == ["\u{1F1E9}\u{1F1EA}", "\u{1F1EB}\u{1F1F7}", "\u{1F1EF}\u{1F1F5}"])
    // A number that fills two lines is still one number after the break.
    #expect(lines("12345678% off", 4) == ["1234", "5678", "%", "off"])
  }

  @Test func flagIsABoxWithItsLettersCutOut() {
    var bitmap = Bitmap(width: 32, height: 16)
    let octets = Array("\u{1F1E9}\u{1F1EA}".utf8)
    bitmap.drawText(octets.span, in: bitmap.bounds, face)
    // The letters of this typeface are solid boxes 4 wide and 8 high, so the whole flag is cut out.
    let isDark = bitmap.octets.indices.allSatisfy { bitmap.octets[$0] == 0 }
    #expect(isDark)
    bitmap.drawText(octets.span, in: bitmap.bounds, face, TextStyle(ink: .inverted))
    let isLit = bitmap.isLit(x: 0, y: 0) && !bitmap.isLit(x: 8, y: 0)
    #expect(isLit)
  }
}
