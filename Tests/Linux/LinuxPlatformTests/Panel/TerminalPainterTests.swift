import LinuxSupport
import Octets
import TestSupport
import Testing

@testable import LinuxPlatform

/// A terminal that interprets the painter's output.
private struct FakeTerminal {
  let columns: Int
  let rows: Int
  private(set) var screen: [[Character]]
  private var row = 0
  private var column = 0

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    screen = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  var lines: [String] {
    screen.map { row in String(row.prefix(1 + (row.lastIndex { $0 != " " } ?? -1))) }
  }

  mutating func show(_ octets: [UInt8]) throws {
    var rest = Substring(String(decoding: octets, as: UTF8.self))
    while let character = rest.popFirst() {
      guard character == "\u{1B}" else {
        try #require(row < rows && column < columns, "drawn outside the terminal")
        screen[row][column] = character
        column += 1
        continue
      }
      let bracket = rest.popFirst()
      try #require(bracket == "[")
      let parameters = rest.prefix { !$0.isLetter }
      rest = rest.dropFirst(parameters.count)
      let final = rest.popFirst()
      control(try #require(final), parameters.split(separator: ";").compactMap { Int($0) })
    }
  }

  private mutating func control(_ final: Character, _ parameters: [Int]) {
    switch final {
    case "H": (row, column) = (parameters[0] - 1, parameters[1] - 1)
    case "J": screen = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    case "K": for index in column..<max(column, columns) { screen[row][index] = " " }
    case "X": for index in column..<(column + parameters[0]) { screen[row][index] = " " }
    case "m": break
    default: Issue.record("unknown control \(final)")
    }
  }
}

@Suite struct TerminalPainterTests: ~Copyable {
  private var terminal = FakeTerminal(columns: 132, rows: 40)
  private var painter = TerminalPainter(columns: 132, rows: 40)
  private var picture = [UInt8](repeating: 0, count: 1_024)

  /// Draws until the painter is done, and returns its output.
  private mutating func paint(_ status: String = "", capacity: Int = 8_192) throws -> [UInt8] {
    var all: [UInt8] = []
    let text = Array(status.utf8)
    let pixels = picture
    for _ in 0..<100 {
      var storage = [UInt8](repeating: 0, count: capacity)
      var isAll = false
      var count = 0
      storage.withUnsafeMutableBufferPointer { buffer in
        var output = OutputSpan(buffer: buffer, initializedCount: 0)
        isAll = painter.paint(pixels.span, status: text.span, into: &output)
        count = output.finalize(for: buffer)
      }
      try terminal.show(Array(storage[..<count]))
      all += storage[..<count]
      if isAll { return all }
    }
    Issue.record("the painter never ends")
    return all
  }

  private mutating func light(_ x: Int, _ y: Int) { picture[y / 8 * 128 + x] |= 1 << (y % 8) }

  /// The expected contents of the terminal for the picture.
  private var expectedHalfBlocks: [String] {
    (0..<32).map { row in
      String(
        (0..<128).map { column -> Character in
          let bits = picture[row / 4 * 128 + column] >> (row % 4 * 2) & 3
          return [" ", "▀", "▄", "█"][Int(bits)]
        })
    }
  }

  @Test mutating func frameStandsAroundTheUnlitPicture() throws {
    _ = try paint("a accept")
    let lines = terminal.lines
    #expect(lines[0] == "┌" + String(repeating: "─", count: 128) + "┐")
    for row in 1...32 { #expect(lines[row] == "│" + String(repeating: " ", count: 128) + "│") }
    #expect(lines[33] == "└" + String(repeating: "─", count: 128) + "┘")
    #expect(lines[34] == "a accept")
    #expect(lines[35...].joined() == "")
  }

  @Test mutating func pixelsAreHalfBlocks() throws {
    for (x, y) in [(0, 0), (1, 1), (2, 0), (2, 1), (127, 63), (5, 8), (64, 31)] { light(x, y) }
    _ = try paint()
    #expect(terminal.screen[1][1...3] == ["▀", "▄", "█"])
    #expect(terminal.screen[32][128] == "▄")
    #expect(terminal.screen[5][6] == "▀")
    #expect(terminal.screen[16][65] == "▄")
  }

  @Test mutating func onlyChangesAreDrawn() throws {
    _ = try paint("status")
    #expect(try paint("status") == [])
    light(3, 4)
    #expect(try paint("status") == Array("\u{1B}[4;5H\u{1B}[97;40m▀\u{1B}[0m".utf8))
    light(10, 5)
    #expect(try paint("status") == Array("\u{1B}[4;12H\u{1B}[97;40m▄\u{1B}[0m".utf8))
    light(3, 5)
    light(5, 4)
    #expect(try paint("status") == Array("\u{1B}[4;5H\u{1B}[97;40m█ ▀\u{1B}[0m".utf8))
    #expect(try paint("other") == Array("\u{1B}[35;1Hother\u{1B}[K".utf8))
    #expect(terminal.lines[34] == "other")
  }

  @Test mutating func anyPicturesInARowEndUpOnTheScreen() throws {
    var generator = SeededGenerator(seed: 10)
    for round in 0..<20 {
      for _ in 0..<(round % 3 == 0 ? 300 : 4) {
        picture[Int.random(in: 0..<1_024, using: &generator)] = UInt8(truncatingIfNeeded: generator.next())
      }
      _ = try paint(capacity: round % 2 == 0 ? 8_192 : 4_200)
      let shown = terminal.screen[1...32].map { String($0[1...128]) }
      #expect(shown == expectedHalfBlocks)
    }
  }

  @Test mutating func smallTerminalGetsBraillePatterns() throws {
    terminal = FakeTerminal(columns: 80, rows: 24)
    painter.resize(columns: 80, rows: 24)
    #expect(painter.style == .braille)
    // The eight dots of the first character one by one, and one dot of the last character.
    let dots: [(Int, Int, UInt32)] = [
      (0, 0, 0x01), (0, 1, 0x02), (0, 2, 0x04), (1, 0, 0x08), (1, 1, 0x10), (1, 2, 0x20), (0, 3, 0x40), (1, 3, 0x80),
    ]
    var mask: UInt32 = 0
    for (x, y, bit) in dots {
      light(x, y)
      mask |= bit
      _ = try paint("hint")
      #expect(terminal.screen[1][1].unicodeScalars.first?.value == 0x2800 + mask)
    }
    light(127, 63)
    _ = try paint("hint")
    #expect(terminal.screen[16][64].unicodeScalars.first?.value == 0x2880)
    #expect(terminal.lines[17] == "└" + String(repeating: "─", count: 64) + "┘")
    #expect(terminal.lines[18] == "hint")
  }

  @Test mutating func tooSmallTerminalIsReportedOnce() throws {
    terminal = FakeTerminal(columns: 65, rows: 19)
    painter.resize(columns: 65, rows: 19)
    _ = try paint("hint")
    #expect(terminal.lines[0] == "Too small: 66 x 19 wanted")
    light(0, 0)
    #expect(try paint("hint") == [])
  }

  @Test mutating func newSizeIsDrawnCompletely() throws {
    light(0, 0)
    _ = try paint("hint")
    painter.resize(columns: 132, rows: 40)
    terminal = FakeTerminal(columns: 132, rows: 40)
    _ = try paint("hint")
    #expect(terminal.screen[1][1] == "▀")
    #expect(terminal.lines[34] == "hint")
  }

  @Test mutating func statusIsCutAndCannotSteerTheTerminal() throws {
    _ = try paint("a\u{1B}[2Jb\n" + String(repeating: "x", count: 200))
    #expect(terminal.lines[34].hasPrefix("a[2Jbxxx"))
    #expect(terminal.lines[0].hasPrefix("┌"))
  }

  @Test mutating func rowsAndFrameFitTheRoomTheyAreGiven() throws {
    painter.resize(columns: 65_535, rows: 65_535)
    terminal = FakeTerminal(columns: 300, rows: 60)
    for index in picture.indices { picture[index] = 0xFF }
    #expect(try paint(String(repeating: "漢", count: 300), capacity: 4_096).count > 128 * 32 * 3)
  }
}
