import Testing

@testable import belfry_unicode

@Suite struct UnicodeToolTests {
  private static let noForms = ArabicForms(parsing: "")

  @Test func linesAreReadWithTheirFields() throws {
    let file = try PropertyFile(
      parsing: "# comment\n\n# @missing: 20A0..20CF; ET\n0041 ; L # A\n0028; 0029; o # PAREN\n0590..05FF;R\n")
    #expect(file.missing == [PropertyFile.Entry(codePoints: 0x20A0...0x20CF, fields: ["ET"])])
    #expect(file.entries.map(\.codePoints) == [0x41...0x41, 0x28...0x28, 0x590...0x5FF])
    #expect(file.entries.map(\.fields) == [["L"], ["0029", "o"], ["R"]])
  }

  @Test(arguments: ["0041", "x; L", "0042..0041; L", "110000; L", "1..2..3; L"])
  func damagedLineIsRefusedWithItsNumber(line: String) {
    #expect { try PropertyFile(parsing: "0040; L\n" + line) } throws: { ($0 as? PropertyFile.Defect)?.line == 2 }
  }

  @Test func explicitValuesOverrideTheDefaults() throws {
    let file = try PropertyFile(parsing: "0041; 2\n# @missing: 0000..10FFFF; 0\n# @missing: 0040..0042; 1\n")
    let values = try file.values(9) { Int($0) }
    #expect(values[0x3F...0x43] == [0, 1, 2, 1, 0])
  }

  @Test func packKeepsEqualPartsOnce() throws {
    let one = [UInt32](repeating: 7, count: UnicodePack.codePointCount)
    var other = one
    other[0x10FFFF] = 8
    // A header, one octet per 512 code points, one block of 32 leaf numbers, one leaf, one record.
    #expect(try UnicodePack(records: one, mirrors: [:], forms: Self.noForms).octets.count == 48 + 2_176 + 64 + 16 + 4)
    #expect(
      try UnicodePack(records: other, mirrors: [:], forms: Self.noForms).octets.count == 48 + 2_176 + 2 * (64 + 16 + 4))
  }

  @Test func packRefusesMoreRecordsThanItCanNumber() {
    let records = (0..<UInt32(UnicodePack.codePointCount)).map { $0 & 0xFFF }
    #expect(throws: UnicodePack.Defect.self) { try UnicodePack(records: records, mirrors: [:], forms: Self.noForms) }
    let none = [UInt32](repeating: 0, count: UnicodePack.codePointCount)
    #expect(throws: UnicodePack.Defect.self) {
      try UnicodePack(records: none, mirrors: [0x10000: 1], forms: Self.noForms)
    }
  }

  @Test func valueOfAnotherVersionIsRefused() {
    #expect(throws: UnicodePack.Defect.self) {
      try CharacterDatabase(aliases: "lb ; AK ; Aksara\n") { path throws(UnicodePack.Defect) in
        try! PropertyFile(parsing: path.hasSuffix("LineBreak.txt") ? "1B05; AK\n" : "0041; XX\n")
      }
    }
  }

  @Test func argumentsNameFiles() throws {
    let arguments = try #require(try Tool.parse(["--input", "a", "b"]))
    #expect(arguments.input == "a" && arguments.output == "b")
    #expect(try Tool.parse(["--help"]) == nil)
  }

  @Test(arguments: [[], ["--input"], ["--nonsense", "a"], ["a", "b"]])
  func wrongArgumentsAreRefused(words: [String]) {
    #expect(throws: Tool.Failure.self) { try Tool.parse(words) }
  }
}
