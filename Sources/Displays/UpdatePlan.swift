internal import Octets

/// The regions to send, in order, and the addressing mode to send them in.
///
/// Costs are octets on the bus: the address octet of every message, control bytes, commands and data. A page run costs
/// 7 + n (6 + n if its page is already set), a rectangle 10 + w × h, a change of mode 2, and each further data message
/// of a large region 2. Bridging gaps of up to 6 equal octets is the exact optimum for page runs, because a further
/// run in the same page costs 6; rectangles are merged greedily while the sum drops.
struct UpdatePlan {
  /// Data octets in one message at most: about 3 ms at 400 kHz.
  static let sliceLength = 128
  private static let bridgedGap = 6

  /// If there are more runs than fit, the whole RAM is sent.
  private(set) var regions = FixedArray<48, RAMRegion>()
  private(set) var mode = AddressingMode.page
  private(set) var cost = 0

  /// Nothing to send.
  init() {}

  /// All of the RAM, whatever it holds.
  static func everything(currentMode: AddressingMode, hasWindows: Bool = true) -> UpdatePlan {
    var plan = UpdatePlan()
    plan.appendEverything(asWindow: hasWindows)
    plan.mode = hasWindows ? .horizontal : .page
    plan.cost = hasWindows ? plan.horizontalCost(from: currentMode) : plan.pageCost(from: currentMode)
    return plan
  }

  /// The cheapest way found to make `ram` equal to `target`; both are `PanelGeometry.octets` long.
  ///
  /// - Parameter hasWindows: whether the panel knows rectangles, not only page runs.
  init(from ram: Span<UInt8>, to target: Span<UInt8>, currentMode: AddressingMode, hasWindows: Bool = true) {
    collectRuns(from: ram, to: target, hasWindows: hasWindows)
    guard !regions.isEmpty else { return }
    cost = pageCost(from: currentMode)
    guard hasWindows else { return }
    var rectangles = self
    rectangles.mode = .horizontal
    rectangles.mergeRectangles()
    rectangles.cost = rectangles.horizontalCost(from: currentMode)
    if rectangles.cost < cost || !isPageWise { self = rectangles }
  }

  /// Whether page mode can address every region.
  private var isPageWise: Bool {
    for index in regions.indices where regions[index].height > 1 { return false }
    return true
  }

  private mutating func collectRuns(from ram: Span<UInt8>, to target: Span<UInt8>, hasWindows: Bool) {
    var hasOverflown = false
    for page in 0..<PanelGeometry.pages {
      let start = page * PanelGeometry.columns
      let old = ram.extracting(start..<start + PanelGeometry.columns)
      let new = target.extracting(start..<start + PanelGeometry.columns)
      var run: RAMRegion?
      for column in old.indices where old[column] != new[column] {
        if let open = run, column - Int(open.lastColumn) - 1 <= Self.bridgedGap {
          run?.lastColumn = UInt8(truncatingIfNeeded: column)
        } else {
          if let open = run, regions.pushLast(open) != nil { hasOverflown = true }
          run = RAMRegion(page: page, column: column)
        }
      }
      if let open = run, regions.pushLast(open) != nil { hasOverflown = true }
    }
    guard hasOverflown else { return }
    regions.removeAll()
    appendEverything(asWindow: hasWindows)
  }

  private mutating func appendEverything(asWindow: Bool) {
    if asWindow { return regions.append(.whole) }
    for page in 0..<PanelGeometry.pages {
      var region = RAMRegion(page: page, column: 0)
      region.lastColumn = RAMRegion.whole.lastColumn
      regions.append(region)
    }
  }

  /// Joins the two rectangles whose union saves most, until no union saves anything.
  private mutating func mergeRectangles() {
    var merged: [48 of RAMRegion] = .init(repeating: .whole)
    var count = regions.count
    for index in regions.indices { merged[index] = regions[index] }
    while let pair = Self.bestUnion(merged.span.extracting(first: count)) {
      merged[pair.kept] = merged[pair.kept].union(merged[pair.removed])
      count -= 1
      for index in pair.removed..<count { merged[index] = merged[index + 1] }
    }
    regions.removeAll()
    for index in 0..<count { regions.append(merged[index]) }
  }

  /// Looks at a span, because each look at `regions` would cost a copy of all of it.
  private static func bestUnion(_ regions: Span<RAMRegion>) -> (kept: Int, removed: Int)? {
    var best: (kept: Int, removed: Int)?
    var bestSaving = 0
    for removed in regions.indices {
      let region = regions[removed]
      let cost = rectangleCost(region)
      for kept in 0..<removed {
        let other = regions[kept]
        let saving = cost + rectangleCost(other) - rectangleCost(other.union(region))
        if saving > bestSaving { (best, bestSaving) = ((kept, removed), saving) }
      }
    }
    return best
  }

  private static func rectangleCost(_ region: RAMRegion) -> Int {
    let messages = (region.octetCount + sliceLength - 1) / sliceLength
    return 10 + region.octetCount + 2 * (messages - 1)
  }

  private func horizontalCost(from currentMode: AddressingMode) -> Int {
    var sum = currentMode == .horizontal ? 0 : 2
    for index in regions.indices { sum += Self.rectangleCost(regions[index]) }
    return sum
  }

  private func pageCost(from currentMode: AddressingMode) -> Int {
    var sum = currentMode == .page ? 0 : 2
    var page: UInt8?
    for index in regions.indices {
      let region = regions[index]
      sum += (region.firstPage == page ? 6 : 7) + region.octetCount
      page = region.firstPage
    }
    return sum
  }
}

extension RAMRegion {
  /// One octet.
  fileprivate init(page: Int, column: Int) {
    let page = UInt8(truncatingIfNeeded: page)
    let column = UInt8(truncatingIfNeeded: column)
    self.init(firstColumn: column, lastColumn: column, firstPage: page, lastPage: page)
  }
}
