import Displays
import Peripherals
import TestSupport
import Testing

/// A driver and a model of the panel that it is configured for, mounted either way up.
private struct SpecimenBench: ~Copyable {
  private var panel: SSD1306<FakeI2CController>
  private(set) var specimen: PanelSpecimen
  private let isTurned: Bool
  /// The number of octets on the wire.
  private(set) var octetCount = 0

  init(_ part: PanelSpecimen.Part, isTurned: Bool = false) {
    specimen = PanelSpecimen(part)
    self.isTurned = isTurned
    panel = SSD1306(
      on: FakeI2CController(), at: I2CAddress(rawValue: 0x3C)!, part.kind, isRotated: isTurned, contrast: 0x55)
  }

  mutating func show(_ picture: [UInt8], scrolledBy rows: Int = 0) { panel.show(picture.span, scrolledBy: rows) }
  mutating func setTopRow(_ row: Int) { panel.setTopRow(row) }
  mutating func setInverted(_ isInverted: Bool) { panel.setInverted(isInverted) }
  mutating func setLit(_ isLit: Bool) { panel.setLit(isLit) }
  mutating func setFailing(_ isFailing: Bool) { panel.bus.isFailing = isFailing }
  mutating func switchOff() throws {
    try panel.switchOff()
    deliver()
  }

  /// Simulates a loss of power: the panel is in its initial state.
  mutating func replaceSpecimen() { specimen = PanelSpecimen(specimen.part) }

  mutating func sendNext() throws -> Bool {
    defer { deliver() }
    return try panel.sendNext()
  }

  private mutating func deliver() {
    octetCount += panel.bus.wireOctetCount
    for transfer in panel.bus.transfers { specimen.receive(transfer.octets) }
    panel.bus.removeTransfers()
  }

  mutating func settle() throws { while try sendNext() {} }

  /// Whether the panel shows the part of a picture of 64 rows that fits it.
  func isShowing(_ picture: [UInt8]) -> Bool {
    let display = specimen.shownPixels(isTurned: isTurned)
    return display == Array(picture.prefix(display.count))
  }

  var isUpToDate: Bool { panel.isUpToDate }
}

extension PanelSpecimen.Part {
  fileprivate var kind: PanelKind {
    switch self {
    case .ssd1306: .ssd1306
    case .ssd1306Half: .ssd1306Half
    case .sh1106: .sh1106
    case .ssd1309: .ssd1309
    }
  }
}

private func randomPicture(_ random: inout SeededGenerator) -> [UInt8] {
  (0..<1_024).map { _ in UInt8.random(in: 0...255, using: &random) }
}

private func lowPicture(_ height: Int, _ random: inout SeededGenerator) -> [UInt8] {
  Array(randomPicture(&random).prefix(128 * height / 8))
}

/// Returns `picture` moved up by 1...7 rows. The rows that follow are dark.
private func movedUp(_ picture: [UInt8], by rows: Int) -> [UInt8] {
  picture.indices.map { index in
    let lower = index + 128 < picture.count ? picture[index + 128] : 0
    return picture[index] >> rows | lower << (8 - rows)
  }
}

@Suite struct PanelKindTests {
  @Test(arguments: PanelSpecimen.Part.allCases, [false, true])
  func everyPanelShowsEveryPictureInBothOrientations(part: PanelSpecimen.Part, isTurned: Bool) throws {
    var bench = SpecimenBench(part, isTurned: isTurned)
    var random = SeededGenerator(seed: 7)
    var picture = randomPicture(&random)
    bench.show(picture)
    var wrong = 0
    while try bench.sendNext() {
      if bench.specimen.isOn, !bench.isShowing(picture) { wrong += 1 }
    }
    #expect(wrong == 0)
    for step in 0..<40 {
      if step % 4 == 0 { picture = randomPicture(&random) }
      for _ in 0..<step { picture[Int.random(in: 0..<1_024, using: &random)] ^= 0x18 }
      bench.show(picture)
      // The next picture may arrive before the last one is fully sent.
      for _ in 0..<Int.random(in: 0...9, using: &random) { _ = try bench.sendNext() }
    }
    try bench.settle()
    let (isShowing, contrast, complaints) = (
      bench.isShowing(picture), bench.specimen.contrast, bench.specimen.complaints
    )
    #expect(isShowing && contrast == 0x55)
    #expect(complaints.isEmpty)
  }

  @Test(arguments: PanelSpecimen.Part.allCases, [false, true])
  func everyPanelScrollsByItsStartLine(part: PanelSpecimen.Part, isTurned: Bool) throws {
    var bench = SpecimenBench(part, isTurned: isTurned)
    func text(_ top: Int) -> [UInt8] {
      var octets = [UInt8](repeating: 0, count: 1_024)
      for row in 0..<64 {
        for column in 0..<128 where (column * 7 + (row + top) * (row + top) * 3) % 5 == 0 {
          octets[row / 8 * 128 + column] |= 1 << (row % 8)
        }
      }
      return octets
    }
    bench.show(text(0))
    try bench.settle()
    for top in 1...70 {
      bench.show(text(top), scrolledBy: 1)
      try bench.settle()
      let isShowing = bench.isShowing(text(top))
      #expect(isShowing)
    }
    let (line, complaints) = (bench.specimen.startLine, bench.specimen.complaints)
    #expect(line == 70 % 64 && complaints.isEmpty)
  }

  @Test(arguments: PanelSpecimen.Part.allCases)
  func aPanelThatLostItsPowerComesBackWithTheLatestPicture(part: PanelSpecimen.Part) throws {
    var bench = SpecimenBench(part)
    var random = SeededGenerator(seed: 11)
    bench.show(randomPicture(&random))
    try bench.settle()
    let picture = randomPicture(&random)
    bench.show(picture)
    _ = try bench.sendNext()
    bench.setFailing(true)
    var failures = 0
    for _ in 0..<3 {
      do {
        _ = try bench.sendNext()
      } catch {
        failures += 1
      }
    }
    #expect(failures == 3)
    bench.replaceSpecimen()
    bench.setInverted(true)
    bench.setFailing(false)
    try bench.settle()
    let (isShowing, complaints) = (bench.isShowing(picture.map { ~$0 }), bench.specimen.complaints)
    #expect(isShowing && complaints.isEmpty)
  }

  @Test(arguments: PanelSpecimen.Part.allCases)
  func aPanelTurnedOnAgainShowsTheRightPicture(part: PanelSpecimen.Part) throws {
    var bench = SpecimenBench(part)
    var random = SeededGenerator(seed: 13)
    bench.show(randomPicture(&random))
    try bench.settle()
    bench.setLit(false)
    try bench.settle()
    let isOn = bench.specimen.isOn
    #expect(!isOn)
    let picture = randomPicture(&random)
    bench.show(picture)
    bench.setInverted(true)
    bench.setLit(true)
    var wrong = 0
    while try bench.sendNext() {
      if bench.specimen.isOn, !bench.isShowing(picture.map { ~$0 }) { wrong += 1 }
    }
    let isShowing = bench.isShowing(picture.map { ~$0 })
    #expect(wrong == 0 && isShowing)
  }

  /// The memory has 64 rows and the display 32. Any 32 of them can be shown at a cost of three octets.
  @Test(arguments: [false, true]) func aHalfPanelShowsAnyHalfOfThePicture(isTurned: Bool) throws {
    var bench = SpecimenBench(.ssd1306Half, isTurned: isTurned)
    var random = SeededGenerator(seed: 19)
    // Each page has octets of one value, so that parts of the picture differ by page.
    let picture = randomPicture(&random)
    bench.show(picture)
    try bench.settle()
    for page in [4, 2, 0, 3, 1] {
      bench.setTopRow(8 * page)
      let before = bench.octetCount
      try bench.settle()
      let cost = bench.octetCount - before
      let isShowing = bench.isShowing(Array(picture[(128 * page)...]))
      #expect(isShowing && cost == 3)
    }
    bench.show(picture.reversed(), scrolledBy: 16)
    try bench.settle()
    let isShowing = bench.isShowing(Array(Array(picture.reversed())[128...]))
    #expect(isShowing)
  }

  /// A picture of any height is at the top, and the display is dark below it.
  @Test(arguments: [PanelSpecimen.Part.ssd1306Half, .ssd1306], [8, 32, 56])
  func aPictureOfFewerRowsIsShownAtTheTop(part: PanelSpecimen.Part, height: Int) throws {
    var bench = SpecimenBench(part)
    var random = SeededGenerator(seed: 29)
    bench.show(randomPicture(&random))
    try bench.settle()
    let (one, other) = (lowPicture(height, &random), lowPicture(height, &random))
    for (picture, rows) in [(one, 0), (movedUp(one, by: 3), 3), (other, 0)] {
      let before = bench.octetCount
      bench.show(picture, scrolledBy: rows)
      try bench.settle()
      let isShowing = bench.isShowing(picture + [UInt8](repeating: 0, count: 1_024 - picture.count))
      #expect(isShowing)
      // The start line moves, and only one page changes.
      let cost = bench.octetCount - before
      if rows != 0 { #expect(cost < 160) }
    }
  }

  @Test func thePanelIsTurnedOffEvenDuringAnUpdate() throws {
    var bench = SpecimenBench(.ssd1306)
    var random = SeededGenerator(seed: 17)
    try bench.switchOff()
    let isNew = bench.specimen.complaints.isEmpty
    bench.show(randomPicture(&random))
    try bench.settle()
    bench.show(randomPicture(&random))
    _ = try bench.sendNext()
    try bench.switchOff()
    let isOn = bench.specimen.isOn
    #expect(isNew && !isOn)
  }

  @Test(arguments: PanelSpecimen.Part.allCases)
  func thePanelIsTurnedOffEvenAfterAFailure(part: PanelSpecimen.Part) throws {
    var bench = SpecimenBench(part)
    var random = SeededGenerator(seed: 23)
    bench.show(randomPicture(&random))
    try bench.settle()
    bench.show(randomPicture(&random))
    bench.setFailing(true)
    let isSent = (try? bench.sendNext()) != nil
    let isOff: Void? = try? bench.switchOff()
    bench.setFailing(false)
    let wasOn = bench.specimen.isOn
    try bench.switchOff()
    let isOn = bench.specimen.isOn
    #expect(!isSent && isOff == nil)
    #expect(wasOn && !isOn)
  }

  /// Nothing is sent to turn off a panel that is not on.
  @Test func aPanelThatIsOffIsNotTurnedOffAgain() throws {
    var bench = SpecimenBench(.ssd1306)
    _ = try bench.sendNext()
    let filling = bench.octetCount
    try bench.switchOff()
    let afterFilling = bench.octetCount
    try bench.settle()
    bench.setLit(false)
    try bench.settle()
    let dark = bench.octetCount
    try bench.switchOff()
    let afterDark = bench.octetCount
    #expect(filling == afterFilling && dark == afterDark)
  }
}
