import Foundation

/// Makes the glyph pack that the firmware embeds.
@main
struct Tool {
  /// The files in the folder of pictures, in the order of the pack's sets.
  static let pictureFiles = ["clock-digits.txt", "numerals.txt", "icons.txt", "missing.txt", "code-digits.txt"]

  /// One line for the user, and the exit status of `sysexits.h`.
  struct Failure: Error {
    let status: Int32
    let message: String
  }

  static func main() {
    do throws(Failure) {
      let arguments = try parseArguments()
      if arguments.wantsHelp {
        print(Arguments.usage, terminator: "")
        return
      }
      let pack = try makePack(arguments)
      try write(pack, to: arguments.output)
    } catch {
      FileHandle.standardError.write(Data("belfry-font: \(error.message)\n".utf8))
      exit(error.status)
    }
  }

  private static func parseArguments() throws(Failure) -> Arguments {
    do throws(Arguments.Refusal) {
      return try Arguments(Array(CommandLine.arguments.dropFirst()))
    } catch {
      throw Failure(status: EX_USAGE, message: "\(error.reason); --help says what is accepted")
    }
  }

  private static func makePack(_ arguments: Arguments) throws(Failure) -> GlyphPack {
    var glyphs: [UInt32: PanelBitmap] = [:]
    for path in arguments.inputs { glyphs.merge(try readGlyphs(path)) { first, _ in first } }
    var marks: Set<UInt32> = []
    for path in arguments.marks { marks.formUnion(try readMarks(path)) }
    var pictureSets: [[TextPictures.Picture]] = []
    for file in pictureFiles { pictureSets.append(try readPictures("\(arguments.pictures)/\(file)")) }
    var second = SecondTypeface()
    if let path = arguments.second { second = try readSecond(path) }
    return GlyphPack(glyphs: glyphs, marks: marks, pictureSets: pictureSets, second: second)
  }

  private static func readGlyphs(_ path: String) throws(Failure) -> [UInt32: PanelBitmap] {
    let text = try read(path, remedy: "install the Debian package unifont, or name the file with --input")
    do throws(UnifontFile.Defect) {
      return try UnifontFile(parsing: text).glyphs
    } catch {
      throw Failure(status: EX_DATAERR, message: "\(path):\(error.line): \(error.reason)")
    }
  }

  private static func readSecond(_ path: String) throws(Failure) -> SecondTypeface {
    let text = try read(path, remedy: "Fonts/second_typeface.py writes it")
    do throws(UnifontFile.Defect) {
      return try SecondTypeface(parsing: text)
    } catch {
      throw Failure(status: EX_DATAERR, message: "\(path):\(error.line): \(error.reason)")
    }
  }

  private static func readMarks(_ path: String) throws(Failure) -> Set<UInt32> {
    let text = try read(path, remedy: "install the Debian package unifont, or name the file with --marks")
    do throws(UnifontFile.Defect) {
      return try CombiningMarks(parsing: text).codePoints
    } catch {
      throw Failure(status: EX_DATAERR, message: "\(path):\(error.line): \(error.reason)")
    }
  }

  private static func readPictures(_ path: String) throws(Failure) -> [TextPictures.Picture] {
    let text = try read(path, remedy: "run it in the top folder of the sources, or name the folder with --pictures")
    do throws(TextPictures.Defect) {
      return try TextPictures(parsing: text).pictures
    } catch {
      throw Failure(status: EX_DATAERR, message: "\(path):\(error.line): \(error.reason)")
    }
  }

  private static func read(_ path: String, remedy: String) throws(Failure) -> String {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(status: EX_NOINPUT, message: "cannot read \(path): \(remedy)")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Writes through a temporary file, so that a build never reads an incomplete pack.
  private static func write(_ pack: GlyphPack, to path: String) throws(Failure) {
    let file = URL(fileURLWithPath: path)
    do {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(pack.octets).write(to: file, options: .atomic)
    } catch {
      throw Failure(status: EX_CANTCREAT, message: "cannot write \(path): \(error.localizedDescription)")
    }
  }
}
