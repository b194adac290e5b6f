import Testing

@testable import belfry_font

@Suite struct FontToolTests {
  @Test func glyphsAreReadInBothWidths() throws {
    let file = try UnifontFile(
      parsing: "0041:80010000000000000000000000000000\n4E00:8001" + String(repeating: "0", count: 56) + "0003\n")
    let narrow = try #require(file.glyphs[0x41])
    #expect(narrow.width == 8 && narrow.height == 16)
    #expect(narrow.octets == [1, 0, 0, 0, 0, 0, 0, 2] + [UInt8](repeating: 0, count: 8))
    let wide = try #require(file.glyphs[0x4E00])
    #expect(wide.width == 16)
    #expect(wide.octets[0] == 1 && wide.octets[15] == 1 && wide.octets[30] == 0x80 && wide.octets[31] == 0x80)
  }

  @Test(arguments: [
    "0041", "G:00", "110000:" + String(repeating: "0", count: 32), "0041:" + String(repeating: "0", count: 31),
    "0041:" + String(repeating: "0", count: 48), "0041:" + String(repeating: "x", count: 32),
    "0041:+" + String(repeating: "0", count: 31),
  ])
  func damagedGlyphLineIsRefusedWithItsNumber(line: String) {
    let whole = "0040:" + String(repeating: "0", count: 32) + "\n" + line
    #expect { try UnifontFile(parsing: whole) } throws: { ($0 as? UnifontFile.Defect)?.line == 2 }
  }

  @Test func glyphGivenTwiceIsRefused() {
    let line = "0041:" + String(repeating: "0", count: 32)
    #expect(throws: UnifontFile.Defect(line: 2, reason: "U+41 comes twice")) {
      try UnifontFile(parsing: line + "\n" + line)
    }
  }

  @Test func marksOfBothDirectionsAreRead() throws {
    #expect(try CombiningMarks(parsing: "0301:-8\n064B:0\n20DD:-16\n").codePoints == [0x301, 0x64B, 0x20DD])
    #expect(throws: UnifontFile.Defect(line: 1, reason: "not CODEPOINT:OFFSET")) {
      try CombiningMarks(parsing: "0301")
    }
  }

  @Test func picturesAreReadInTheirOrder() throws {
    let pictures = try TextPictures(parsing: "// comment\nb:\n#.\n.#\n\na:\n#\n").pictures
    #expect(pictures.map(\.name) == ["b", "a"])
    #expect(pictures[0].bitmap.octets == [1, 2])
  }

  @Test(arguments: [
    ("#.\n", 1), ("a:\n#.\n#\n", 1), ("a:\n#x\n", 2), ("a:\n\nb:\n#\n", 1), ("a:\n#\na:\n#\n", 3),
  ])
  func damagedPictureIsRefusedWithItsLine(text: String, line: Int) {
    #expect { try TextPictures(parsing: text) } throws: { ($0 as? TextPictures.Defect)?.line == line }
  }

  @Test func picturesOfMoreThan64KiBAreRefused() throws {
    let rows = String(repeating: String(repeating: "#", count: 255) + "\n", count: 255)
    let text = (1...9).map { "\($0):\n\(rows)" }.joined()
    let eight = try TextPictures(parsing: (1...8).map { "\($0):\n\(rows)" }.joined())
    #expect(!GlyphPack(glyphs: [:], marks: [], pictureSets: [eight.pictures, [], [], [], []]).octets.isEmpty)
    #expect(throws: TextPictures.Defect(line: 8 * 256 + 1, reason: "the pictures are larger than 64 KiB")) {
      try TextPictures(parsing: text)
    }
  }

  @Test func argumentsNameFiles() throws {
    let arguments = try Arguments(["--input", "a", "--marks", "b", "--pictures", "c", "d"])
    #expect(arguments.inputs == ["a"] && arguments.marks == ["b"])
    #expect(arguments.pictures == "c" && arguments.output == "d")
    #expect(try Arguments(["d"]).inputs == ["/usr/share/unifont/unifont.hex"])
    #expect(try Arguments(["--input", "a", "--input", "b", "d"]).inputs == ["a", "b"])
    #expect(try Arguments(["--help"]).wantsHelp)
  }

  @Test(arguments: [[], ["--input"], ["--nonsense", "a"], ["a", "b"]])
  func wrongArgumentsAreRefused(words: [String]) {
    #expect(throws: Arguments.Refusal.self) { try Arguments(words) }
  }

  @Test func packBeginsWithItsMagicAndKeepsItsAlignment() {
    let glyph = PanelBitmap(rows: [[Bool]](repeating: [Bool](repeating: true, count: 8), count: 16))
    let pack = GlyphPack(glyphs: [0x41: glyph], marks: [], pictureSets: [[], [], [], [], []])
    #expect(Array(pack.octets.prefix(8)) == Array("BELFONT".utf8) + [5])
    #expect(pack.octets.count % 16 == 0)
    #expect(pack.octets.suffix(32).prefix(16).allSatisfy { $0 == 0xFF })
    #expect(pack.octets.suffix(16).allSatisfy { $0 == 0 }, "no second typeface")
  }

  @Test func secondTypefaceHasBothSizes() throws {
    let small = String(repeating: "FC", count: 12)
    let large = String(repeating: "FFF0", count: 24)
    let octets = try SecondTypeface(parsing: "0041:\(small):\(large)\n00E9:\(small):\(large)\n").octets
    #expect(Array(octets.prefix(8)) == [2, 0, 0, 0, 0x41, 0, 0xE9, 0])
    #expect(octets.count == 8 + 2 * (12 + 36))
    #expect(octets[8] == 0xFF && octets[14] == 0x0F, "12 rows are a page and a half")
  }

  @Test(arguments: [
    "0041:00", "0041:00:00", "x:FC:FC",
    "0041:\(String(repeating: "0", count: 24)):\(String(repeating: "g", count: 96))",
  ])
  func damagedSecondTypefaceIsRefused(_ line: String) {
    #expect(throws: UnifontFile.Defect.self) { try SecondTypeface(parsing: line) }
  }

  @Test func codePointsOfTheSecondTypefaceAscend() {
    let rows = "\(String(repeating: "0", count: 24)):\(String(repeating: "0", count: 96))"
    #expect(throws: UnifontFile.Defect.self) { try SecondTypeface(parsing: "0042:\(rows)\n0041:\(rows)") }
  }
}
