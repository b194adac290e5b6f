import Octets
import Testing
import Text

/// Every property of every code point agrees with the Unicode Character Database. The enumerations' cases have the long
/// names of `PropertyValueAliases.txt`, so the tests need no table of their own.
@Suite struct CharacterPropertiesTests {
  private static let scalars: [UTF8Scalar] = (0...0x10FFFF).compactMap { UTF8Scalar(value: $0) }

  private static func names<Value: RawRepresentable<UInt8>>(_ type: Value.Type) -> [String] {
    (0..<64).compactMap { Value(rawValue: $0) }.map { "\($0)".lowercased() }
  }

  /// The code points whose `property` is wrong, the first ten at most.
  private static func differing<Value: Equatable>(
    _ expected: [Value], _ property: (CharacterProperties) -> Value
  ) -> [String] {
    var differing: [String] = []
    for scalar in scalars where property(scalar.properties) != expected[Int(scalar.value)] {
      if differing.count < 10 { differing.append("U+" + String(scalar.value, radix: 16)) }
    }
    return differing
  }

  @Test func lineBreakClassMatchesTheDatabase() {
    let expected = UnicodeFile.values(
      "extracted/DerivedLineBreak.txt", property: "lb", names: Self.names(LineBreakClass.self))
    #expect(Self.differing(expected) { $0.lineBreakClass.rawValue } == [])
  }

  @Test func bidiClassMatchesTheDatabase() {
    let expected = UnicodeFile.values(
      "extracted/DerivedBidiClass.txt", property: "bc", names: Self.names(BidiClass.self))
    #expect(Self.differing(expected) { $0.bidiClass.rawValue } == [])
  }

  @Test func joiningTypeMatchesTheDatabase() {
    let expected = UnicodeFile.values(
      "extracted/DerivedJoiningType.txt", property: "jt", names: Self.names(JoiningType.self))
    #expect(Self.differing(expected) { $0.joiningType.rawValue } == [])
  }

  @Test func graphemeBreakClassMatchesTheDatabase() {
    var expected = UnicodeFile.values(
      "auxiliary/GraphemeBreakProperty.txt", property: "GCB", names: Self.names(GraphemeBreakClass.self))
    let pictographic = UnicodeFile.members("emoji/emoji-data.txt") { $0[0] == "Extended_Pictographic" }
    for codePoint in expected.indices where pictographic[codePoint] {
      #expect(expected[codePoint] == GraphemeBreakClass.other.rawValue)
      expected[codePoint] = GraphemeBreakClass.extendedPictographic.rawValue
    }
    #expect(Self.differing(expected) { $0.graphemeBreakClass.rawValue } == [])
  }

  @Test func flagsMatchTheDatabase() {
    let assigned = UnicodeFile.members("extracted/DerivedGeneralCategory.txt") { $0[0] != "Cn" }
    let marks = UnicodeFile.members("extracted/DerivedGeneralCategory.txt") { $0[0].hasPrefix("M") }
    let pictographic = UnicodeFile.members("emoji/emoji-data.txt") { $0[0] == "Extended_Pictographic" }
    let unassigned = zip(assigned, pictographic).map { !$0 && $1 }
    let ignorable = UnicodeFile.members("DerivedCoreProperties.txt") { $0[0] == "Default_Ignorable_Code_Point" }
    #expect(Self.differing(marks) { $0.isMark } == [])
    #expect(Self.differing(unassigned) { $0.isUnassignedPictographic } == [])
    #expect(Self.differing(ignorable) { $0.isDefaultIgnorable } == [])
  }

  @Test func eastAsianWidthMatchesTheDatabase() {
    let path = "extracted/DerivedEastAsianWidth.txt"
    var expected = [Bool](repeating: false, count: 0x110000)
    for (codePoints, fields) in UnicodeFile.lines(path, after: "# @missing: ") + UnicodeFile.lines(path) {
      for codePoint in codePoints { expected[codePoint] = ["F", "W", "H", "Wide"].contains(fields[0]) }
    }
    #expect(Self.differing(expected) { $0.isEastAsian } == [])
  }

  @Test func mirrorsMatchTheDatabase() {
    var expected: [Int: UInt32] = [:]
    for (codePoints, fields) in UnicodeFile.lines("BidiMirroring.txt") {
      expected[codePoints.lowerBound] = UInt32(fields[0], radix: 16)
    }
    let found = Self.scalars.filter { $0.mirrored != nil }.map { (Int($0.value), $0.mirrored?.value ?? 0) }
    #expect(expected.count == 428)
    #expect(Dictionary(uniqueKeysWithValues: found) == expected)
  }

  @Test func bracketsMatchTheDatabase() {
    let expected = UnicodeFile.lines("BidiBrackets.txt").map { codePoints, fields in
      "\(codePoints.lowerBound) \(UInt32(fields[0], radix: 16) ?? 0) \(fields[1] == "o")"
    }
    let found = Self.scalars.compactMap { scalar in
      scalar.pairedBracket.map { "\(scalar.value) \($0.other.value) \($0.isOpening)" }
    }
    #expect(expected.count == 128)
    #expect(found.sorted() == expected.sorted())
  }
}
