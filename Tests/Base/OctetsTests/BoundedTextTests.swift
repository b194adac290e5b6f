import Octets
import TestSupport
import Testing

@Suite struct BoundedTextTests {
  @Test func textThatFitsExactlyIsWhole() {
    let text = BoundedText<8>(repairing: Array("ab微信".utf8).span)
    #expect(string(text) == "ab微信")
    #expect(text.count == 8)
    #expect(!text.isTruncated)
  }

  /// For every capacity below the text's length, no character is cut in half.
  @Test func textThatDoesNotFitIsCutAtACharacterBoundary() {
    let octets = Array("aé微😀".utf8)
    #expect(string(BoundedText<9>(repairing: octets.span)) == "aé微")
    #expect(string(BoundedText<6>(repairing: octets.span)) == "aé微")
    #expect(string(BoundedText<5>(repairing: octets.span)) == "aé")
    #expect(string(BoundedText<2>(repairing: octets.span)) == "a")
    #expect(BoundedText<9>(repairing: octets.span).isTruncated)
    #expect(BoundedText<0>(repairing: octets.span).isTruncated)
  }

  @Test func nothingFollowsACut() {
    var text = BoundedText<4>(repairing: Array("ab微".utf8).span)
    text.append(repairing: Array("c".utf8).span)
    #expect(string(text) == "ab")
    text.removeAll()
    #expect(!text.isTruncated)
    text.append(repairing: Array("c".utf8).span)
    #expect(string(text) == "c")
  }

  @Test(arguments: [
    ("abcdef", "abcdef"), ("abcdefg", "abc…"), ("abcé😀", "abc…"), ("ab微é", "ab…"), ("éé微é", "é…"), ("微微微", "微…"),
  ])
  func anEllipsisTakesThePlaceOfTheLastCharacters(whole: String, marked: String) {
    var text = BoundedText<6>(repairing: Array(whole.utf8).span)
    text.markEnd()
    #expect(string(text) == marked)
    text.append(repairing: Array("x".utf8).span)
    #expect(string(text) == marked)
  }

  /// A replacement character takes three octets, more than the octets it replaces.
  @Test func repairedPartsCountWithTheirNewLength() {
    let text = BoundedText<5>(repairing: ([0x41, 0xFF, 0x42, 0xFF] as [UInt8]).span)
    #expect(string(text) == "A\u{FFFD}B")
    #expect(text.isTruncated)
  }

  @Test func literalIsCopied() {
    #expect(string(BoundedText<8>("微信")) == "微信")
    #expect(string(BoundedText<4>("微信")) == "微")
    #expect(BoundedText<4>("").isEmpty)
  }

  @Test func scalarsAreAppendedInUTF8() {
    var text = BoundedText<10>()
    for value: UInt32 in [0x41, 0xE9, 0x5FAE, 0x1F600] {
      if let scalar = UTF8Scalar(value: value) { text.append(scalar) }
    }
    #expect(string(text) == "Aé微😀")
  }

  @Test func equalityIsOfTheOctets() {
    let text = BoundedText<8>("ab")
    #expect(text.isEqual(to: BoundedText<8>("ab")))
    #expect(!text.isEqual(to: BoundedText<8>("abc")))
    #expect(!text.isEqual(to: BoundedText<8>("aB")))
  }

  /// Seeded random octets: the result is the standard library's repair of them, cut, and always valid.
  @Test func anyOctetsBecomeValidText() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let octets = generator.octets(generator.number(in: 0..<24))
      let text = BoundedText<32>(repairing: octets.span)
      let expected = String(decoding: octets, as: UTF8.self)
      #expect(String(validating: text.span.list, as: UTF8.self) != nil)
      #expect(expected.utf8.starts(with: text.span.list))
      #expect(text.isTruncated == (expected.utf8.count > text.count))
    }
  }

  private func string<let capacity: Int>(_ text: BoundedText<capacity>) -> String {
    String(decoding: text.span.list, as: UTF8.self)
  }
}
