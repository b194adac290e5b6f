import Octets
import Testing

@testable import Text

@Suite struct LineBreakerTests {
  /// The offsets at which lines may end, with a simple implementation of the look-ahead.
  private static func boundaries(_ scalars: [CharacterProperties]) -> [Bool] {
    var breaker = LineBreaker(first: scalars[0])
    return scalars.indices.dropFirst().map { index in
      let behind = scalars.dropFirst(index + 1).first {
        $0.lineBreakClass != .combiningMark && $0.lineBreakClass != .zwj
      }
      let isNumberNext = behind?.lineBreakClass == .numeric
      return breaker.opportunity(before: scalars[index], isNumberNext: isNumberNext) != .prohibited
    }
  }

  /// A build without `Scripts` knows only these rules.
  @Test func latinTextBreaksAfterSpacesAndHyphensAndAtIdeographs() {
    for text in ["one |two-|three, |four", "10.5 |% |(a |b)", "a\u{A0}b !", "\u{65E5}|\u{672C}|x", "e\u{301} |f\n|g"] {
      #expect(Self.latinBreaks(in: text.replacing("|", with: "")) == text)
    }
  }

  /// The text with a bar at each place at which a line may or must end.
  private static func latinBreaks(in text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let classes = scalars.map { (UTF8Scalar(value: $0.value) ?? .replacement).properties }
    var breaker = LineBreaker(first: classes[0])
    var result = String(scalars[0])
    for (scalar, next) in zip(scalars, classes).dropFirst() {
      if breaker.latinOpportunity(before: next.lineBreakClass) != .prohibited { result += "|" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  @Test func allUnicodeTestCasesPass() {
    let file = BreakTestFile("auxiliary/LineBreakTest.txt")
    #expect(file.cases.count == 7_654)
    #expect(file.failures("LineBreakTest.txt", Self.boundaries) == [])
  }

  /// One scalar of each kind that the rules distinguish.
  private static let kinds: [CharacterProperties] = {
    var found: [[Int]: CharacterProperties] = [:]
    for scalar in (0...UInt32(0x10FFFF)).compactMap({ UTF8Scalar(value: $0) }) {
      let properties = scalar.properties
      let flags = [properties.isEastAsian, properties.isUnassignedPictographic, properties.isMark].map { $0 ? 1 : 0 }
      found[[Int(properties.lineBreakClass.rawValue)] + flags] = properties
    }
    return Array(found.values)
  }()

  @Test func theShortcutForASpaceAgreesWithTheRules() throws {
    let space = try #require(UTF8Scalar(value: 0x20)).properties
    #expect(Self.kinds.count > 40)
    for (first, second) in Self.kinds.flatMap({ first in Self.kinds.map { (first, $0) } }) {
      var quick = LineBreaker(first: first)
      _ = quick.opportunity(before: second, isNumberNext: false)
      var whole = quick
      let isTaken = quick.takeSpace()
      let found = whole.opportunity(before: space, isNumberNext: false)
      #expect(found == (isTaken ? .prohibited : .mandatory) && (!isTaken || quick == whole))
    }
  }
}
