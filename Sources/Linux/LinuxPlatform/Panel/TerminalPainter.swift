internal import Octets

/// Draws the watch's picture with a terminal's characters: what has changed since it was drawn last.
///
/// In a terminal of 130 columns and 35 rows a character is one column of two pixels (half blocks); in a smaller one,
/// from 66 columns and 19 rows, it is two columns of four pixels (Braille patterns); in a still smaller one a line says
/// what is wanted. Below the frame there is one line of text.
struct TerminalPainter: ~Copyable {
  /// Wide and high, in pixels.
  static var pictureWidth: Int { 128 }
  static var pictureHeight: Int { 64 }
  /// The room that one row of characters takes at most, with its control sequences.
  static var longestRow: Int { 512 }
  /// How much of the line of text is shown at most, in octets.
  static var longestStatus: Int { 256 }
  /// The room that the frame takes at most.
  static var longestFrame: Int { 4_096 }

  enum Style: Equatable {
    case halfBlocks, braille, none

    /// How many pixels a character has.
    var cell: (width: Int, height: Int) { self == .braille ? (2, 4) : (1, 2) }
    var columns: Int { TerminalPainter.pictureWidth / cell.width }
    var rows: Int { TerminalPainter.pictureHeight / cell.height }
    /// With the frame, and the line of text.
    var neededColumns: Int { columns + 2 }
    var neededRows: Int { rows + 3 }
  }

  private(set) var style: Style
  private var columns: Int
  private var rows: Int
  private var shown: [1_024 of UInt8] = .init(repeating: 0)
  private var status = OctetBuffer<256>()
  private var isFrameShown = false

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    style = Self.style(columns: columns, rows: rows)
  }

  /// Starts again, on a terminal of this size.
  mutating func resize(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    style = Self.style(columns: columns, rows: rows)
    isFrameShown = false
  }

  private static func style(columns: Int, rows: Int) -> Style {
    if Style.halfBlocks.fits(columns, rows) { return .halfBlocks }
    return Style.braille.fits(columns, rows) ? .braille : .none
  }

  /// Appends what makes the terminal show `picture`, as far as there is room in `output`.
  ///
  /// - Parameter picture: 1,024 octets, eight pages of 128 columns, the topmost pixel of a column lowest.
  /// - Returns: whether that was all.
  @_lifetime(output: copy output)
  mutating func paint(
    _ picture: Span<UInt8>, status text: Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) -> Bool {
    precondition(picture.count == shown.count)
    if !isFrameShown {
      guard output.freeCapacity >= Self.longestFrame else { return false }
      putFrame(into: &output)
      isFrameShown = true
      status.removeAll()
      for index in shown.indices { shown[index] = 0 }
    }
    guard style != .none else { return true }
    for row in 0..<style.rows {
      guard let changed = changedColumns(row, picture) else { continue }
      guard output.freeCapacity >= Self.longestRow else { return false }
      putCells(row, changed, picture, into: &output)
      keep(row, picture)
    }
    let line = text.extracting(first: min(text.count, Self.longestStatus))
    guard !status.span.isEqual(to: line) else { return true }
    guard output.freeCapacity >= Self.longestRow else { return false }
    putStatus(line, into: &output)
    return true
  }

  /// The first and the last character of a row that are not as shown.
  private func changedColumns(_ row: Int, _ picture: Span<UInt8>) -> ClosedRange<Int>? {
    var changed: ClosedRange<Int>?
    for column in 0..<style.columns where mask(picture, row, column) != mask(shown.span, row, column) {
      changed = (changed?.lowerBound ?? column)...column
    }
    return changed
  }

  private mutating func keep(_ row: Int, _ picture: Span<UInt8>) {
    let height = style.cell.height
    let page = row * height / 8
    let bits = UInt8(truncatingIfNeeded: (1 << height) - 1) << UInt8(row * height % 8)
    for column in 0..<Self.pictureWidth {
      let index = page * Self.pictureWidth + column
      shown[index] = shown[index] & ~bits | picture[index] & bits
    }
  }

  /// The pixels of a character, column by column, the topmost of each lowest.
  private func mask(_ picture: Span<UInt8>, _ row: Int, _ column: Int) -> UInt8 {
    let (width, height) = style.cell
    let start = row * height / 8 * Self.pictureWidth + column * width
    let shift = UInt8(row * height % 8)
    let bits = UInt8(truncatingIfNeeded: (1 << height) - 1)
    let left = picture[start] >> shift & bits
    return width == 1 ? left : left | (picture[start + 1] >> shift & bits) << 4
  }

  @_lifetime(output: copy output)
  private func putCells(
    _ row: Int, _ changed: ClosedRange<Int>, _ picture: Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) {
    // The caller has seen that there is room.
    try? output.put(cursorTo: 2 + row, 2 + changed.lowerBound)
    try? output.put(text: "\u{1B}[97;40m")
    for column in changed {
      let mask = mask(picture, row, column)
      if style == .braille { try? output.put(braille: mask) } else { try? output.put(halfBlock: mask) }
    }
    try? output.put(text: "\u{1B}[0m")
  }

  @_lifetime(output: copy output)
  private mutating func putStatus(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
    status.removeAll()
    try? status.put(text)
    try? output.put(cursorTo: style.neededRows, 1)
    var rest = text
    var room = columns
    while room > 0, let scalar = UTF8Scalar(decoding: &rest) {
      // Nothing that is shown can steer the terminal.
      if scalar.value >= 0x20, !(0x7F...0x9F).contains(scalar.value) { try? output.put(scalar) }
      room -= 1
    }
    try? output.put(text: "\u{1B}[K")
  }

  @_lifetime(output: copy output)
  private func putFrame(into output: inout OutputSpan<UInt8>) {
    try? output.put(text: "\u{1B}[0m\u{1B}[2J")
    guard style != .none else { return putSizeMessage(into: &output) }
    try? output.put(cursorTo: 1, 1)
    try? output.put(text: "┌")
    for _ in 0..<style.columns { try? output.put(text: "─") }
    try? output.put(text: "┐")
    // The unlit picture: black, and erased to the width of the frame.
    for row in 0..<style.rows {
      try? output.put(cursorTo: 2 + row, 1)
      try? output.put(text: "│\u{1B}[40m\u{1B}[")
      try? output.put(decimal: UInt32(style.columns))
      try? output.put(text: "X\u{1B}[0m")
      try? output.put(cursorTo: 2 + row, style.neededColumns)
      try? output.put(text: "│")
    }
    try? output.put(cursorTo: 2 + style.rows, 1)
    try? output.put(text: "└")
    for _ in 0..<style.columns { try? output.put(text: "─") }
    try? output.put(text: "┘")
  }

  @_lifetime(output: copy output)
  private func putSizeMessage(into output: inout OutputSpan<UInt8>) {
    try? output.put(cursorTo: 1, 1)
    try? output.put(text: "Too small: ")
    try? output.put(decimal: UInt32(Style.braille.neededColumns))
    try? output.put(text: " x ")
    try? output.put(decimal: UInt32(Style.braille.neededRows))
    try? output.put(text: " wanted")
  }
}

extension TerminalPainter.Style {
  fileprivate func fits(_ columns: Int, _ rows: Int) -> Bool { columns >= neededColumns && rows >= neededRows }
}
