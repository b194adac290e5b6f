internal import Octets

/// What is known of the panel's addressing mode, window and pointer; writes the commands that move them.
struct PanelCursor {
  var mode = AddressingMode.page
  /// What is added to columns in page mode.
  private let firstColumn: UInt8
  /// The window in horizontal mode, if the pointer stands at its start, as it does again after each whole pass.
  private var window: RAMRegion?
  /// The page in page mode.
  private var page: UInt8?

  init(firstColumn: UInt8 = 0) { self.firstColumn = firstColumn }

  /// Puts the commands into `message` that make the next data octet the first one of `region`: none if it is already.
  mutating func address(_ region: RAMRegion, in newMode: AddressingMode, into message: inout OctetBuffer<10>) {
    guard newMode != mode || newMode == .page || window != region else { return }
    message.append { output in
      output.append(ControlByte.commands)
      if newMode != mode {
        output.append(SSD1306Command.memoryAddressingMode)
        output.append(newMode.rawValue)
      }
      if newMode == .page {
        appendPageStart(of: region, to: &output)
      } else {
        appendWindow(region, to: &output)
      }
    }
    window = newMode == .page ? nil : region
    page = newMode == .page ? region.firstPage : nil
    mode = newMode
  }

  /// The pointer may stand anywhere: a region was left half sent.
  mutating func forgetPointer() { window = nil }

  @_lifetime(output: copy output)
  private func appendPageStart(of region: RAMRegion, to output: inout OutputSpan<UInt8>) {
    if mode != .page || page != region.firstPage { output.append(SSD1306Command.pageStart | region.firstPage) }
    let column = firstColumn &+ region.firstColumn
    output.append(SSD1306Command.lowerColumn | column & 0x0F)
    output.append(SSD1306Command.higherColumn | column >> 4)
  }

  @_lifetime(output: copy output)
  private func appendWindow(_ region: RAMRegion, to output: inout OutputSpan<UInt8>) {
    output.append(SSD1306Command.columnAddress)
    output.append(region.firstColumn)
    output.append(region.lastColumn)
    output.append(SSD1306Command.pageAddress)
    output.append(region.firstPage)
    output.append(region.lastPage)
  }
}
