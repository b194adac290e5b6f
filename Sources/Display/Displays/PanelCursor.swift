internal import Octets

/// The known state of the panel's addressing mode, window and pointer; writes the commands that change them.
///
/// Setting the columns of a window moves the pointer to the first of them and keeps its page; setting its pages does
/// the reverse. A value that stays the same is not sent again. In page mode both halves of a column are always sent,
/// because the data sheets do not define a half that is not sent: it may be the pointer's, which has moved, or the last
/// one sent. They also do not define whether a window's columns limit the runs of page mode, so a change to page mode
/// makes the window as wide as the RAM. SSD1306 datasheet rev 1.1, 10.1.1 to 10.1.5; SH1106 datasheet V2.3, commands 1
/// and 2.
struct PanelCursor {
  private(set) var mode: AddressingMode
  /// The offset that is added to columns in page mode.
  private let firstColumn: UInt8
  /// In horizontal mode: the window, if the pointer is at its start. After a whole pass the pointer is there again.
  /// In page mode: the run that was sent last. Its page is still set.
  private var region: RAMRegion?

  /// Nothing is known but the mode.
  init(firstColumn: UInt8 = 0, mode: AddressingMode = .page) {
    self.firstColumn = firstColumn
    self.mode = mode
  }

  /// A region was sent.
  init(behind region: RAMRegion, in mode: AddressingMode) {
    firstColumn = 0
    self.mode = mode
    self.region = region
  }

  /// The cost to make the next data octet the first one of `region`: a message with its address octet and control
  /// octet, or 0 if it already is.
  func addressCost(of region: RAMRegion, in newMode: AddressingMode) -> Int {
    let (setsColumns, setsPages) = settings(for: region, in: newMode)
    guard setsColumns || setsPages || newMode == .page else { return 0 }
    return Self.addressCost(in: newMode, after: mode, setsColumns: setsColumns, setsPages: setsPages)
  }

  /// The cost to set the columns of the window or the pages of the region, or both, and the column of a run.
  @inline(__always)  // For the search, which knows most of what it depends on.
  static func addressCost(
    in newMode: AddressingMode, after mode: AddressingMode, setsColumns: Bool, setsPages: Bool
  ) -> Int {
    let modeCommands = newMode == mode ? 0 : 2
    let columnCommands = setsColumns ? 3 : 0
    if newMode == .page { return 2 + columnCommands + modeCommands + (setsPages ? 3 : 2) }
    return 2 + modeCommands + columnCommands + (setsPages ? 3 : 0)
  }

  /// Puts the commands into `message` that make the next data octet the first one of `region`. An empty message gets a
  /// control octet first. Puts nothing in horizontal mode if the pointer already stands at the start of `region`.
  mutating func address(_ region: RAMRegion, in newMode: AddressingMode, into message: inout OctetBuffer<10>) {
    let (setsColumns, setsPages) = settings(for: region, in: newMode)
    guard setsColumns || setsPages || newMode == .page else { return }
    let isEmpty = message.isEmpty
    message.append { output in
      if isEmpty { output.append(ControlByte.commands) }
      // While the mode is one to which it says something.
      if setsColumns, newMode == .page { append(SSD1306Command.columnAddress, 0, RAMRegion.rightmost, to: &output) }
      if newMode != mode {
        output.append(SSD1306Command.memoryAddressingMode)
        output.append(newMode.rawValue)
      }
      if newMode == .page {
        appendPageStart(of: region, setsPage: setsPages, to: &output)
      } else {
        if setsColumns { append(SSD1306Command.columnAddress, region.firstColumn, region.lastColumn, to: &output) }
        if setsPages { append(SSD1306Command.pageAddress, region.firstPage, region.lastPage, to: &output) }
      }
    }
    mode = newMode
    self.region = region
  }

  /// The pointer may stand anywhere: a region was left half sent. Of a run it cannot have left the page.
  mutating func forgetPointer() {
    if mode != .page { region = nil }
  }

  /// Whether the columns of the window and the pages must be set. The column of a run always must, because no run
  /// starts where the previous one ended.
  private func settings(for next: RAMRegion, in newMode: AddressingMode) -> (columns: Bool, pages: Bool) {
    if newMode == .page {
      let isWide = mode == .page || region?.isWide == true
      return (!isWide, mode != .page || region?.firstPage != next.firstPage)
    }
    guard let region, newMode == mode else { return (true, true) }
    return (
      region.firstColumn != next.firstColumn || region.lastColumn != next.lastColumn,
      region.firstPage != next.firstPage || region.lastPage != next.lastPage
    )
  }

  @_lifetime(output: copy output)
  private func appendPageStart(of region: RAMRegion, setsPage: Bool, to output: inout OutputSpan<UInt8>) {
    if setsPage { output.append(SSD1306Command.pageStart | region.firstPage) }
    let column = firstColumn &+ region.firstColumn
    output.append(SSD1306Command.lowerColumn | column & 0x0F)
    output.append(SSD1306Command.higherColumn | column >> 4)
  }

  @_lifetime(output: copy output)
  private func append(_ command: UInt8, _ first: UInt8, _ last: UInt8, to output: inout OutputSpan<UInt8>) {
    output.append(command)
    output.append(first)
    output.append(last)
  }
}
