import Foundation

/// Prints a recorded ANCS session: an example of the library `ANCS` without Bluetooth.
@main
struct Tool {
  static let usage = """
    usage: belfry-ancs-decode FILE

      Prints the values that a phone sent in a recorded session. FILE is one of:

        a btsnoop file with datalink 1002 (H4), as belfry --capture writes it
        a btsnoop file with datalink 2001, as btmon writes it
        a file of Apple's PacketLogger (.pklg)
        records: kind, length in two octets, value. Kind 1 is the Notification
          Source, 2 the Data Source, 3 the Control Point.

      A capture must contain the discovery of the phone's services.
      Up to 4088 octets of each text are kept; "…" marks a text that was longer.
      The exit status is 1 if the session has defects, and 65 if FILE is damaged
      or of another format.

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
    guard !path.hasPrefix("-") else { fail(EX_USAGE, "there is no option \(path); did you mean --help?") }
    guard let data = FileManager.default.contents(atPath: path) else { fail(EX_NOINPUT, "cannot read \(path)") }
    do throws(Recording.Defect) {
      var text = ""
      let status = try report(on: Array(data)) { text += $0 + "\n" }
      write(text)
      exit(status)
    } catch {
      fail(EX_DATAERR, "\(path): \(error.reason)")
    }
  }

  /// Passes the lines of text about `file` to `show`.
  ///
  /// - Returns: the exit status.
  static func report(on file: [UInt8], show: (String) -> Void) throws(Recording.Defect) -> Int32 {
    var decoder = Decoder()
    let values = try Recording.values(in: file)
    for value in values { decoder.decode(value).forEach(show) }
    decoder.finish().forEach(show)
    if values.isEmpty { show("no values of ANCS: record from before the phone connects") }
    let cuts = decoder.cuts > 0 ? ", \(decoder.cuts) texts cut" : ""
    show("\(decoder.replies) replies, \(decoder.defects) defects\(cuts)")
    return decoder.defects > 0 ? EXIT_FAILURE : EXIT_SUCCESS
  }

  private static func write(_ text: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      fail(EX_IOERR, "cannot write to standard output")
    }
  }

  private static func fail(_ status: Int32, _ message: String) -> Never {
    FileHandle.standardError.write(Data("belfry-ancs-decode: \(message)\n".utf8))
    exit(status)
  }
}
