import TestSupport
import Testing

@testable import Sessions

/// The replacements of texts and addresses in a bundle.
@Suite struct PseudonymsTests {
  private var pseudonyms = Pseudonyms(random: SeededGenerator(seed: 5))

  @Test(arguments: ["Anna", "王小明", "Nguyễn Thị Hương", "Привет", "안녕", "שלום", "สวัสดี", "+49 170 1234567", "👍🏽 ok"])
  mutating func aTextKeepsItsLengthAndLosesItsWords(_ text: String) {
    var pseudonyms = self.pseudonyms
    let other = pseudonyms.text(text)
    #expect(other.utf8.count == text.utf8.count && other.unicodeScalars.count == text.unicodeScalars.count)
    for (one, two) in zip(text.unicodeScalars, other.unicodeScalars) {
      #expect(one.properties.generalCategory == two.properties.generalCategory)
      let stays = one.properties.generalCategory == .spaceSeparator || one.properties.isJoinControl
      if one.properties.isAlphabetic, !one.properties.isDiacritic, one.properties.generalCategory == .lowercaseLetter {
        #expect(one != two && !stays)
      }
    }
  }

  @Test func theSameWordBecomesTheSameWord() {
    var pseudonyms = pseudonyms
    let one = pseudonyms.text("Anna calls Otto")
    let other = pseudonyms.text("Otto, Anna!")
    let words = one.split(separator: " ")
    #expect(other == "\(words[2]), \(words[0])!")
  }

  /// Swift's strings are equal if they are canonically equivalent, in whatever octets.
  @Test(arguments: [("\u{D30C}\u{C77C}", "\u{1111}\u{1161}\u{110B}\u{1175}\u{11AF}"), ("\u{2126}", "\u{3A9}")])
  func wordsThatAreOnlyEquivalentKeepTheirOwnLengths(_ one: String, _ other: String) {
    #expect(one == other && one.utf8.count != other.utf8.count)
    for words in [[one, other, one], [other, one, other]] {
      var pseudonyms = pseudonyms
      let replaced = words.map { pseudonyms.text($0) }
      #expect(replaced.map(\.utf8.count) == words.map(\.utf8.count))
      #expect(Array(replaced[0].utf8) == Array(replaced[2].utf8))
    }
  }

  @Test func layoutStays() {
    var pseudonyms = pseudonyms
    #expect(pseudonyms.text("\u{202D}1\u{202C} –").hasPrefix("\u{202D}"))
    #expect(pseudonyms.text("e\u{301}").unicodeScalars.last == "\u{301}")
  }

  @Test func invalidUTF8StaysInvalid() {
    var pseudonyms = pseudonyms
    for text in [[0xE4, 0xB8], [0x80, 0x41], [0xFF, 0xFE], [0xF0, 0x9F, 0x98]] as [[UInt8]] {
      let other = pseudonyms.text(text)
      #expect(other.count == text.count && other != text)
      #expect(String(validating: other, as: UTF8.self) == nil)
    }
  }

  @Test func identifiersOfTheSystemStay() {
    var pseudonyms = pseudonyms
    #expect(pseudonyms.application(Array("com.apple.MobileSMS".utf8)) == Array("com.apple.MobileSMS".utf8))
    #expect(pseudonyms.application(Array("com.tencent.xin".utf8)) != Array("com.tencent.xin".utf8))
  }

  @Test(arguments: ["6F1B2C3D4E5F60718293A4B5C6D7E8F9", "6f1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9"])
  func theNumberOfAWebPageIsReplaced(_ number: String) {
    var pseudonyms = pseudonyms
    let other = pseudonyms.application(Array("com.apple.WebKit.PushBundle.\(number)".utf8))
    #expect(!String(decoding: other, as: UTF8.self).hasSuffix(number))
  }

  @Test func anAddressKeepsItsKind() {
    var pseudonyms = pseudonyms
    for last in [0x00, 0x40, 0xC0] as [UInt8] {
      let address: [UInt8] = [1, 2, 3, 4, 5, last | 6]
      let other = pseudonyms.address(address, isRandom: true)
      #expect(other != address && other[5] & 0xC0 == last)
      #expect(pseudonyms.address(address, isRandom: true) == other)
    }
  }

  @Test func anAddressOfAKnownPhoneStaysResolvable() {
    var pseudonyms = pseudonyms
    let key = SessionPhone.key(0, of: .identityResolving)
    let other = pseudonyms.address([1, 2, 3, 4, 5, 0x46], isRandom: true, resolvedBy: key)
    #expect(other == resolvableAddress(Array(other[3...]), key: key))
  }

  @Test func theDefaultAddressOfAChipStays() {
    var pseudonyms = pseudonyms
    for address in [octets(hex: "AAAAAAAAAAAA"), octets(hex: "1FAC12A14343"), octets(hex: "000000000000")] {
      #expect(pseudonyms.address(address, isRandom: false) == address)
    }
  }
}
