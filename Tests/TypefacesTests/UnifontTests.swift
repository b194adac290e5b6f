import Foundation
import Graphics
import Octets
import Testing
import Typefaces

@Suite struct UnifontTests {
  /// Debian's file, line by line: code point and rows of hexadecimal digits.
  private static let lines: [(codePoint: UInt32, digits: Substring)] = {
    let data = FileManager.default.contents(atPath: "/usr/share/unifont/unifont.hex") ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map { line in
      let parts = line.split(separator: ":")
      return (UInt32(parts[0], radix: 16) ?? 0, parts[1])
    }
  }()

  /// The same notation made from a glyph's columns.
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

  private let narrowBox = "00007E424242424242424242427E0000"

  @Test func everyGlyphOfTheFileIsFoundUnchanged() {
    #expect(Self.lines.count == 57_086)
    var differing: [UInt32] = []
    for (codePoint, expected) in Self.lines where Self.digits(of: codePoint) != String(expected) {
      differing.append(codePoint)
    }
    #expect(differing == [])
  }

  @Test func everyOtherCharacterIsABox() {
    let known = Set(Self.lines.map(\.codePoint))
    var differing: [UInt32] = []
    for codePoint in 0...UInt32(0xFFFF) where !known.contains(codePoint) {
      if let digits = Self.digits(of: codePoint), digits != narrowBox { differing.append(codePoint) }
    }
    #expect(differing == [])
  }

  @Test(arguments: [0x10000, 0x1F600, 0x20000, 0x10FFFF] as [UInt32])
  func aboveTheFirstPlaneTheBoxIsWide(codePoint: UInt32) throws {
    let scalar = try #require(UTF8Scalar(value: codePoint))
    let width = Unifont().glyph(for: scalar).width
    #expect(width == 16)
  }

  @Test(arguments: [(0x41, 7), (0x4E00, 16)] as [(UInt32, Int)])
  func condensedGlyphsAreTheSameButNarrowOnesStandCloser(codePoint: UInt32, advance: Int) throws {
    let scalar = try #require(UTF8Scalar(value: codePoint))
    let condensed = Unifont(isCondensed: true).glyph(for: scalar)
    let isSame = Self.digits(of: condensed) == Self.digits(of: Unifont().glyph(for: scalar))
    #expect(isSame)
    let (closer, plain) = (condensed.advance, Unifont().glyph(for: scalar).advance)
    #expect(closer == advance && plain == condensed.width)
  }

  @Test(arguments: [(0x0301, true), (0x0323, true), (0x20DD, true), (0x0E34, true), (0x0061, false), (0x4E00, false)])
  func combiningMarksAreKnown(codePoint: UInt32, expected: Bool) throws {
    let scalar = try #require(UTF8Scalar(value: codePoint))
    let isMark = Unifont().glyph(for: scalar).isMark
    #expect(isMark == expected)
  }
}
