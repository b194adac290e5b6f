import Peripherals
import TestSupport
import Testing

@testable import Displays

/// Compares the plan with an exhaustive search, and its stated cost with the octets that are sent.
@Suite struct UpdatePlanTests {
  /// A band: one or more consecutive pages, and the regions that are sent of it, as runs or as windows.
  private struct Piece {
    let regions: [RAMRegion]
    let mode: AddressingMode
  }

  /// Tries all plans for pictures that differ in a few octets: which pages are sent together, which of their columns,
  /// and in which mode.
  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func nothingIsCheaperThanThePlan(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (old, new) = Self.pictures(&random)
    let cursor = Self.cursor(&random)
    let first = UInt8.random(in: 0...7, using: &random)
    let hasWindows = Int.random(in: 0..<8, using: &random) > 0 || cursor.mode == .horizontal
    let plan = UpdatePlan(from: old.span, to: new.span, startingAt: first, cursor, hasWindows: hasWindows)
    var pages: [(Int, [Int])] = []
    for place in 0..<8 {
      let page = (Int(first) + place) & 7
      let columns = (0..<128).filter { old[128 * page + $0] != new[128 * page + $0] }
      if !columns.isEmpty { pages.append((page, columns)) }
    }
    let least = Self.least(pages[...], cursor, hasWindows: hasWindows)
    #expect(plan.cost == least, "from page \(first): \(pages)")
  }

  private static func pictures(_ random: inout SeededGenerator) -> ([UInt8], [UInt8]) {
    let old = (0..<1_024).map { _ in UInt8.random(in: 0...255, using: &random) }
    var new = old
    // The differences are close together, so that joining them can pay off, and one message is enough for each region.
    let (page, pages) = (Int.random(in: 0...5, using: &random), Int.random(in: 1...3, using: &random))
    let column = Int.random(in: 0..<96, using: &random)
    for _ in 0..<Int.random(in: 1...9, using: &random) {
      let row = min(7, page + Int.random(in: 0..<pages, using: &random))
      new[128 * row + column + Int.random(in: 0..<32, using: &random)] ^= 0x42
    }
    return (old, new)
  }

  private static func cursor(_ random: inout SeededGenerator) -> PanelCursor {
    let (column, page) = (Int.random(in: 0..<100, using: &random), Int.random(in: 0..<7, using: &random))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return PanelCursor(mode: .horizontal)
    case 1: return PanelCursor(behind: .whole, in: .horizontal)
    case 2: return PanelCursor(behind: RAMRegion(columns: column..<column + 9, page: page, height: 2), in: .horizontal)
    default: return PanelCursor(behind: RAMRegion(columns: column..<column + 5, page: page, height: 1), in: .page)
    }
  }

  /// The lowest cost, by recursion over all possible first pieces.
  private static func least(
    _ pages: ArraySlice<(Int, [Int])>, _ cursor: PanelCursor, hasWindows: Bool
  ) -> Int {
    guard let (page, columns) = pages.first else { return 0 }
    var pieces = divisions(columns).map { Piece(regions: regions($0, page, 1), mode: .page) }
    var counts = [Int](repeating: 1, count: pieces.count)
    var together: Set<Int> = []
    for (index, (last, more)) in pages.enumerated() where hasWindows && last >= page {
      together.formUnion(more)
      let windows = divisions(together.sorted())
      pieces += windows.map { Piece(regions: regions($0, page, last - page + 1), mode: .horizontal) }
      counts += [Int](repeating: index + 1, count: windows.count)
    }
    return zip(pieces, counts).map { piece, count in
      var cursor = cursor
      var cost = 0
      for region in piece.regions {
        cost += cursor.addressCost(of: region, in: piece.mode) + region.dataCost
        cursor = PanelCursor(behind: region, in: piece.mode)
      }
      return cost + least(pages.dropFirst(count), cursor, hasWindows: hasWindows)
    }.min()!
  }

  private static func regions(_ parts: [Range<Int>], _ page: Int, _ height: Int) -> [RAMRegion] {
    parts.map { RAMRegion(columns: $0, page: page, height: height) }
  }

  /// All ways to cover the columns with ranges, from left to right.
  private static func divisions(_ columns: [Int]) -> [[Range<Int>]] {
    guard let first = columns.first else { return [[]] }
    return columns.indices.flatMap { last in
      divisions(Array(columns[(last + 1)...])).map { [first..<columns[last] + 1] + $0 }
    }
  }

  /// From any position of the pointer, also within a region that was half sent, the octets on the bus match the
  /// plan, and the panel shows the picture.
  @Test(arguments: [(PanelKind.ssd1306, false), (.ssd1306, true), (.sh1106, false)], 1...6 as ClosedRange<UInt64>)
  func theOctetsSentAreThoseOfThePlan(panel: (kind: PanelKind, windowBindsPageMode: Bool), seed: UInt64) throws {
    let kind = panel.kind
    var random = SeededGenerator(seed: seed)
    var specimen = PanelSpecimen(kind == .sh1106 ? .sh1106 : .ssd1306)
    specimen.windowBindsPageMode = panel.windowBindsPageMode
    var panel = SSD1306(on: FakeI2CController(), at: I2CAddress(rawValue: 0x3C)!, kind)
    var picture = [UInt8](repeating: 0, count: 1_024)
    func send(atMost count: Int = .max) throws -> Int {
      panel.bus.removeTransfers()
      var sent = 0
      while sent < count, try panel.sendNext() { sent += 1 }
      for transfer in panel.bus.transfers { specimen.receive(transfer.octets) }
      return panel.bus.wireOctetCount
    }
    panel.show(picture.span)
    _ = try send()
    for step in 0..<120 {
      let rows = step % 3 == 0 ? Int.random(in: -9...9, using: &random) : 0
      picture = Self.changed(picture, movedBy: rows, &random)
      panel.show(picture.span, scrolledBy: rows)
      let cost = panel.updateCost
      if step % 5 == 4 {
        _ = try send(atMost: Int.random(in: 1...6, using: &random))
      } else {
        let sent = try send()
        #expect(sent == cost, "step \(step)")
        #expect(specimen.shownPixels(isTurned: false) == picture, "step \(step)")
      }
    }
    #expect(specimen.complaints.isEmpty)
  }

  private static func changed(_ old: [UInt8], movedBy rows: Int, _ random: inout SeededGenerator) -> [UInt8] {
    var moved = PanelPicture()
    moved.copy(old.span, movedDownBy: -rows & 63)
    var new = old.indices.map { moved.span[$0] }
    let (columns, pages) = (Int.random(in: 1...128, using: &random), Int.random(in: 1...8, using: &random))
    for _ in 0..<[1, 4, 40, 400, 1_500][Int.random(in: 0..<5, using: &random)] {
      let (column, page) = (Int.random(in: 0..<columns, using: &random), Int.random(in: 0..<pages, using: &random))
      new[page * 128 + column] = UInt8.random(in: 0...255, using: &random)
    }
    return new
  }
}
