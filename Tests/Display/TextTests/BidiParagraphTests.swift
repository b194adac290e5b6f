import Octets
import TestSupport
import Testing
import Text

@Suite struct BidiParagraphTests {
  /// The characters of `text` in visual order, up to the paragraph's capacity.
  private func seen(_ text: String, _ direction: BaseDirection = .automatic) -> String {
    let scalars = Array(text.unicodeScalars)
    var paragraph = BidiParagraph()
    for scalar in scalars {
      guard let scalar = UTF8Scalar(value: scalar.value), paragraph.append(scalar) else { break }
    }
    paragraph.resolve(direction)
    paragraph.resetWhiteSpace(ofLine: 0..<paragraph.count)
    return String(String.UnicodeScalarView(paragraph.visualOrder().map { scalars[$0] }))
  }

  @Test func hebrewRunsToTheLeft() {
    #expect(seen("שלום") == "םולש")
    #expect(seen("abc שלום def") == "abc םולש def")
    #expect(seen("שלום abc def") == "abc def םולש")
  }

  @Test func numbersRunToTheRightEverywhere() {
    #expect(seen("חדר 204") == "204 רדח")
    #expect(seen("الساعة 18:30") == "18:30 ةعاسلا")
    #expect(seen("ב-10.5%") == "10.5%-ב")
  }

  @Test func punctuationGoesWithItsParagraph() {
    #expect(seen("שלום!") == "!םולש")
    #expect(seen("שלום!", .leftToRight) == "םולש!")
    #expect(seen("abc!", .rightToLeft) == "!abc")
  }

  @Test func isolateDoesNotAffectTheParagraph() {
    // Without the isolate, the word would make the paragraph run right to left.
    #expect(seen("\u{2068}שלום\u{2069} 5 (abc)") == "\u{2068}םולש\u{2069} 5 (abc)")
  }

  @Test func charactersBeyondTheCapacityAreRefused() {
    var paragraph = BidiParagraph()
    var taken = 0
    while paragraph.append(.rightToLeft) { taken += 1 }
    paragraph.resolve()
    let levels = (paragraph.level(at: BidiParagraph.capacity - 1), paragraph.level)
    #expect(taken == BidiParagraph.capacity && levels == (1, 1))
  }

  @Test func emptyParagraphRunsToTheRight() {
    var paragraph = BidiParagraph()
    paragraph.resolve()
    paragraph.resetWhiteSpace(ofLine: 0..<0)
    let (level, order) = (paragraph.level, paragraph.visualOrder())
    #expect(level == 0 && order == [])
  }

  @Test func embeddingsBeyondTheLimitAreCountedAndClosed() {
    // Of the 200 embeddings 63 are within the limit. An equal number of closing characters leads back to the start.
    let embedded = String(repeating: "\u{202B}", count: 200) + "א" + String(repeating: "\u{202C}", count: 200) + "a"
    #expect(seen(embedded, .leftToRight) == "אa")
    let isolated = String(repeating: "\u{2067}", count: 200) + "א" + String(repeating: "\u{2069}", count: 200) + "a"
    #expect(seen(isolated, .leftToRight).unicodeScalars.last == "a")
  }

  @Test func bracketsNestedTooDeepAreNotPaired() {
    func nested(_ count: Int) -> String {
      "א" + String(repeating: "(", count: count) + "aב" + String(repeating: ")", count: count) + "ג"
    }
    #expect(seen(nested(63), .leftToRight) == nested(63))
    let unpaired = "א" + String(repeating: "(", count: 64) + "a" + "ג" + String(repeating: ")", count: 64) + "ב"
    #expect(seen(nested(64), .leftToRight) == unpaired)
  }

  @Test func lookFindsRightToLeftText() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = UTF8Scalar(value: value), let unicode = Unicode.Scalar(value) else { continue }
      let isNeeded =
        switch scalar.bidiClass {
        case .rightToLeft, .arabicLetter, .arabicNumber, .leftToRightEmbedding, .leftToRightOverride,
          .rightToLeftEmbedding, .rightToLeftOverride, .leftToRightIsolate, .rightToLeftIsolate, .firstStrongIsolate:
          true
        default: false
        }
      guard isNeeded else { continue }
      let octets = Array(String(unicode).utf8)
      let isFound = octets.span.mayBeBidirectional
      #expect(isFound, "U+\(String(value, radix: 16))")
    }
  }

  @Test func lookPassesOverOtherScripts() {
    for text in ["plain text", "Übelacker", "Ελληνικά", "Русский", "今天晚上", "안녕", "😀👍🏽❤️", "हिन्दी", "ไทย", "“…”—€"] {
      let octets = Array(text.utf8)
      let isFound = octets.span.mayBeBidirectional
      #expect(!isFound, "\(text)")
    }
  }

  @Test func randomClassesAreResolvedInBoundedWork() {
    var random = SeededGenerator(seed: 0xB1D1)
    var paragraph = BidiParagraph()
    for _ in 0..<200 {
      paragraph.removeAll()
      let kinds = Int.random(in: 1...23, using: &random)
      for _ in 0..<BidiParagraph.capacity {
        let bidiClass = BidiClass(rawValue: UInt8.random(in: 0..<UInt8(kinds), using: &random)) ?? .otherNeutral
        let bracket = BidiBracket(isOpening: random.octet() < 160, closing: 0x29)
        _ = paragraph.append(bidiClass, bracket: bidiClass == .otherNeutral ? bracket : nil)
      }
      paragraph.resolve()
      paragraph.resetWhiteSpace(ofLine: 0..<paragraph.count)
      for index in 0..<paragraph.count {
        let level = paragraph.level(at: index) ?? 0
        #expect(level <= 127)
      }
    }
  }

  @Test func paragraphIsFoundAroundALine() {
    let octets = Array("a\nbcd ef\u{2029}g\u{85}h\r\ni".utf8)
    let text = octets.span
    let found = [text.paragraph(around: 4..<5), text.paragraph(around: 11..<12)]
    #expect(found == [2..<11, 11..<14])
  }
}
