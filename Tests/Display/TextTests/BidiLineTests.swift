import Octets
import Testing
import Text

/// The characters of a line are ordered according to the whole paragraph.
@Suite struct BidiLineTests {
  /// The levels of the characters of `line`, and of the paragraph.
  private func levels(_ text: String, line: Substring) -> (line: [UInt8?], paragraph: UInt8) {
    let octets = Array(text.utf8)
    let start = text.utf8.distance(from: text.startIndex, to: line.startIndex)
    var paragraph = BidiParagraph()
    let characters = paragraph.resolve(octets.span, aroundLine: start..<start + line.utf8.count)
    return (characters.map { paragraph.level(at: $0) }, paragraph.level)
  }

  private func levels(_ text: String, lineBehind count: Int) -> (line: [UInt8?], paragraph: UInt8) {
    levels(text, line: text.dropFirst(count))
  }

  @Test func lineHasItsParagraphsDirection() {
    #expect(levels("שלום abc def", lineBehind: 9) == ([2, 2, 2], 1))
    #expect(levels("abc שלום", lineBehind: 4) == ([1, 1, 1, 1], 0))
    #expect(levels("שלום\nabc", lineBehind: 5) == ([0, 0, 0], 0))
  }

  @Test func directionsContinueOnTheNextLine() {
    #expect(levels("\u{202E}abc def", lineBehind: 5) == ([1, 1, 1], 0))
    #expect(levels("ابج 12", lineBehind: 4) == ([2, 2], 1))
    #expect(levels("a \u{2067}b c", lineBehind: 5) == ([2], 0))
  }

  @Test func trailingSpacesHaveTheParagraphsLevel() {
    let text = "abc שלום  שלום"
    #expect(levels(text, line: text.dropFirst(4).dropLast(4)) == ([1, 1, 1, 1, 0, 0], 0))
    #expect(levels(text, line: text[...]).line.suffix(6) == [1, 1, 1, 1, 1, 1])
  }

  @Test func lineEndInsideALineReadsAsASpace() {
    #expect(levels("שלום\nשלום", lineBehind: 0) == ([UInt8?](repeating: 1, count: 9), 1))
    #expect(levels("שלום\r\nabc", lineBehind: 0) == ([1, 1, 1, 1, 1, 1, 2, 2, 2], 1))
  }

  @Test func longParagraphKeepsItsDirection() {
    let long = String(repeating: "שלום ", count: 200)
    #expect(levels(long + "abc.", lineBehind: 1_000) == ([2, 2, 2, 1], 1))
    // An override that is beyond the limit has no effect.
    #expect(levels("\u{202E}" + long + "שלום", lineBehind: 1_001) == ([1, 1, 1, 1], 1))
    #expect(levels("a" + long + "12 b", lineBehind: 1_001) == ([0, 0, 0, 0], 0))
  }

  @Test func lineAcrossTheLimitIsWhole() {
    let text = String(repeating: "ש", count: BidiParagraph.capacity - 2) + "abcd"
    #expect(levels(text, lineBehind: BidiParagraph.capacity - 2) == ([2, 2, 2, 2], 1))
  }

  @Test func lineLongerThanTheLimitIsCut() {
    let text = String(repeating: "ש", count: 2 * BidiParagraph.capacity)
    #expect(levels(text, lineBehind: 0).line.count == BidiParagraph.capacity)
    #expect(levels(text, lineBehind: 7).line.count == BidiParagraph.capacity)
  }
}
