/// The panel's side of the bus: decodes the messages of a driver into RAM and shows what the display would.
///
/// The terminal display and the tests look through it. It knows the commands of `SSD1306Command` and counts what it
/// does not know. SSD1306 datasheet rev 1.1, 8.1.5.2, 9 and 10.
public struct SSD1306Model: ~Copyable {
  /// Whether the display is on.
  public private(set) var isOn = false
  /// Whether lit and dark pixels are exchanged.
  public private(set) var isInverted = false
  /// The brightness: 0...255.
  public private(set) var contrast: UInt8 = 0x7F
  /// The row of the memory that is shown first.
  public private(set) var startLine = 0
  /// How the pointer moves after each octet.
  public private(set) var mode = AddressingMode.page
  /// Commands that it does not know, and messages that it cannot read.
  public private(set) var refusedCount = 0
  private var ram = PanelPicture()
  private var column = 0
  private var page = 0
  private var columns = 0...127
  private var pages = 0...7
  private var pending: (command: UInt8, first: UInt8?, missing: Int)?

  /// Creates a panel after its reset.
  public init() {}

  /// Takes one message: the control byte and what follows.
  public mutating func receive(_ message: Span<UInt8>) {
    var index = 0
    while index < message.count {
      let control = message[index]
      index += 1
      if control & 0x80 != 0 {
        guard index < message.count else { return refuse() }
        receive(message[index], isData: control & 0x40 != 0)
        index += 1
        continue
      }
      while index < message.count {
        receive(message[index], isData: control & 0x40 != 0)
        index += 1
      }
    }
  }

  /// Whether a pixel of the display is lit, with the start line, inversion and power taken into account.
  public func isLit(column: Int, row: Int) -> Bool {
    isOn && ram.isLit(column: column, row: (row + startLine) & 63) != isInverted
  }

  /// The picture on the display: `PanelGeometry.octets` octets, page after page.
  public func picture() -> PanelPicture {
    var picture = PanelPicture()
    guard isOn else { return picture }
    picture.copy(ram.span, movedDownBy: (64 - startLine) & 63)
    if isInverted {
      for index in 0..<PanelGeometry.octets { picture.octets[index] = ~picture.octets[index] }
    }
    return picture
  }

  private mutating func refuse() { refusedCount += 1 }

  private mutating func receive(_ octet: UInt8, isData: Bool) {
    if isData {
      write(octet)
    } else if let waiting = pending {
      takeParameter(octet, of: waiting)
    } else {
      takeCommand(octet)
    }
  }

  // MARK: Data

  private mutating func write(_ octet: UInt8) {
    ram.octets[page * PanelGeometry.columns + column] = octet
    switch mode {
    case .page: column = column == 127 ? 0 : column + 1
    case .horizontal:
      if advanceColumn() { advancePage() }
    case .vertical:
      if advancePage() { advanceColumn() }
    }
  }

  /// Moves to the next column of the window; returns whether that wrapped.
  @discardableResult
  private mutating func advanceColumn() -> Bool {
    guard column == columns.upperBound else {
      column = column == 127 ? 0 : column + 1
      return false
    }
    column = columns.lowerBound
    return true
  }

  @discardableResult
  private mutating func advancePage() -> Bool {
    guard page == pages.upperBound else {
      page = (page + 1) & 7
      return false
    }
    page = pages.lowerBound
    return true
  }

  // MARK: Commands

  private mutating func takeCommand(_ command: UInt8) {
    switch command {
    case 0x00...0x0F: if mode == .page { column = column & 0x70 | Int(command) }
    case 0x10...0x17: if mode == .page { column = Int(command & 0x07) << 4 | column & 0x0F }
    case 0x40...0x7F: startLine = Int(command & 0x3F)
    case 0xB0...0xB7: if mode == .page { page = Int(command & 0x07) }
    case SSD1306Command.normalDisplay, SSD1306Command.inverseDisplay:
      isInverted = command == SSD1306Command.inverseDisplay
    case SSD1306Command.displayOff, SSD1306Command.displayOn: isOn = command == SSD1306Command.displayOn
    case 0xA0, SSD1306Command.segmentRemap, 0xC0, SSD1306Command.comScanReversed, SSD1306Command.displayFollowsRAM,
      SSD1306Command.deactivateScroll, 0xE3:
      break
    default: expectParameters(of: command)
    }
  }

  private mutating func expectParameters(of command: UInt8) {
    switch command {
    case SSD1306Command.columnAddress, SSD1306Command.pageAddress: pending = (command, nil, 2)
    case SSD1306Command.memoryAddressingMode, SSD1306Command.contrast, SSD1306Command.chargePump,
      SSD1306Command.multiplexRatio, SSD1306Command.displayOffset, SSD1306Command.clockDivide,
      SSD1306Command.prechargePeriod, SSD1306Command.comPins, SSD1306Command.vcomhLevel:
      pending = (command, nil, 1)
    default: refuse()
    }
  }

  private mutating func takeParameter(_ octet: UInt8, of waiting: (command: UInt8, first: UInt8?, missing: Int)) {
    guard waiting.missing == 1 else {
      pending = (waiting.command, octet, 1)
      return
    }
    pending = nil
    switch waiting.command {
    case SSD1306Command.memoryAddressingMode:
      if let mode = AddressingMode(rawValue: octet) { self.mode = mode } else { refuse() }
    case SSD1306Command.columnAddress: setWindow(columns: Int(waiting.first ?? 0), Int(octet))
    case SSD1306Command.pageAddress: setWindow(pages: Int(waiting.first ?? 0), Int(octet))
    case SSD1306Command.contrast: contrast = octet
    default: break
    }
  }

  private mutating func setWindow(columns first: Int, _ last: Int) {
    guard first <= last, last <= 127 else { return refuse() }
    columns = first...last
    column = first
  }

  private mutating func setWindow(pages first: Int, _ last: Int) {
    guard first <= last, last <= 7 else { return refuse() }
    pages = first...last
    page = first
  }
}
