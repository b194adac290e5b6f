import Octets
import Testing

@testable import Text

/// A watch without the table of all scripts breaks lines of Latin text as one with the table.
@Suite struct LatinPropertiesTests {
  private static func properties(_ value: UInt32) -> CharacterProperties {
    CharacterProperties(record: LatinProperties.record(of: value))
  }

  @Test func asciiHasThePropertiesOfTheTable() throws {
    for value: UInt32 in 0..<0x80 {
      let expected = try #require(UTF8Scalar(value: value)).properties
      let found = Self.properties(value)
      #expect(found.lineBreakClass == expected.lineBreakClass, "U+\(String(value, radix: 16))")
      #expect(found.graphemeBreakClass == expected.graphemeBreakClass, "U+\(String(value, radix: 16))")
      #expect(found.isMark == expected.isMark, "U+\(String(value, radix: 16))")
    }
  }

  @Test func marksBelongToTheLetterBeforeThem() {
    for value: UInt32 in 0x300...0x36F {
      #expect(Self.properties(value).graphemeBreakClass == .extend)
      #expect(Self.properties(value).isMark)
    }
  }

  @Test func lettersOfEuropeanLanguagesDoNotBreak() {
    for value: UInt32 in 0xC0...0x24F where value != 0xD7 && value != 0xF7 {
      #expect(Self.properties(value).lineBreakClass == .alphabetic)
    }
  }
}
