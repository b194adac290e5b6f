import Displays
import Peripherals
import TestSupport
import Testing

/// A driver and the model of its panel, connected by a recorded bus. `#expect` cannot read values that are not
/// copyable, so the results that a test needs are plain values here.
private struct PanelBench: ~Copyable {
  private var panel = SSD1306(on: FakeI2CController(), at: I2CAddress(rawValue: 0x3C)!)
  private var model = SSD1306Model()
  /// The messages since the last call of `forget()`.
  var transfers: [FakeI2CController.Transfer] { panel.bus.transfers }
  var wireOctetCount: Int { panel.bus.wireOctetCount }
  var isOn: Bool { model.isOn }
  var startLine: Int { model.startLine }
  var contrast: UInt8 { model.contrast }
  var refusedCount: Int { model.refusedCount }
  var isUpToDate: Bool { panel.isUpToDate }

  /// A panel that is on and shows an empty picture.
  static func shining() throws -> PanelBench {
    var bench = PanelBench()
    bench.show { _, _ in false }
    try bench.settle()
    bench.forget()
    return bench
  }

  mutating func forget() { panel.bus.removeTransfers() }
  mutating func setFailing(_ isFailing: Bool) { panel.bus.isFailing = isFailing }
  mutating func setContrast(_ level: UInt8) { panel.setContrast(level) }
  mutating func setLit(_ isLit: Bool) { panel.setLit(isLit) }

  mutating func show(_ octets: [UInt8], scrolledBy rows: Int = 0) { panel.show(octets.span, scrolledBy: rows) }
  mutating func show(scrolledBy rows: Int = 0, _ isLit: (Int, Int) -> Bool) {
    show(picture(isLit), scrolledBy: rows)
  }

  mutating func sendNext() throws -> Bool {
    let seen = panel.bus.transfers.count
    let hasSent = try panel.sendNext()
    for transfer in panel.bus.transfers.dropFirst(seen) { model.receive(transfer.octets.span) }
    return hasSent
  }

  mutating func settle() throws {
    while try sendNext() {}
  }

  func isShowing(_ expected: [UInt8]) -> Bool {
    let shown = model.picture()
    for index in 0..<1_024 where shown.span[index] != expected[index] { return false }
    return true
  }

  func isShowing(_ isLit: (Int, Int) -> Bool) -> Bool { isShowing(picture(isLit)) }
}

private func picture(_ isLit: (Int, Int) -> Bool) -> [UInt8] {
  var octets = [UInt8](repeating: 0, count: 1_024)
  for row in 0..<64 {
    for column in 0..<128 where isLit(column, row) { octets[row / 8 * 128 + column] |= 1 << (row % 8) }
  }
  return octets
}

@Suite struct SSD1306Tests {
  @Test func thePanelStaysOffUntilTheFirstPictureIsComplete() throws {
    var bench = PanelBench()
    bench.show { _, _ in true }
    var wrong = 0
    while try bench.sendNext() {
      if bench.isOn && !bench.isShowing({ _, _ in true }) { wrong += 1 }
    }
    let (isOn, refused, isUpToDate) = (bench.isOn, bench.refusedCount, bench.isUpToDate)
    #expect(isOn && isUpToDate)
    #expect(wrong == 0)
    #expect(refused == 0)
  }

  @Test func anEqualPictureSendsNothing() throws {
    var bench = try PanelBench.shining()
    bench.show { _, _ in false }
    let hasSent = try bench.sendNext()
    let transfers = bench.transfers
    #expect(!hasSent)
    #expect(transfers.isEmpty)
  }

  @Test func aMessageHoldsAtMost130OctetsOnTheWire() throws {
    var bench = try PanelBench.shining()
    bench.show { _, _ in true }
    try bench.settle()
    let longest = bench.transfers.map(\.octets.count).max()
    #expect(longest == 129)
  }

  @Test func aFullFrameCostsLittleMoreThanItsOctets() throws {
    var bench = try PanelBench.shining()
    bench.show { column, row in (column ^ row) & 1 == 0 }
    try bench.settle()
    // 1,024 octets, a control byte and an address octet for each of 8 messages, and the pages of two windows, because
    // the part below the title bar is sent first.
    let count = bench.wireOctetCount
    #expect(count == 1_024 + 16 + 2 * 5)
  }

  @Test func anUnchangedWindowIsNotAddressedAgain() throws {
    var bench = try PanelBench.shining()
    bench.show { column, row in (40..<56).contains(column) && (16..<48).contains(row) }
    try bench.settle()
    let first = bench.wireOctetCount
    bench.forget()
    bench.show { _, _ in false }
    try bench.settle()
    let second = bench.wireOctetCount
    #expect(first == 10 + 64)
    #expect(second == 2 + 64)
  }

  @Test func aWholePictureScrollsByTheStartLine() throws {
    var bench = try PanelBench.shining()
    let text: (Int, Int) -> Bool = { column, row in (column * 7 + row * row * 3) % 5 == 0 }
    bench.show(text)
    try bench.settle()
    bench.forget()
    bench.show(scrolledBy: 1) { column, row in text(column, row + 1) }
    try bench.settle()
    let (line, count) = (bench.startLine, bench.wireOctetCount)
    let isShowing = bench.isShowing { column, row in text(column, row + 1) }
    #expect(line == 1)
    // The start line costs 1, because it is sent with the address. One row of one page is new: at most 128 octets,
    // their address and a change of mode.
    #expect(count <= 1 + 9 + 128)
    #expect(isShowing)
  }

  @Test func aFailedTransferRestartsTheInitialisation() throws {
    var bench = try PanelBench.shining()
    bench.setFailing(true)
    bench.show { _, row in row < 9 }
    var hasFailed = false
    do { _ = try bench.sendNext() } catch is FakeI2CController.NotAcknowledged { hasFailed = true }
    #expect(hasFailed)
    bench.setFailing(false)
    try bench.settle()
    let first = bench.transfers.first?.octets.prefix(2)
    let isShowing = bench.isShowing { _, row in row < 9 }
    #expect(first == [0x00, 0xAE])
    #expect(isShowing)
  }

  @Test func aPictureAfterTheFirstFillSendsOnlyDifferences() throws {
    var bench = PanelBench()
    bench.show { _, _ in false }
    var filled = 0
    while filled < 1_024 {
      bench.forget()
      _ = try bench.sendNext()
      let message = bench.transfers.last?.octets ?? []
      if message.first == 0x40 { filled += message.count - 1 }
    }
    bench.forget()
    bench.show { column, row in (column, row) == (5, 20) }
    try bench.settle()
    let (count, isShowing) = (bench.wireOctetCount, bench.isShowing { column, row in (column, row) == (5, 20) })
    // An address, the octet, and display on.
    #expect(count <= 8 + 3 + 3)
    #expect(isShowing)
  }

  @Test func contrastIsOneMessage() throws {
    var bench = try PanelBench.shining()
    bench.setContrast(0x10)
    try bench.settle()
    let (messages, contrast) = (bench.transfers.map(\.octets), bench.contrast)
    #expect(messages == [[0x00, 0x81, 0x10]])
    #expect(contrast == 0x10)
  }

  @Test func aPanelThatIsOffKeepsItsPicture() throws {
    var bench = try PanelBench.shining()
    bench.show { column, _ in column < 10 }
    bench.setLit(false)
    try bench.settle()
    let isOn = bench.isOn
    #expect(!isOn)
    bench.setLit(true)
    try bench.settle()
    let isShowing = bench.isShowing { column, _ in column < 10 }
    #expect(isShowing)
  }

  /// Sends random pictures with scrolls and interruptions. At the end the display always shows the last picture.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func theDisplayAlwaysShowsTheLastPicture(seed: UInt64) throws {
    var bench = try PanelBench.shining()
    var random = SeededGenerator(seed: seed)
    var current = picture { _, _ in false }
    for _ in 0..<60 {
      let rows = Int.random(in: -3...3, using: &random)
      current = mutated(current, scrolledBy: rows, using: &random)
      bench.show(current, scrolledBy: rows)
      for _ in 0..<Int.random(in: 0...12, using: &random) { _ = try bench.sendNext() }
    }
    try bench.settle()
    let (isUpToDate, isShowing, refused) = (bench.isUpToDate, bench.isShowing(current), bench.refusedCount)
    #expect(isUpToDate && isShowing)
    #expect(refused == 0)
  }

  private func mutated(_ old: [UInt8], scrolledBy rows: Int, using random: inout SeededGenerator) -> [UInt8] {
    var next = picture { column, row in
      let source = row + rows
      return (0..<64).contains(source) && old[source / 8 * 128 + column] >> (source % 8) & 1 == 1
    }
    for _ in 0..<Int.random(in: 0...200, using: &random) {
      next[Int.random(in: 0..<1_024, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    return next
  }
}
