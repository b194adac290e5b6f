import Foundation
import Graphics
import Testing

@testable import belfry_screens

/// The pictures in the README are those of the samples that it names, so they cannot grow old.
@Suite struct ReadmePicturesTests {
  private static let readme = GoldenPicture.directory.appendingPathComponent("../../../README.md").standardized
  private static let opening = "<!-- pictures: "
  private static let fence = "```\n"

  /// The samples' names, and what stands between the fences that follow them.
  private struct Block {
    let names: [String]
    let range: Range<String.Index>

    init(in text: String) throws {
      let start = try #require(text.range(of: opening))
      let end = try #require(text.range(of: " -->", range: start.upperBound..<text.endIndex))
      names = text[start.upperBound..<end.lowerBound].split(whereSeparator: \.isWhitespace).map(String.init)
      let first = try #require(text.range(of: fence, range: end.upperBound..<text.endIndex))
      let last = try #require(text.range(of: fence, range: first.upperBound..<text.endIndex))
      range = first.upperBound..<last.lowerBound
    }
  }

  /// Two pictures side by side, four by two pixels in each character.
  private static func braille(_ names: [String]) throws -> String {
    var pairs: [String] = []
    for start in stride(from: 0, to: names.count, by: 2) {
      let pictures = try names[start..<min(start + 2, names.count)].map { name in
        lines(of: try #require(ScreenSample.named(name), "\(name)").bitmap())
      }
      let rows = pictures[0].indices.map { row in pictures.map { $0[row] }.joined(separator: "  ") + "\n" }
      pairs.append(rows.joined())
    }
    return pairs.joined(separator: "\n")
  }

  /// The Unicode Standard, braille patterns: dots 1, 2, 3, 7 are the left column, 4, 5, 6, 8 the right one.
  private static func lines(of bitmap: borrowing Bitmap) -> [String] {
    var lines: [String] = []
    for top in stride(from: 0, to: bitmap.height, by: 4) {
      var line = String.UnicodeScalarView()
      for left in stride(from: 0, to: bitmap.width, by: 2) {
        var dots: UInt32 = 0
        for (bit, (x, y)) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)].enumerated()
        where bitmap.isLit(x: left + x, y: top + y) {
          dots |= 1 << UInt32(bit)
        }
        line.append(Unicode.Scalar(0x2800 + dots)!)
      }
      lines.append(String(line))
    }
    return lines
  }

  @Test func readmeShowsTheScreensAsTheyAre() throws {
    var text = try String(contentsOf: Self.readme, encoding: .utf8)
    let block = try Block(in: text)
    let pictures = try Self.braille(block.names)
    guard GoldenPicture.isUpdating else {
      #expect(text[block.range] == pictures, "`make goldens` draws them anew")
      return
    }
    text.replaceSubrange(block.range, with: pictures)
    try text.write(to: Self.readme, atomically: true, encoding: .utf8)
  }
}
