import Foundation
import Sessions

/// Makes a bundle that may be published from the watch's recordings.
@main
struct Tool {
  static let usage = """
    usage: belfry-report --capture FILE --events FILE [--config FILE] BUNDLE

      Makes a bundle of a recorded session: packets, events, settings and chip
      data, without keys, texts, names and addresses. A text or an address is
      replaced by the same substitute each time.

      --capture FILE   the file of belfry --capture
      --events FILE    the file of belfry --events
      --config FILE    the configuration file, such as /etc/belfry.conf
      BUNDLE           the file to write; - is standard output

      Times, bundle identifiers of Apple, models and versions stay. Look at the
      bundle before you publish it.
      The exit status is 65 if a file is damaged or of another format.

    """

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.contains("--help") || words.contains("-h") { return print(usage, terminator: "") }
    var files: [String: String] = [:]
    var targets: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      guard ["--capture", "--events", "--config"].contains(word) else {
        guard word == "-" || !word.hasPrefix("-") else {
          fail(EX_USAGE, "there is no option \(word); did you mean --help?")
        }
        targets.append(word)
        continue
      }
      guard let file = rest.popFirst() else { fail(EX_USAGE, "\(word) needs a file") }
      files[word] = file
    }
    guard targets.count == 1, let capture = files["--capture"], let events = files["--events"] else {
      fail(EX_USAGE, "expected --capture FILE, --events FILE and one BUNDLE; --help says more")
    }
    if targets[0] != "-" { check(targets[0], isNoneOf: Array(files.values)) }
    write(capture: capture, events: events, configuration: files["--config"], to: targets[0])
  }

  /// The bundle replaces the file at its path: neither a recording nor a device may be there.
  private static func check(_ target: String, isNoneOf recordings: [String]) {
    var state = stat()
    guard stat(target, &state) == 0 else { return }
    guard state.st_mode & S_IFMT == S_IFREG else {
      fail(EX_USAGE, "\(target) is not a file; - is standard output")
    }
    for path in recordings {
      var other = stat()
      guard stat(path, &other) == 0, (other.st_dev, other.st_ino) == (state.st_dev, state.st_ino) else { continue }
      fail(EX_USAGE, "\(target) is a recording; name another file for the bundle")
    }
  }

  private static func write(capture: String, events: String, configuration: String?, to target: String) {
    do {
      let session = try Session(
        capture: Array(try read(capture, atMost: SnoopFile.largestFile)),
        events: String(decoding: try read(events, atMost: 32 << 20), as: UTF8.self),
        configuration: try configuration.map { String(decoding: try read($0, atMost: 65_536), as: UTF8.self) })
      if session.isCutShort { note("\(capture) ends within a packet, which is left out") }
      let text = session.lines.joined(separator: "\n") + "\n"
      if target == "-" {
        try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
      } else if !FileManager.default.createFile(atPath: target, contents: Data(text.utf8)) {
        fail(EX_CANTCREAT, "cannot write \(target)")
      }
    } catch let defect as SessionDefect {
      fail(EX_DATAERR, defect.description)
    } catch {
      fail(EX_IOERR, "\(error)")
    }
  }

  /// Reads a file, if it is not larger than `limit`.
  private static func read(_ path: String, atMost limit: Int) throws -> Data {
    guard let file = FileHandle(forReadingAtPath: path) else { fail(EX_NOINPUT, "cannot read \(path)") }
    let data = try file.read(upToCount: limit + 1) ?? Data()
    guard data.count <= limit else { throw SessionDefect("\(path) is larger than \(limit >> 10) KiB: record less") }
    return data
  }

  private static func note(_ message: String) {
    FileHandle.standardError.write(Data("belfry-report: \(message)\n".utf8))
  }

  private static func fail(_ status: Int32, _ message: String) -> Never {
    note(message)
    exit(status)
  }
}
