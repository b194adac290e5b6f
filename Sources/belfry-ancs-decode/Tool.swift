import Foundation

/// Prints a recorded ANCS session: an example of the library `ANCS`, without any Bluetooth.
@main
struct Tool {
  static let usage = """
    usage: belfry-ancs-decode FILE

      Prints what a phone told in a recorded session. FILE is a btsnoop file, as belfry --capture writes it, or records:
      kind (1: Notification Source, 2: Data Source, 3: Control Point), length in two octets, value.

    """

  static func main() {
    let words = CommandLine.arguments.dropFirst()
    if words.contains("--help") || words.contains("-h") {
      print(usage, terminator: "")
      return
    }
    guard let path = words.first, words.count == 1 else {
      fail(EX_USAGE, "expected one FILE; --help says what is accepted")
    }
    guard let data = FileManager.default.contents(atPath: path) else { fail(EX_NOINPUT, "cannot read \(path)") }
    do {
      var decoder = Decoder()
      for value in try Recording.values(in: Array(data)) {
        for line in decoder.decode(value) { print(line) }
      }
      print("\(decoder.replies) replies, \(decoder.defects) defects")
    } catch {
      fail(EX_DATAERR, "\(path): \(error.reason)")
    }
  }

  private static func fail(_ status: Int32, _ message: String) -> Never {
    FileHandle.standardError.write(Data("belfry-ancs-decode: \(message)\n".utf8))
    exit(status)
  }
}
