import Foundation
import Graphics
import Octets
import TestSupport
import Testing
import Typefaces

@Suite struct UnifontTests {
  private typealias Line = (codePoint: UInt32, digits: Substring)

  /// The lines of a file: code point, and rows of hexadecimal digits.
  private static func lines(_ path: String) -> [Line] {
    let data = FileManager.default.contents(atPath: path) ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map { line in
      let parts = line.split(separator: ":")
      return (UInt32(parts[0], radix: 16) ?? 0, parts[1])
    }
  }

  /// The lines of Debian's Unifont.
  private static let lines = lines("/usr/share/unifont/unifont.hex")
  /// The lines that `Fonts/upper_planes.py` makes from Debian's outline font.
  private static let upperLines = lines(
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../../build/assets/upper.hex"
    ).standardized.path)

  /// The same notation, made from a glyph's columns.
  private static func digits(of glyph: Glyph) -> String {
    let digitCount = glyph.width / 4
    return (0..<glyph.height).map { y in
      var row = 0
      for x in 0..<glyph.width { row = row << 1 | Int(glyph.octets[y / 8 * glyph.width + x] >> (y % 8) & 1) }
      let digits = String(row, radix: 16, uppercase: true)
      return String(repeating: "0", count: digitCount - digits.count) + digits
    }.joined()
  }

  private static func digits(of codePoint: UInt32) -> String? {
    UTF8Scalar(value: codePoint).map { digits(of: Unifont().glyph(for: $0)) }
  }

  @Test func everyGlyphOfTheFileIsFoundUnchanged() {
    #expect(Self.lines.count >= 57_086)
    var differing: [UInt32] = []
    for (codePoint, expected) in Self.lines + Self.upperLines where Self.digits(of: codePoint) != String(expected) {
      differing.append(codePoint)
    }
    #expect(differing == [])
  }

  @Test func theUpperPlanesArePresent() {
    #expect(Self.upperLines.count >= 13_179)
    let emoji = Self.upperLines.filter { (0x1F300...0x1FAFF).contains($0.codePoint) }
    #expect(emoji.count >= 1_852)
    // The grinning face as drawn from the outline font.
    #expect(Self.digits(of: 0x1F600) == "000003E00C181004200226324631400140014FF92AAA26B213E40C1803E00000")
  }

  @Test func everyOtherCharacterIsABox() {
    let known = Set((Self.lines + Self.upperLines).map(\.codePoint))
    var differing: [UInt32] = []
    for codePoint in 0...UInt32(0x10FFFF) where !known.contains(codePoint) {
      guard let scalar = UTF8Scalar(value: codePoint) else { continue }
      let glyph = Unifont().glyph(for: scalar)
      if !glyph.isMissing || glyph.width != 16 { differing.append(codePoint) }
    }
    #expect(differing == [])
  }

  private static func picture(_ text: String) -> String {
    var bitmap = Bitmap()
    bitmap.drawText(Array(text.utf8).span, in: bitmap.bounds, Unifont())
    return bitmap.picture()
  }

  /// The second text of each pair is one character: a family, a couple with a heart, a kiss, a couple hand in hand.
  @Test(
    arguments: [
      ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}", "\u{1F46A}"),
      ("\u{1F469}\u{200D}\u{2764}\u{FE0F}\u{200D}\u{1F469}", "\u{1F491}"),
      ("\u{1F469}\u{1F3FD}\u{200D}\u{2764}\u{FE0F}\u{200D}\u{1F468}\u{1F3FB}", "\u{1F491}"),
      ("\u{1F469}\u{200D}\u{2764}\u{FE0F}\u{200D}\u{1F48B}\u{200D}\u{1F468}", "\u{1F48F}"),
      ("\u{1F9D1}\u{200D}\u{1F91D}\u{200D}\u{1F9D1}", "\u{1F46B}"),
      ("\u{1F469}\u{200D}\u{1F4BB}", "\u{1F469}"),
    ])
  func joinedPeopleAreShownAsWhatTheyAreTogether(sequence: String, together: String) {
    let count = Unifont().missingCount(in: Array(together.utf8).span)
    #expect(count == 0)
    #expect(Self.picture(sequence) == Self.picture(together))
  }

  /// The first rows of the box for a character without a glyph.
  private static func box(_ codePoint: UInt32) -> [String] {
    let text = Array(String(UnicodeScalar(codePoint) ?? "?").utf8)
    var bitmap = Bitmap(width: 16, height: 16)
    bitmap.drawText(text.span, in: bitmap.bounds, Unifont())
    return (1..<6).map { y in String((0..<16).map { bitmap.isLit(x: $0, y: y) ? "#" : "." }) }
  }

  @Test func theBoxHasTheCodePoint() {
    #expect(
      Self.box(0xF8FF) == [
        "###############.", "#.............#.", "#...###.###...#.", "#...#...#.#...#.", "#...##..###...#.",
      ])
    #expect(
      Self.box(0x1FFFF) == [
        "###############.", "#.............#.", "#.###..#..###.#.", "#.#.#.##..#...#.", "#.#.#..#..##..#.",
      ])
  }

  @Test func missingCharactersAreCounted() {
    let octets = Array("a\u{F8FF}汉\u{1FFFF}\u{200D}\u{FE0F}\u{1F600}\u{E0067}\n".utf8)
    let count = Unifont().missingCount(in: octets.span)
    #expect(count == 2)
  }

  @Test(arguments: [(0x41, 7), (0x4E00, 16)] as [(UInt32, Int)])
  func condensedGlyphsDifferOnlyInTheAdvanceOfNarrowOnes(codePoint: UInt32, advance: Int) throws {
    let scalar = try #require(UTF8Scalar(value: codePoint))
    let condensed = Unifont(isCondensed: true).glyph(for: scalar)
    let isSame = Self.digits(of: condensed) == Self.digits(of: Unifont().glyph(for: scalar))
    #expect(isSame)
    let (closer, plain) = (condensed.advance, Unifont().glyph(for: scalar).advance)
    #expect(closer == advance && plain == condensed.width)
  }

  /// The title bar of a screen relies on this.
  @Test func topRowOfBasicLettersIsFree() throws {
    for value in 0x20...0x7E as ClosedRange<UInt32> {
      let glyph = Unifont().glyph(for: try #require(UTF8Scalar(value: value)))
      let isFree = (0..<glyph.width).allSatisfy { glyph.octets[$0] & 1 == 0 }
      #expect(isFree, "U+\(String(value, radix: 16))")
    }
  }

  @Test(arguments: [
    (0x0301, true), (0x0323, true), (0x20DD, true), (0x0E34, true), (0x05B0, true), (0x064B, true), (0x1D165, true),
    (0x0061, false), (0x4E00, false), (0x1F600, false),
  ])
  func combiningMarksAreKnown(codePoint: UInt32, expected: Bool) throws {
    let scalar = try #require(UTF8Scalar(value: codePoint))
    let isMark = Unifont().glyph(for: scalar).isMark
    #expect(isMark == expected)
  }
}
