import Foundation
import Graphics

/// Draws every screen with samples into PNG files, and all of them on one sheet.
@main
struct Tool {
  /// The colours of a white panel.
  static let palette: [[UInt8]] = [[0xF4, 0xF4, 0xF2], [0x08, 0x0B, 0x10], [0xDC, 0xF0, 0xFF], [0x50, 0x54, 0x58]]

  static let usage = """
    usage: belfry-screens [--scale N] DIRECTORY

      Draws every screen with samples, and writes these files to DIRECTORY:

        NAME.png                 one screen
        sheet.png                all screens
        languages.png            the screens with words of the phone, by language
        documentation/NAME.svg   the pictures of the documentation

      --scale N   the width of a pixel of the display in the picture: 1...16
                  (default: 4)

    """

  static func main() {
    var words = CommandLine.arguments.dropFirst()
    if words.contains("--help") || words.contains("-h") {
      print(usage, terminator: "")
      return
    }
    var scale = 4
    if words.first == "--scale" {
      guard let number = words.dropFirst().first.flatMap({ Int($0) }), (1...16).contains(number) else {
        fail(EX_USAGE, "--scale needs a number from 1 to 16; --help says what is accepted")
      }
      scale = number
      words = words.dropFirst(2)
    }
    guard let directory = words.first, words.count == 1, !directory.hasPrefix("-") else {
      fail(EX_USAGE, "expected one DIRECTORY; --help says what is accepted")
    }
    do {
      try writePictures(to: URL(fileURLWithPath: directory), scale: scale)
    } catch {
      fail(EX_CANTCREAT, "cannot write to \(directory): \(error.localizedDescription)")
    }
  }

  private static func writePictures(to directory: URL, scale: Int) throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for sample in ScreenSample.all {
      let canvas = Canvas(sample.bitmap(), scale: scale)
      try write(canvas, to: directory.appendingPathComponent(sample.name + ".png"))
    }
    let sheet = Canvas(sheetOf: ScreenSample.all, columns: 4, scale: 2)
    try write(sheet, to: directory.appendingPathComponent("sheet.png"))
    let languages = LanguageSample.sheet.flatMap { row in row.compactMap { ScreenSample.named($0) } }
    let table = Canvas(sheetOf: languages, columns: LanguageSample.all.count + 1, scale: 2)
    try write(table, to: directory.appendingPathComponent("languages.png"))
    try writeDocumentation(to: directory.appendingPathComponent("documentation"))
  }

  private static func writeDocumentation(to directory: URL) throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for picture in DocumentationPicture.all {
      try picture.svg?.write(
        to: directory.appendingPathComponent(picture.name + ".svg"), atomically: true, encoding: .utf8)
    }
  }

  private static func write(_ canvas: Canvas, to file: URL) throws {
    try Data(PNG(canvas, palette: palette).octets).write(to: file)
  }

  private static func fail(_ status: Int32, _ message: String) -> Never {
    FileHandle.standardError.write(Data("belfry-screens: \(message)\n".utf8))
    exit(status)
  }
}
