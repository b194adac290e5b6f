import Graphics
import Octets
import TestSupport
import Testing

@Suite struct TextLinesTests {
  /// The lines of `octets`. Each is at most `width` narrow boxes wide.
  private func lines(_ octets: [UInt8], _ width: Int) -> [String] {
    var lines = TextLines(octets.span, BoxTypeface())
    var texts: [String] = []
    while let line = lines.next(width: width * 4) {
      texts.append(String(decoding: octets[line.start..<line.end], as: UTF8.self))
    }
    return texts
  }

  private func lines(_ text: String, _ width: Int) -> [String] { lines(Array(text.utf8), width) }

  /// Whether each character is a space, perhaps with marks, or invisible: what a line may leave out at its end.
  private func isWhiteSpace(_ octets: ArraySlice<UInt8>) -> Bool {
    String(decoding: octets, as: UTF8.self).compactMap(\.unicodeScalars.first?.properties).allSatisfy {
      $0.isWhitespace || $0.isDefaultIgnorableCodePoint || $0.generalCategory == .control
    }
  }

  @Test func emptyTextHasNoLine() {
    #expect(lines("", 10) == [])
  }

  @Test func textThatFitsIsOneLine() {
    #expect(lines("ten letter", 10) == ["ten letter"])
  }

  @Test func wordsGoToTheNextLineWhole() {
    #expect(lines("the quick brown fox", 10) == ["the quick", "brown fox"])
    #expect(lines("the quick brown fox", 9) == ["the quick", "brown fox"])
    #expect(lines("the quick brown fox", 8) == ["the", "quick", "brown", "fox"])
  }

  @Test func spacesAtABreakAreDroppedAndOthersKept() {
    #expect(lines("one   two   ", 5) == ["one", "two"])
    #expect(lines("a   b", 5) == ["a   b"])
    #expect(lines("  a", 5) == ["  a"])
    #expect(lines("    ", 2) == [""])
  }

  @Test func longWordIsBrokenWhereTheLineIsFull() {
    #expect(lines("abcdefghij", 4) == ["abcd", "efgh", "ij"])
    #expect(lines("ab cdefghij", 4) == ["ab", "cdef", "ghij"])
  }

  @Test func characterWiderThanTheLineStandsAlone() {
    #expect(lines("汉字", 1) == ["汉", "字"])
    #expect(lines("ab", 0) == ["a", "b"])
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}", "\u{B}", "\u{C}"])
  func newlinesEndLines(newline: String) {
    #expect(lines("a\(newline)b\(newline)\(newline)c\(newline)", 10) == ["a", "b", "", "c"])
  }

  @Test func ideographsBreakAnywhere() {
    #expect(lines("今天晚上一起吃饭", 6) == ["今天晚", "上一起", "吃饭"])
    #expect(lines("今天abc晚上", 6) == ["今天", "abc晚", "上"])
    #expect(lines("안녕하세요", 4) == ["안녕", "하세", "요"])
  }

  @Test func closingPunctuationNeverStartsALine() {
    #expect(lines("今天晚。上", 6) == ["今天", "晚。上"])
    #expect(lines("今天晚，」上", 6) == ["今天", "晚，」", "上"])
    #expect(lines("ちょっと", 4) == ["ちょ", "っと"])
    #expect(lines("今天晚!", 6) == ["今天", "晚!"])
  }

  @Test func openingPunctuationNeverEndsALine() {
    #expect(lines("今天（晚上", 6) == ["今天", "（晚上"])
    #expect(lines("今天《书》", 6) == ["今天", "《书》"])
  }

  @Test func onlyPunctuationIsBrokenWhereTheLineIsFull() {
    #expect(lines("。。。。", 4) == ["。。", "。。"])
    #expect(lines("（（（（", 4) == ["（（", "（（"])
  }

  @Test func hyphenEndsALine() {
    #expect(lines("well-known", 6) == ["well-", "known"])
    #expect(lines("-12-34-56", 6) == ["-12-34", "-56"])
  }

  /// A line that ends at a soft hyphen needs room for the hyphen that is drawn there.
  @Test func aSoftHyphenIsAPlaceToBreakIfThereIsRoomForAHyphen() {
    #expect(lines("ab cd\u{AD}ef", 6) == ["ab cd\u{AD}", "ef"])
    #expect(lines("ab cd\u{AD}ef", 5) == ["ab", "cd\u{AD}ef"])
    #expect(lines("ab cd\u{AD}ef", 7) == ["ab cd\u{AD}ef"])
    let octets = Array("cd\u{AD}ef".utf8)
    var reader = TextLines(octets.span, BoxTypeface())
    let widths = [reader.next(width: 12)?.width, reader.next(width: 12)?.width]
    #expect(widths == [12, 8])
  }

  @Test func noBreakSpaceKeepsWordsTogether() {
    #expect(lines("ab c\u{A0}d", 5) == ["ab", "c\u{A0}d"])
  }

  @Test func zeroWidthSpaceIsAPlaceToBreak() {
    #expect(lines("abc\u{200B}def", 4) == ["abc", "def"])
    #expect(lines("abc\u{200B}def", 6) == ["abc\u{200B}def"])
  }

  @Test func marksStayWithTheirBase() {
    #expect(lines("e\u{301}e\u{301}e\u{301}", 2) == ["e\u{301}e\u{301}", "e\u{301}"])
    #expect(lines("你\u{301}好", 2) == ["你\u{301}", "好"])
  }

  @Test func formatCharactersTakeNoRoom() {
    #expect(lines("\u{202A}ab\u{202C}\u{200F}cd\u{FE0F}", 4) == ["\u{202A}ab\u{202C}\u{200F}cd\u{FE0F}"])
  }

  @Test func widthCountsOnlyTheVisiblePart() {
    let octets = Array("ab 汉  cd".utf8)
    var lines = TextLines(octets.span, BoxTypeface())
    let widths = [lines.next(width: 20)?.width, lines.next(width: 20)?.width, lines.next(width: 20)?.width]
    #expect(widths == [20, 8, nil])
  }

  @Test func eachLineMayHaveAnotherWidth() {
    let octets = Array("aaaa bbbb cccc".utf8)
    var lines = TextLines(octets.span, BoxTypeface())
    let ends = [lines.next(width: 36)?.end, lines.next(width: 16)?.end]
    #expect(ends == [9, 14])
  }

  @Test func countIsTheNumberOfLines() {
    let octets = Array("one two three four".utf8)
    var lines = TextLines(octets.span, BoxTypeface())
    let count = lines.countRemaining(width: 28)
    #expect(count == 3)
  }

  @Test func damagedTextReadsAsReplacementCharacters() {
    // A lone continuation octet, a cut sequence, an overlong form. U+FFFD is wide in this typeface.
    #expect(lines([0x80, 0xE6, 0xB1, 0x41], 4).count == 2)
    #expect(lines([0xC0, 0x80], 2).count == 2)
  }

  @Test func randomOctetsAreTakenWholeAndNeverTrap() {
    var random = SeededGenerator(seed: 0x7E87)
    let alphabet: [UInt8] = [
      0x20, 0x0A, 0x0D, 0x2D, 0x61, 0xCC, 0x81, 0xE4, 0xB8, 0x80, 0xE3, 0x82, 0xF0, 0x9F, 0xFF, 0xED,
    ]
    for _ in 0..<4_000 {
      let count = Int.random(in: 0...60, using: &random)
      let octets = (0..<count).map { _ in
        let octet = UInt8.random(in: 0...255, using: &random)
        return Bool.random(using: &random) ? octet : alphabet.randomElement(using: &random) ?? octet
      }
      let width = Int.random(in: 0...40, using: &random)
      var lines = TextLines(octets.span, BoxTypeface())
      var position = 0
      var lineCount = 0
      while let line = lines.next(width: width) {
        #expect(line.start >= position && line.end >= line.start && line.end <= count)
        #expect(isWhiteSpace(octets[position..<line.start]))
        position = line.end
        lineCount += 1
      }
      #expect(isWhiteSpace(octets[position...]))
      #expect(lineCount <= count)
    }
  }
}
