import Foundation
import Graphics
import LinuxPlatform
import Sessions
import Timing

/// Runs the watch on the packets of a bundle, and compares the packets that it sends with the recorded ones.
@main
struct Tool {
  static let usage = """
    usage: belfry-replay [--events] [--pictures] [--trace FILE] BUNDLE

      Feeds the packets and buttons of a bundle of belfry-report to the watch, at
      their recorded times, and prints where the watch now sends something else.

      --events     prints the events of the watch, as belfry --events - does
      --pictures   prints each picture of the display
      --trace FILE writes what the watch received, for belfry-bench watch

      The exit status is 1 if there is a difference, and 65 if BUNDLE is damaged.

    """

  static func main() {
    var words = Array(CommandLine.arguments.dropFirst())
    if words.contains("--help") || words.contains("-h") { return print(usage, terminator: "") }
    let trace = takeTrace(from: &words)
    let files = words.filter { !["--events", "--pictures"].contains($0) }
    guard files.count == 1, let path = files.first, !path.hasPrefix("-") else {
      fail(EX_USAGE, "expected one BUNDLE; --help says what is accepted")
    }
    if let trace { check(trace, isNot: path) }
    guard let data = FileManager.default.contents(atPath: path) else { fail(EX_NOINPUT, "cannot read \(path)") }
    do throws(SessionDefect) {
      let session = try Session(lines: String(decoding: data, as: UTF8.self))
      let isShowing = words.contains("--pictures")
      let replay = try Replay(session, events: openLog(words.contains("--events"))) { time, bitmap in
        if isShowing { show(time, bitmap) }
      }
      let differences = try replay.run()
      if let trace { write(try replay.trace(), to: trace) }
      for difference in differences { say("\(difference)") }
      say("\(session.log.packets.count) packets, \(differences.count) differences")
      exit(differences.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE)
    } catch {
      fail(EX_DATAERR, "\(path): \(error)")
    }
  }

  /// Removes `--trace FILE` from `words`.
  ///
  /// - Returns: the file's path; nil if there is no such option.
  private static func takeTrace(from words: inout [String]) -> String? {
    guard let option = words.firstIndex(of: "--trace") else { return nil }
    guard option + 1 < words.count, !words[option + 1].hasPrefix("-") else {
      fail(EX_USAGE, "expected a file after --trace; --help says what is accepted")
    }
    let path = words[option + 1]
    words.removeSubrange(option...option + 1)
    return path
  }

  /// The trace replaces the file at its path: neither the bundle nor a device may be there.
  private static func check(_ trace: String, isNot bundle: String) {
    var (state, other) = (stat(), stat())
    guard stat(trace, &state) == 0 else { return }
    guard state.st_mode & S_IFMT == S_IFREG else { fail(EX_USAGE, "\(trace) is not a file") }
    guard stat(bundle, &other) == 0, (other.st_dev, other.st_ino) == (state.st_dev, state.st_ino) else { return }
    fail(EX_USAGE, "\(trace) is the bundle; name another file for the trace")
  }

  private static func write(_ octets: [UInt8], to path: String) {
    guard FileManager.default.createFile(atPath: path, contents: Data(octets)) else {
      fail(EX_CANTCREAT, "cannot write \(path)")
    }
  }

  /// The log on standard output, or no log.
  private static func openLog(_ isWanted: Bool) -> EventLog {
    var log = EventLog()
    guard isWanted else { return log }
    do throws(PlatformError) {
      try log.open(StaticBytes("-"))
    } catch {
      error.report()
    }
    return log
  }

  /// Prints without a buffer, because the event log writes to the same file.
  private static func say(_ line: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    } catch {
      fail(EX_IOERR, "cannot write to standard output")
    }
  }

  /// Prints two rows of pixels as one line of text.
  private static func show(_ time: Instant, _ bitmap: borrowing Bitmap) {
    say("picture at \(time.microseconds / 1_000) ms")
    for y in stride(from: 0, to: bitmap.height, by: 2) {
      var line = ""
      for x in 0..<bitmap.width {
        switch (bitmap.isLit(x: x, y: y), bitmap.isLit(x: x, y: y + 1)) {
        case (true, true): line += "█"
        case (true, false): line += "▀"
        case (false, true): line += "▄"
        case (false, false): line += " "
        }
      }
      say(line)
    }
  }

  private static func fail(_ status: Int32, _ message: String) -> Never {
    FileHandle.standardError.write(Data("belfry-replay: \(message)\n".utf8))
    exit(status)
  }
}
