import Foundation
import Graphics
import Octets
import TestSupport
import Testing
import Typefaces

@testable import belfry_font

/// The pictures in the pack are those of `Fonts/`, and the enumerations list them in the order of the files.
@Suite struct PictureTests {
  private static func pictures(_ file: String) throws -> [TextPictures.Picture] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../Fonts")
    let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
    return try TextPictures(parsing: text).pictures
  }

  private func isSame(_ glyph: Glyph, as picture: PanelBitmap) -> Bool {
    glyph.width == picture.width && glyph.height == picture.height
      && glyph.octets.indices.map { glyph.octets[$0] } == picture.octets
  }

  @Test func iconsMatchTheFile() throws {
    let pictures = try Self.pictures("icons.txt")
    for (index, picture) in pictures.enumerated() {
      let icon = try #require(Icon(rawValue: index))
      #expect(picture.name == "\(icon)")
      let isSame = isSame(icon.glyph, as: picture.bitmap)
      #expect(isSame, "\(icon)")
      #expect(picture.bitmap.width == Icon.side && picture.bitmap.height == Icon.side)
    }
    #expect(Icon(rawValue: pictures.count) == nil)
  }

  @Test func clockDigitsMatchTheFile() throws {
    let pictures = try Self.pictures("clock-digits.txt")
    #expect(pictures.map(\.name).joined(separator: " ") == "0 1 2 3 4 5 6 7 8 9 colon minus")
    for (index, picture) in pictures.enumerated() {
      let digit = index < 10 ? try #require(ClockDigit(index)) : index == 10 ? .colon : .minus
      let isSame = isSame(digit.glyph, as: picture.bitmap)
      #expect(isSame, "\(picture.name)")
      #expect(picture.bitmap.height == ClockDigit.height)
    }
    #expect(ClockDigit(10) == nil && ClockDigit(-1) == nil)
  }

  @Test func codeDigitsMatchTheFile() throws {
    let pictures = try Self.pictures("code-digits.txt")
    #expect(pictures.map(\.name) == (0..<16).map { String($0, radix: 16, uppercase: true) })
    for (value, picture) in pictures.enumerated() {
      let isSame = isSame(Unifont().codeDigit(value), as: picture.bitmap)
      #expect(isSame, "\(picture.name)")
    }
  }

  @Test func numeralsMatchTheFile() throws {
    let characters = Array("0123456789:/+-%ABCDEF\u{2193}JMNOSTWabcdeghilmnoprstuvwy ".unicodeScalars)
    let pictures = try Self.pictures("numerals.txt")
    #expect(pictures.count == characters.count)
    for (character, picture) in zip(characters, pictures) {
      let scalar = try #require(UTF8Scalar(value: character.value))
      let isSame = isSame(TextFace.numerals.glyph(for: scalar), as: picture.bitmap)
      #expect(isSame, "\(picture.name)")
    }
  }
}
