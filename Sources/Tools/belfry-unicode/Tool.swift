import Foundation

/// Makes the table of character properties that the firmware embeds.
@main
struct Tool {
  static let usage = """
    usage: belfry-unicode [--input DIRECTORY] OUTPUT

      Packs the properties of each character that text layout needs into the file
      OUTPUT.

      --input DIRECTORY   the Unicode Character Database, as Debian's package
                          unicode-data has it (default: /usr/share/unicode)

    """

  /// One line for the user, and the exit status of `sysexits.h`.
  struct Failure: Error {
    let status: Int32
    let message: String
  }

  static func main() {
    do throws(Failure) {
      guard let (input, output) = try parse(Array(CommandLine.arguments.dropFirst())) else {
        print(usage, terminator: "")
        return
      }
      let pack = try makePack(input)
      try write(pack, to: output)
    } catch {
      FileHandle.standardError.write(Data("belfry-unicode: \(error.message)\n".utf8))
      exit(error.status)
    }
  }

  /// - Returns: nil if help is requested.
  static func parse(_ words: [String]) throws(Failure) -> (input: String, output: String)? {
    var input = "/usr/share/unicode"
    var outputs: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h": return nil
      case "--input":
        guard let value = rest.popFirst() else { throw refusal("--input needs a value") }
        input = value
      case _ where word.hasPrefix("-"): throw refusal("unknown option \(word)")
      default: outputs.append(word)
      }
    }
    guard outputs.count == 1 else { throw refusal("exactly one OUTPUT is needed") }
    return (input, outputs[0])
  }

  private static func refusal(_ reason: String) -> Failure {
    Failure(status: EX_USAGE, message: "\(reason); --help says what is accepted")
  }

  private static func makePack(_ folder: String) throws(Failure) -> UnicodePack {
    do throws(UnicodePack.Defect) {
      let aliases = try read("\(folder)/PropertyValueAliases.txt")
      let database = try CharacterDatabase(aliases: aliases) { path throws(UnicodePack.Defect) in
        try propertyFile("\(folder)/\(path)")
      }
      let forms = ArabicForms(parsing: try read("\(folder)/UnicodeData.txt"))
      return try UnicodePack(records: database.records, mirrors: database.mirrors, forms: forms)
    } catch {
      throw Failure(status: EX_DATAERR, message: error.reason)
    }
  }

  private static func propertyFile(_ path: String) throws(UnicodePack.Defect) -> PropertyFile {
    let text = try read(path)
    do throws(PropertyFile.Defect) {
      return try PropertyFile(parsing: text)
    } catch {
      throw UnicodePack.Defect(reason: "\(path):\(error.line): \(error.reason)")
    }
  }

  private static func read(_ path: String) throws(UnicodePack.Defect) -> String {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw UnicodePack.Defect(
        reason: "cannot read \(path): install the Debian package unicode-data, or name its folder with --input")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Writes through a temporary file, so that a build never reads an incomplete pack.
  private static func write(_ pack: UnicodePack, to path: String) throws(Failure) {
    let file = URL(fileURLWithPath: path)
    do {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(pack.octets).write(to: file, options: .atomic)
    } catch {
      throw Failure(status: EX_CANTCREAT, message: "cannot write \(path): \(error.localizedDescription)")
    }
  }
}
