import Foundation
import Testing

@testable import belfry_screens

/// The pictures in `Documentation/images` match the screens.
@Suite struct DocumentationPicturesTests {
  private static let root = GoldenPicture.directory.appendingPathComponent("../../../..").standardized
  private static let directory = root.appendingPathComponent("Documentation/images")

  private static func file(_ picture: DocumentationPicture) -> URL {
    directory.appendingPathComponent(picture.name + ".svg")
  }

  @Test(arguments: DocumentationPicture.all.indices)
  func pictureShowsTheScreensAsTheyAre(_ index: Int) throws {
    let picture = DocumentationPicture.all[index]
    let svg = try #require(picture.svg, "\(picture.name) names a sample that does not exist")
    guard GoldenPicture.isUpdating else {
      let kept = try? String(contentsOf: Self.file(picture), encoding: .utf8)
      #expect(kept == svg, "\(picture.name).svg differs: `make goldens` writes it")
      return
    }
    try FileManager.default.createDirectory(at: Self.directory, withIntermediateDirectories: true)
    try svg.write(to: Self.file(picture), atomically: true, encoding: .utf8)
  }

  @Test func directoryHasNoOtherPictures() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.directory.path)
    let names = Set(DocumentationPicture.all.map { $0.name + ".svg" })
    #expect(Set(files).subtracting(names).isEmpty)
  }

  @Test func everyPictureIsShownByAPage() throws {
    let pages = FileManager.default.enumerator(
      at: Self.directory.deletingLastPathComponent(), includingPropertiesForKeys: nil)
    var text = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    for case let page as URL in try #require(pages) where page.pathExtension == "md" {
      text += try String(contentsOf: page, encoding: .utf8)
    }
    for picture in DocumentationPicture.all { #expect(text.contains("images/\(picture.name).svg)")) }
  }
}
