import Testing

/// A model of a panel that follows its data sheet. It gives what the display shows, and the commands that it refused.
///
/// Written from the data sheets alone, independently of the driver: SSD1306 rev 1.1, SSD1309 rev 1.1, SH1106 V2.3.
struct PanelSpecimen {
  enum Part: String, CaseIterable { case ssd1306, ssd1306Half, sh1106, ssd1309 }

  let part: Part
  /// Whether the columns of the window also limit page mode: the data sheets can be read both ways.
  var windowBindsPageMode = false
  private(set) var complaints: [String] = []
  private(set) var isOn = false
  private(set) var contrast = 0x80
  private(set) var startLine = 0
  private var ram: [[UInt8]]
  private var isInverse = false
  private var isSegmentRemapped = false
  private var isScanReversed = false
  private var rows = 64
  private var mode = 2
  private var column = 0
  private var page = 0
  private var columnWindow = 0...127
  private var pageWindow = 0...7
  private var words: [Int] = []
  private var isPumping: Bool
  /// Whether the panel moves its picture by itself, as another program may have left it.
  private var isScrolling: Bool

  init(_ part: Part) {
    self.part = part
    // The RAM holds random data at power-on. The SH1106's converter is on from the start; the SSD1306's charge pump is
    // off.
    ram = (0..<8).map { page in
      (0..<(part == .sh1106 ? 132 : 128)).map { UInt8(truncatingIfNeeded: $0 * 89 + page * 37) }
    }
    isPumping = part == .sh1106
    isScrolling = part != .sh1106
  }

  private var width: Int { ram[0].count }
  private var isSolomon: Bool { part != .sh1106 }
  var panelRows: Int { part == .ssd1306Half ? 32 : 64 }

  // MARK: The bus

  mutating func receive(_ message: [UInt8]) {
    guard let control = message.first, control == 0x00 || control == 0x40 else {
      return complaints.append("control octet \(message.first ?? 0xFF)")
    }
    for octet in message.dropFirst() {
      if control == 0x40 { write(octet) } else { take(Int(octet)) }
    }
  }

  private mutating func take(_ octet: Int) {
    words.append(octet)
    guard words.count > operandCount(of: words[0]) else { return }
    perform(words[0], Array(words.dropFirst()))
    words = []
  }

  private func operandCount(of command: Int) -> Int {
    switch command {
    case 0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB: 1
    case 0x20, 0x8D: isSolomon ? 1 : 0
    case 0x21, 0x22: isSolomon ? 2 : 0
    case 0xAD: isSolomon ? 0 : 1
    default: 0
    }
  }

  private mutating func perform(_ command: Int, _ operands: [Int]) {
    switch command {
    case 0x00...0x0F: if mode == 2 { column = column & 0xF0 | command }
    case 0x10...0x1F: if mode == 2 { column = column & 0x0F | (command & 0x0F) << 4 }
    case 0x40...0x7F: startLine = command & 0x3F
    case 0x81: contrast = operands[0]
    case 0xA0, 0xA1: isSegmentRemapped = command == 0xA1
    case 0xA6, 0xA7: isInverse = command == 0xA7
    case 0xA8: rows = operands[0] + 1
    case 0xAE, 0xAF: isOn = command == 0xAF
    case 0xB0...0xB7: if mode == 2 { page = command & 7 }
    case 0xC0, 0xC8: isScanReversed = command == 0xC8
    case 0xA4, 0xD5, 0xD9, 0xDB: break
    case 0xD3: if operands[0] != 0 { complaints.append("offset") }
    case 0xDA: if operands[0] != (part == .ssd1306Half ? 0x02 : 0x12) { complaints.append("COM pins") }
    default: performOwn(command, operands)
    }
  }

  /// Performs the commands that only some of the parts have.
  private mutating func performOwn(_ command: Int, _ operands: [Int]) {
    switch (part, command) {
    case (.sh1106, 0x30...0x33): break
    case (.ssd1306, 0x2E), (.ssd1306Half, 0x2E), (.ssd1309, 0x2E): isScrolling = false
    case (.sh1106, 0xAD): if isOn { complaints.append("converter while on") } else { isPumping = operands[0] == 0x8B }
    case (.ssd1306, 0x8D), (.ssd1306Half, 0x8D): isPumping = operands[0] == 0x14
    case (.ssd1306, 0x20), (.ssd1306Half, 0x20), (.ssd1309, 0x20): mode = operands[0]
    case (.ssd1306, 0x21), (.ssd1306Half, 0x21), (.ssd1309, 0x21):
      guard operands[0] <= operands[1], operands[1] < 128 else { return complaints.append("columns \(operands)") }
      columnWindow = operands[0]...operands[1]
      column = operands[0]
    case (.ssd1306, 0x22), (.ssd1306Half, 0x22), (.ssd1309, 0x22):
      guard operands[0] <= operands[1], operands[1] < 8 else { return complaints.append("pages \(operands)") }
      pageWindow = operands[0]...operands[1]
      page = operands[0]
    default: complaints.append("command \(String(command, radix: 16))")
    }
  }

  // MARK: The RAM

  private mutating func write(_ octet: UInt8) {
    if !words.isEmpty { complaints.append("data in a command") }
    if isScrolling { complaints.append("data while the picture scrolls") }
    guard column < width else { return complaints.append("column \(column)") }
    ram[page][column] = octet
    if mode == 2, windowBindsPageMode, column == columnWindow.upperBound {
      column = columnWindow.lowerBound
    } else if mode == 2 {
      // The SH1106's column stays at the end; on the other parts it wraps around. A driver must rely on neither.
      column = isSolomon && column == 127 ? 0 : column + 1
    } else if column == columnWindow.upperBound {
      column = columnWindow.lowerBound
      page = page == pageWindow.upperBound ? pageWindow.lowerBound : page + 1
    } else {
      column += 1
    }
  }

  // MARK: The display

  /// The picture that a viewer sees, page by page, with the display the right way up. On all known modules, segments
  /// and rows are numbered in reverse unless both are turned round.
  func shownPixels(isTurned: Bool) -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: 128 * panelRows / 8)
    guard isOn, part == .ssd1309 || isPumping, rows == panelRows else { return octets }
    for y in 0..<panelRows {
      for x in 0..<128 where isLit(x: isTurned ? 127 - x : x, y: isTurned ? panelRows - 1 - y : y) {
        octets[y / 8 * 128 + x] |= 1 << (y % 8)
      }
    }
    return octets
  }

  /// Whether a pixel of the mounted display is on. Its top left corner is the last segment of the last row.
  private func isLit(x: Int, y: Int) -> Bool {
    let segment = (width - 128) / 2 + (127 - x)
    let column = isSegmentRemapped ? width - 1 - segment : segment
    let common = panelRows - 1 - y
    let line = (startLine + (isScanReversed ? panelRows - 1 - common : common)) % 64
    return (ram[line / 8][column] >> (line % 8) & 1 == 1) != isInverse
  }
}
