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
  ///
  /// - Parameter hasWindows: whether the panel knows rectangles, not only page runs.
  static func everything(currentMode: AddressingMode, hasWindows: Bool = true) -> UpdatePlan {
    var plan = UpdatePlan()
    guard hasWindows else {
      plan.addEveryPage()
      if currentMode != .page { plan.cost += 2 }
      return plan
    }
    plan.mode = .horizontal
    plan.regions.append(.whole)
    plan.cost = rectangleCost(.whole) + (currentMode == .horizontal ? 0 : 2)
    return plan
  }

  /// The cheapest way found to make `ram` equal to `target`; both are `PanelGeometry.octets` long.
  ///
  /// - Parameter hasWindows: whether the panel knows rectangles, not only page runs.
  init(from ram: Span<UInt8>, to target: Span<UInt8>, currentMode: AddressingMode, hasWindows: Bool = true) {
    let isPageWise = collectRuns(from: ram, to: target)
    if !isPageWise, !hasWindows { addEveryPage() }
    guard !regions.isEmpty else { return }
    if currentMode != .page { cost += 2 }
    if hasWindows { joinIfCheaper(isPageWise: isPageWise, currentMode: currentMode) }
  }

  private mutating func joinIfCheaper(isPageWise: Bool, currentMode: AddressingMode) {
    var unions = RectangleUnions(regions)
    while unions.joinBest() {}
    let rectangleCost = unions.cost + (currentMode == .horizontal ? 0 : 2)
    guard rectangleCost < cost || !isPageWise else { return }
    mode = .horizontal
    cost = rectangleCost
    regions.removeAll()
    for index in 0..<unions.count { regions.append(unions.regions[index]) }
  }

  /// Notes what differs, and what it costs to send it page by page.
  ///
  /// - Returns: whether page mode can address all of it.
  private mutating func collectRuns(from ram: Span<UInt8>, to target: Span<UInt8>) -> Bool {
    for page in 0..<PanelGeometry.pages {
      let start = page * PanelGeometry.columns
      let old = ram.extracting(start..<start + PanelGeometry.columns)
      let new = target.extracting(start..<start + PanelGeometry.columns)
      // The run that is open; none if empty.
      var run = 0..<0
      let former = regions.count
      for column in old.indices where old[column] != new[column] {
        if !run.isEmpty, column - run.upperBound > Self.bridgedGap {
          guard add(run, page: page) else { return false }
          run = column..<column + 1
        } else {
          run = (run.isEmpty ? column : run.lowerBound)..<column + 1
        }
      }
      guard run.isEmpty || add(run, page: page) else { return false }
      // Setting the page.
      if regions.count > former { cost += 1 }
    }
    return true
  }

  /// - Returns: false if there is no room for it: then there is the whole RAM instead.
  private mutating func add(_ run: Range<Int>, page: Int) -> Bool {
    cost += 6 + run.count
    guard regions.pushLast(RAMRegion(page: page, columns: run)) != nil else { return true }
    regions.removeAll()
    regions.append(.whole)
    return false
  }

  /// All of the RAM for a panel that knows no rectangles.
  private mutating func addEveryPage() {
    regions.removeAll()
    cost = 0
    for page in 0..<PanelGeometry.pages {
      _ = add(0..<PanelGeometry.columns, page: page)
      // Setting the page.
      cost += 1
    }
  }

  /// Puts what begins on `page` or below first, as the eye waits for it, and what is above last.
  mutating func start(at page: UInt8) {
    let all = regions
    regions.removeAll()
    for index in all.indices where all[index].firstPage >= page { regions.append(all[index]) }
    for index in all.indices where all[index].firstPage < page { regions.append(all[index]) }
  }

  static func rectangleCost(_ region: RAMRegion) -> Int {
    let messages = (region.octetCount + sliceLength - 1) / sliceLength
    return 10 + region.octetCount + 2 * (messages - 1)
  }
}

extension RAMRegion {
  /// A part of one page.
  fileprivate init(page: Int, columns: Range<Int>) {
    let page = UInt8(truncatingIfNeeded: page)
    self.init(
      firstColumn: UInt8(truncatingIfNeeded: columns.lowerBound),
      lastColumn: UInt8(truncatingIfNeeded: columns.upperBound - 1), firstPage: page, lastPage: page)
  }
}
