internal import Features
internal import Octets
public import Peripherals

/// An SSD1306 panel of 128 × 64 pixels on a two-wire bus, or a panel with a similar controller: see
/// `PanelKind`.
///
///     dark ──initialisation sent──▶ filling ──RAM written──▶ settling ──RAM equals picture──▶ shining
///      ▲____________________________|______________________|________any failure______________|
///
/// `show(_:scrolledBy:)` says what the display should look like; `sendNext()` sends one I2C message at a time towards
/// that, so that its caller can serve the radio in between. The driver keeps a copy of the panel's RAM and sends
/// only what differs. The panel is switched on when its first picture is complete, never before: no flash of noise.
///
/// SSD1306 datasheet rev 1.1, 8 to 10.
public struct SSD1306<Bus: I2CController & ~Copyable>: ~Copyable {
  private let inPlace = InPlace()
  private enum Phase { case dark, filling, settling, shining }

  /// The I2C controller.
  public var bus: Bus
  private let address: I2CAddress
  /// The controller of the panel.
  public let kind: PanelKind
  private var isRotated: Bool
  private var phase = Phase.dark
  private var startLine: UInt8 = 0
  private var targetStartLine: UInt8 = 0
  /// The first row of the picture that is shown.
  private var topRow: UInt8 = 0
  private var contrast: UInt8
  private var needsContrast = false
  private var isLit = true
  private var needsPower = false
  /// Whether the panel was turned on and has not yet acknowledged being turned off.
  private var mayShine = false
  private var isInverted = false
  private var needsInversion = false
  private var cursor: PanelCursor
  private var plan = UpdatePlan()
  private var isAddressed = false
  /// Octets of the plan's region that were sent.
  private var sentCount = 0

  // Large, and therefore last: short instructions reach the properties before.
  /// The contents of the panel's RAM, as far as they were sent.
  private var ram = PanelPicture()
  /// The contents that the panel's RAM should have.
  private var target = PanelPicture()

  /// - Parameters:
  ///   - bus: the I2C controller.
  ///   - address: usually 0x3C or 0x3D.
  ///   - kind: the controller of the panel and its number of rows.
  ///   - isRotated: whether the display is mounted with its top at the bottom.
  ///   - contrast: 0, the dimmest, through 255.
  @inline(never)
  public init(
    on bus: consuming Bus, at address: I2CAddress, _ kind: PanelKind = .ssd1306, isRotated: Bool = false,
    contrast: UInt8 = 0xCF
  ) {
    self.bus = bus
    self.address = address
    self.kind = kind
    self.isRotated = isRotated
    self.contrast = contrast
    cursor = PanelCursor(firstColumn: kind.firstColumn)
  }

  /// Whether the display shows the last picture with the last settings.
  public var isUpToDate: Bool {
    phase == .shining && !needsContrast && !needsPower && !needsInversion && startLine == wantedStartLine
      && plan.region == nil
  }

  /// Sets what the display should show, by the cheaper of two ways: with the display start line as it is, or moved by
  /// `rows`, which scrolls the whole picture by one command.
  ///
  /// - Parameters:
  ///   - picture: at most 8 pages of 128 octets each. The rows below a picture with fewer pages are dark.
  ///   - rows: by how many rows the picture moved up since the last one; 0 if it is another picture.
  public mutating func show(_ picture: Span<UInt8>, scrolledBy rows: Int = 0) {
    plan(picture, startLine: targetStartLine)
    // Without the search, the costs are not known.
    guard Features.hasUpdateSearch, rows != 0 else { return }
    let (unmoved, cost, line) = (plan, updateCost, targetStartLine)
    plan(picture, startLine: UInt8(truncatingIfNeeded: (Int(line) + rows) & 63))
    guard updateCost >= cost else { return }
    targetStartLine = line
    target.copy(picture, movedDownBy: Int(line))
    plan = unmoved
  }

  private mutating func plan(_ picture: Span<UInt8>, startLine: UInt8) {
    targetStartLine = startLine
    target.copy(picture, movedDownBy: Int(startLine))
    planUpdate()
  }

  /// Sets which row of the picture is the first that is shown: for a display with fewer rows than the picture.
  ///
  /// - Precondition: `row` is in 0...63.
  public mutating func setTopRow(_ row: Int) {
    precondition((0..<PanelGeometry.rows).contains(row))
    topRow = UInt8(truncatingIfNeeded: row)
  }

  private var wantedStartLine: UInt8 { (targetStartLine &+ topRow) & 0x3F }

  /// Octets on the bus until the picture is shown: one more if the start line goes with the address of a region.
  var updateCost: Int {
    guard startLine != wantedStartLine else { return plan.cost }
    guard let region = plan.region, cursor.addressCost(of: region, in: plan.mode) > 0 else { return plan.cost + 3 }
    return plan.cost + 1
  }

  /// Sets how brightly lit pixels shine: 0, the dimmest, through 255.
  public mutating func setContrast(_ level: UInt8) {
    needsContrast = needsContrast || level != contrast
    contrast = level
  }

  /// Sets whether the display is mounted upside down. A change initializes the panel again and sends the
  /// whole picture.
  public mutating func setRotated(_ rotated: Bool) {
    guard rotated != isRotated else { return }
    isRotated = rotated
    phase = .dark
  }

  /// Switches the panel on or off; its RAM keeps the picture.
  public mutating func setLit(_ lit: Bool) {
    needsPower = needsPower || lit != isLit
    isLit = lit
  }

  /// Shows dark what is lit and lit what is dark, or not; the RAM keeps the picture. It follows the picture.
  public mutating func setInverted(_ inverted: Bool) {
    needsInversion = needsInversion || inverted != isInverted
    isInverted = inverted
  }

  /// Sends one message of at most 130 octets, address and control byte included.
  ///
  /// - Returns: whether there was one to send.
  /// - Throws: what the bus does. The next call then starts again with the initialisation, as after a power cut.
  @discardableResult
  public mutating func sendNext() throws(Bus.Failure) -> Bool {
    do throws(Bus.Failure) {
      return try sendNextMessage()
    } catch {
      phase = .dark
      throw error
    }
  }

  private mutating func sendNextMessage() throws(Bus.Failure) -> Bool {
    if phase == .dark {
      try initialize()
      return true
    }
    if try sendSetting() { return true }
    if let region = plan.region {
      try send(region)
      return true
    }
    guard phase == .settling else { return false }
    phase = .shining
    needsPower = true
    return try sendSetting()
  }

  // MARK: Settings

  private mutating func initialize() throws(Bus.Failure) {
    var message = OctetBuffer<32>()
    kind.putInitialization(isRotated: isRotated, contrast: contrast, into: &message)
    try bus.write(message.span, to: address)
    mayShine = false
    cursor = PanelCursor(firstColumn: kind.firstColumn, mode: kind.hasWindows ? .horizontal : .page)
    startLine = 0
    needsContrast = false
    needsInversion = isInverted
    plan = UpdatePlan()
    phase = .filling
    planUpdate()
  }

  /// Sends one setting that is outdated on the panel. Returns whether there was one.
  private mutating func sendSetting() throws(Bus.Failure) -> Bool {
    let line = wantedStartLine
    // Else it goes with the region's address.
    if startLine != line, plan.region == nil || isAddressed {
      try send(SSD1306Command.startLine | line)
      startLine = line
      return true
    }
    if needsContrast {
      try send(SSD1306Command.contrast, contrast)
      needsContrast = false
      return true
    }
    guard phase == .shining else { return false }
    let isWhole = plan.region == nil
    if needsInversion, isWhole {
      try send(isInverted ? SSD1306Command.inverseDisplay : SSD1306Command.normalDisplay)
      needsInversion = false
      return true
    }
    // A display that was off is turned on when the RAM holds the right picture.
    if needsPower, isWhole || !isLit {
      mayShine = mayShine || isLit
      try send(isLit ? SSD1306Command.displayOn : SSD1306Command.displayOff)
      mayShine = isLit
      needsPower = false
      return true
    }
    return false
  }

  /// Switches the panel off in any phase, even after messages that failed. Call it at the end of the program. The next
  /// `sendNext()` after it initializes the panel again.
  public mutating func switchOff() throws(Bus.Failure) {
    phase = .dark
    guard mayShine else { return }
    try send(SSD1306Command.displayOff)
    mayShine = false
  }

  private mutating func send(_ command: UInt8) throws(Bus.Failure) {
    let message: [2 of UInt8] = [ControlByte.commands, command]
    try bus.write(message.span, to: address)
  }

  private mutating func send(_ command: UInt8, _ parameter: UInt8) throws(Bus.Failure) {
    let message: [3 of UInt8] = [ControlByte.commands, command, parameter]
    try bus.write(message.span, to: address)
  }

  // MARK: The picture

  /// Plans again from the current contents of the RAM. If a region was half sent, the rest still counts as different.
  private mutating func planUpdate() {
    switch phase {
    case .dark: return
    case .filling: if plan.region != nil { return }
    case .settling, .shining: break
    }
    if sentCount > 0 { cursor.forgetPointer() }
    sentCount = 0
    isAddressed = false
    plan =
      phase == .filling
      ? UpdatePlan(from: cursor, hasWindows: kind.hasWindows)
      : UpdatePlan(from: ram.span, to: target.span, startingAt: firstPage, cursor, hasWindows: kind.hasWindows)
  }

  /// The page of the RAM that is first below the title bar. The title bar is sent last: if it were sent first, a call's
  /// text would be on the display 6 ms later, at 400 kHz.
  private var firstPage: UInt8 { (2 + targetStartLine >> 3) & 7 }

  /// Sends the region's address, with the start line if that moves, or the next slice of its data.
  private mutating func send(_ region: RAMRegion) throws(Bus.Failure) {
    if !isAddressed {
      isAddressed = true
      if try sendAddress(of: region) { return }
    }
    try sendSlice(of: region)
    guard sentCount == region.octetCount else { return }
    plan.advance()
    sentCount = 0
    isAddressed = false
    // All of the RAM is known now; the picture may have become another meanwhile.
    guard phase == .filling, plan.region == nil else { return }
    phase = .settling
    planUpdate()
  }

  /// - Returns: whether there was anything to send.
  private mutating func sendAddress(of region: RAMRegion) throws(Bus.Failure) -> Bool {
    let line = wantedStartLine
    var message = OctetBuffer<10>()
    if startLine != line {
      message.append { output in
        output.append(ControlByte.commands)
        output.append(SSD1306Command.startLine | line)
      }
    }
    cursor.address(region, in: plan.mode, into: &message)
    guard !message.isEmpty else { return false }
    try bus.write(message.span, to: address)
    startLine = line
    return true
  }

  /// Sent octets are noted immediately. If the bus fails, the whole RAM is sent again.
  private mutating func sendSlice(of region: RAMRegion) throws(Bus.Failure) {
    var message: [129 of UInt8] = .init(repeating: 0)
    message[0] = ControlByte.data
    let count = min(UpdatePlan.sliceLength, region.octetCount - sentCount)
    var octets = message.mutableSpan
    var held = ram.octets.mutableSpan
    var copied = 0
    while copied < count {
      let part = region.stretch(from: sentCount + copied, atMost: count - copied)
      let pixels = target.span.extracting(part)
      octets.copyOctets(from: pixels, at: 1 + copied)
      held.copyOctets(from: pixels, at: part.lowerBound)
      copied += part.count
    }
    sentCount += count
    try bus.write(message.span.extracting(first: 1 + count), to: address)
  }
}

extension RAMRegion {
  /// The range in the RAM of the region's octets from `index` on, in page order, as far as they are on one page.
  fileprivate func stretch(from index: Int, atMost count: Int) -> Range<Int> {
    // Most regions are one row, or begin with their first octet, and a division is slow.
    let (row, column) = index < width ? (0, index) : index.quotientAndRemainder(dividingBy: width)
    let start = (Int(firstPage) + row) * PanelGeometry.columns + Int(firstColumn) + column
    return start..<start + min(count, width - column)
  }
}
