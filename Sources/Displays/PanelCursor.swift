internal import Octets

/// What is known of the panel's addressing mode, window and pointer; writes the commands that move them.
///
/// Setting the columns of a window moves the pointer to the first of them and leaves its page alone, and setting its
/// pages the reverse: what stays the same is not said again. Of a column in page mode both halves are said each time:
/// the data sheets leave open whether the half that is not said is that of the pointer, which has moved since, or what
/// was said last. SSD1306 datasheet rev 1.1, 10.1.1 to 10.1.5; SH1106 datasheet V2.3, commands 1 and 2.
struct PanelCursor {
  private(set) var mode: AddressingMode
  /// What is added to columns in page mode.
  private let firstColumn: UInt8
  /// The window in horizontal mode, if the pointer stands at its start, as it does again after each whole pass.
  private var window: RAMRegion?
  /// The page in page mode.
  private var page: UInt8?

  /// Nothing is known but the mode.
  init(firstColumn: UInt8 = 0, mode: AddressingMode = .page) {
    self.firstColumn = firstColumn
    self.mode = mode
  }

  /// A region was sent.
  init(behind region: RAMRegion, in mode: AddressingMode) {
    firstColumn = 0
    self.mode = mode
    stand(at: region)
  }

  /// What it costs to make the next data octet the first one of `region`: a message with its address octet and control
  /// octet, or nothing if it is already.
  func addressCost(of region: RAMRegion, in newMode: AddressingMode) -> Int {
    let (setsColumns, setsPages) = settings(for: region, in: newMode)
    guard setsColumns || setsPages else { return 0 }
    let modeCommands = newMode == mode ? 0 : 2
    if newMode == .page { return 2 + modeCommands + (setsPages ? 3 : 2) }
    return 2 + modeCommands + (setsColumns ? 3 : 0) + (setsPages ? 3 : 0)
  }

  /// Puts the commands into `message` that make the next data octet the first one of `region`, behind a control octet
  /// if it has none; nothing if it is already.
  mutating func address(_ region: RAMRegion, in newMode: AddressingMode, into message: inout OctetBuffer<10>) {
    let (setsColumns, setsPages) = settings(for: region, in: newMode)
    guard setsColumns || setsPages else { return }
    let isEmpty = message.isEmpty
    message.append { output in
      if isEmpty { output.append(ControlByte.commands) }
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
    stand(at: region)
  }

  /// The pointer may stand anywhere: a region was left half sent.
  mutating func forgetPointer() { window = nil }

  private mutating func stand(at region: RAMRegion) {
    window = mode == .page ? nil : region
    page = mode == .page ? region.firstPage : nil
  }

  /// What has to be set. The column of a run always has, as no run goes on where the one before it ended.
  private func settings(for region: RAMRegion, in newMode: AddressingMode) -> (columns: Bool, pages: Bool) {
    if newMode == .page { return (true, page != region.firstPage) }
    guard let window else { return (true, true) }
    return (
      window.firstColumn != region.firstColumn || window.lastColumn != region.lastColumn,
      window.firstPage != region.firstPage || window.lastPage != region.lastPage
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
