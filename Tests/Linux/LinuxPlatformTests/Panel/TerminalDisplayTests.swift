import Foundation
import LinuxSupport
import TestSupport
import Testing

@testable import LinuxPlatform

/// The state of a terminal after the program has ended. Each test runs a separate process at a pseudo-terminal.
@Suite struct TerminalDisplayTests {
  /// Makes the terminal the process's standard input and output.
  private static func attach(_ path: String) {
    let terminal = open(path, O_RDWR | O_NOCTTY)
    dup2(terminal, 0)
    dup2(terminal, 1)
    close(terminal)
  }

  private static func settings(_ descriptor: Int32) -> tcflag_t {
    var settings = termios()
    tcgetattr(descriptor, &settings)
    return settings.c_lflag & tcflag_t(ICANON | ECHO)
  }

  private enum End {
    case exit, deinitialisation, fault
  }

  /// Draws on the terminal, and ends the process.
  private static func run(at path: String, until end: End) throws {
    attach(path)
    do {
      var display = try TerminalDisplay()
      let picture = [UInt8](repeating: 0xFF, count: 1_024)
      repeat {
        try display.show(picture.span, status: Array("hint".utf8).span)
        usleep(1_000)
      } while display.interest == .write
      guard settings(0) == 0 else { fatalError("keys would be echoed") }
      switch end {
      case .exit: Program.exit(.unavailable)
      case .fault: abort()
      case .deinitialisation: break
      }
    }
    _exit(7)
  }

  /// Runs `body` at a new terminal, and checks its output and its state afterwards.
  private func withTerminal(_ end: String, _ body: (String) async -> Void) async throws {
    let line = try PseudoTerminal()
    // Keeps the terminal's settings after the process has ended.
    let other = open(line.path, O_RDWR | O_NOCTTY)
    var size = winsize(ws_row: 40, ws_col: 132, ws_xpixel: 0, ws_ypixel: 0)
    #expect(ioctl(other, UInt(TIOCSWINSZ), &size) == 0)
    let master = line.master
    let reading = Task.detached {
      var shown: [UInt8] = []
      while !shown.hasEnded {
        shown += readAll(master)
        try await Task.sleep(for: .milliseconds(1))
      }
      return shown
    }
    await body(line.path)
    #expect(Self.settings(other) == tcflag_t(ICANON | ECHO), "\(end)")
    writeAll(other, [0])
    close(other)
    let text = String(decoding: try await reading.value.dropLast(), as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}[?1049h\u{1B}[?25l"), "\(end)")
    #expect(text.contains("█████"), "\(end)")
    #expect(text.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"), "\(end)")
  }

  @Test func terminalIsGivenBackHoweverTheProgramEnds() async throws {
    try await withTerminal("exit") { path in
      await #expect(processExitsWith: .exitCode(69)) { [path = path as String] in
        try Self.run(at: path, until: .exit)
      }
    }
    try await withTerminal("the display's end") { path in
      await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
        try Self.run(at: path, until: .deinitialisation)
      }
    }
    try await withTerminal("a fault") { path in
      await #expect(processExitsWith: .signal(SIGABRT)) { [path = path as String] in
        try Self.run(at: path, until: .fault)
      }
    }
  }
}

extension [UInt8] {
  /// Whether the zero that marks the end has arrived.
  fileprivate var hasEnded: Bool { last == 0 }
}
