import Octets
import TestSupport
import Testing

@testable import ANCS

@Suite struct CodeCandidatesTests {
  private static let fillers = ["a", "ü", "码", "，", "ก", "😀", "س"]

  /// Returns the position of the first candidate in `text`; nil without one.
  private static func start(_ text: [UInt8]) -> Int? { CodeCandidates.first(in: text.span) }

  /// Texts of up to 100 octets, so that the number crosses the borders of words and vectors.
  @Test(arguments: ["482913", "٤٨٢٩١٣", "۴۸۲۹۱۳", "४८२९१३", "７３９１０２"])
  func aNumberIsFoundAtEachPosition(_ number: String) {
    for filler in Self.fillers {
      for before in 0...40 {
        for after in 0...40 where (before + after) * filler.utf8.count <= 80 {
          let front = String(repeating: filler, count: before) + (before > 0 ? " " : "")
          let text = Array((front + number + " " + String(repeating: filler, count: after)).utf8)
          let found = Self.start(text)
          #expect(found == front.utf8.count, "\(number) between \(before) and \(after) of \(filler)")
        }
      }
    }
  }

  @Test(arguments: ["#48291", "$48291", "48291%", "@48291", "x=48291", "*48291", "48291*", "48291_a", ".48291%"])
  func aNumberWithASignIsNone(_ text: String) {
    for filler in ["", "hello ", "，"] {
      let marked = Self.start(Array((filler + text).utf8))
      #expect(marked == nil)
      // The next number counts.
      let front = "\(filler)\(text) or "
      let next = Self.start(Array((front + "7391").utf8))
      #expect(next == front.utf8.count)
    }
  }

  @Test func aNumberBetweenAsterisksIsOne() {
    let found = Self.start(Array("code: *48291*".utf8))
    #expect(found == 7)
  }

  @Test func aTextWithoutDigitsHasNone() {
    for filler in Self.fillers {
      for count in 0...80 {
        let found = Self.start(Array(String(repeating: filler, count: count).utf8))
        #expect(found == nil, "\(count) of \(filler)")
      }
    }
  }

  /// Whether an octet may begin a digit of ASCII, Arabic, Devanagari or full width.
  private static func mayBeginDigit(_ octet: UInt8) -> Bool {
    (0x30...0x39).contains(octet) || (0xD8...0xE0).contains(octet) || octet == 0xEF
  }

  /// A text of which `octet` at `place`, behind 7 digits, is the only octet among `count` that may begin a digit.
  private static func text(with octet: UInt8, at place: Int, of count: Int) -> [UInt8] {
    var text = [UInt8](repeating: 0x30, count: count + 14)
    for index in 0..<count { text[7 + index] = 0x20 }
    text[7 + place] = octet
    return text
  }

  @Test func aWordTestsEachOfItsOctets() {
    for octet in UInt8.min...UInt8.max {
      for place in 0..<OctetWord.count {
        let text = Self.text(with: octet, at: place, of: OctetWord.count)
        let expected: UInt = Self.mayBeginDigit(octet) ? 0x80 << UInt(8 * place) : 0
        #expect(OctetWord(text.span, at: 7).digitFlags == expected, "\(octet) at \(place)")
      }
    }
  }

  /// In the first round all other octets are ASCII; in the second one is not.
  @Test(arguments: [0x20, 0xA0] as [UInt8])
  func aGroupTestsEachOfItsOctets(_ filler: UInt8) {
    for octet in UInt8.min...UInt8.max {
      for place in 0..<OctetGroup.count {
        var text = Self.text(with: octet, at: place, of: OctetGroup.count)
        text[place > 0 ? 7 : 8] = filler
        let haveNoDigit = OctetGroup(text.span, at: 7).haveNoDigit
        #expect(haveNoDigit == !Self.mayBeginDigit(octet), "\(octet) at \(place)")
      }
    }
  }

  #if _pointerBitWidth(_64)
    @Test func aVectorTestsEachOfItsOctets() {
      for octet in UInt8.min...UInt8.max {
        for place in 0..<OctetVector.count {
          let text = Self.text(with: octet, at: place, of: OctetVector.count)
          let haveNoDigit = OctetVector(text.span, at: 7).haveNoDigit
          #expect(haveNoDigit == !Self.mayBeginDigit(octet), "\(octet) at \(place)")
        }
      }
    }

    @Test func vectorsTestEachOfTheirOctets() {
      for octet in UInt8.min...UInt8.max {
        for place in 0..<OctetVectors.count {
          let text = Self.text(with: octet, at: place, of: OctetVectors.count)
          let haveNoDigit = OctetVectors(text.span, at: 7).haveNoDigit
          #expect(haveNoDigit == !Self.mayBeginDigit(octet), "\(octet) at \(place)")
        }
      }
    }
  #endif

  /// Whether an ASCII sign around a token shows that it is not a code.
  private static func isMarked(_ token: CodeToken, at position: Int, _ text: [UInt8]) -> Bool {
    let (before, behind) = (Array("#$%&+/=@_~*".utf8), Array("%*+=@_".utf8))
    let (previous, next) = (position > 0 ? text[position - 1] : 0, token.end < text.count ? text[token.end] : 0)
    guard before.contains(previous) else { return behind.contains(next) }
    // A code may be in bold type: "*123456*".
    return previous != 0x2A || next != 0x2A
  }

  /// The first candidate of a text whose characters are read one by one, as `CodeCandidates` reads the words that have
  /// digits.
  private static func plainStart(_ text: [UInt8]) -> Int? {
    var position = 0
    var isInWord = false
    while let step = TextStep(text.span, at: position) {
      if !isInWord, step.isInWord, let token = CodeToken(text.span, at: position) {
        if token.shape != nil, !isMarked(token, at: position, text) { return position }
        (position, isInWord) = (token.end, false)
      } else {
        (position, isInWord) = (step.end, step.isInWord)
      }
    }
    return nil
  }

  /// Random parts, among them octets that are no UTF-8, in texts of up to 160 octets.
  @Test func theSearchFindsWhatReadingEachCharacterFinds() {
    let parts: [[UInt8]] = [
      Array("482913".utf8), Array("7".utf8), Array("48".utf8), Array("٤٨٢٩".utf8), Array("７３９１".utf8), Array("a".utf8),
      Array("hello ".utf8), Array("привет ".utf8), Array("验证码 ".utf8), Array(" ".utf8), Array("-".utf8),
      Array("#".utf8), Array("*".utf8), Array("%".utf8), Array(".".utf8), [0xFF], [0xE0], [0xD9], [0xEF, 0xBC], [0xA0],
      [0x00],
    ]
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      var text: [UInt8] = []
      let count = generator.number(below: 160)
      let fillers = generator.number(below: 8)
      while text.count < count {
        // Most texts consist of fillers, so that a candidate is anywhere in them.
        let isFiller = generator.number(below: 8) < fillers
        text += isFiller ? [0x2E] : parts[generator.number(below: parts.count)]
      }
      let (found, expected) = (Self.start(text), Self.plainStart(text))
      #expect(found == expected, "\(text)")
    }
  }
}
