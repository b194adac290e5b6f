/// A band is one page that is sent in runs of page mode, or pages that lie together and are sent as windows of
/// horizontal mode, all as high as the band.
struct BandShape {
  /// 0: one page in runs; else how many pages the windows have.
  let height: Int

  var mode: AddressingMode { height == 0 ? .page : .horizontal }
  var pages: Int { max(1, height) }

  /// The cost of the step to the next region of the band: a run takes two commands to set its column, a window three.
  var stepCost: Int { height == 0 ? 4 : 5 }

  /// The widest gap that is bridged. The octets of a wider gap cost more than a step and a message.
  var bridgedGap: Int {
    switch height {
    case 0: 6
    case 1: 7
    case 2: 3
    case 3: 2
    case 4...7: 1
    default: 0
    }
  }
}

/// The search for the cheapest bands among all that there are, by dynamic programming along the order of the pages.
///
/// The cost of a band depends on the previous band only by the position of the pointer after it. So of all sequences
/// that end with the same band, only the cheapest is continued.
struct BandSearch {
  /// The cheapest way that ends with a certain band. All zero at first: the compiler clears memory quickest.
  private struct Way {
    var place: UInt8 = 0
    var height: UInt8 = 0
    /// The way that it continues; itself if it is the first band.
    var former: UInt8 = 0
    /// The way to the same place that was found before it, if any.
    var other: UInt8 = 0
    var cost: UInt16 = 0
    /// Of the last region of the band.
    var firstColumn: UInt8 = 0
    var lastColumn: UInt8 = 0

    /// With the address of a region that follows, which lies on other pages than the last.
    @inline(__always)
    func cost(with region: RAMRegion, in mode: AddressingMode) -> Int {
      let former = BandShape(height: Int(height)).mode
      let hasColumns =
        mode == .page
        ? former == .page || (firstColumn == 0 && lastColumn == RAMRegion.rightmost)
        : former == mode && firstColumn == region.firstColumn && lastColumn == region.lastColumn
      return Int(cost) + PanelCursor.addressCost(in: mode, after: former, setsColumns: !hasColumns, setsPages: true)
    }
  }

  /// The differing columns of each page, in the order of the pages.
  private let columns: [8 of ColumnSet]
  private let firstPage: Int
  private let hasWindows: Bool
  /// Up to 8 bands of windows begin at the first place, one less at each of the next, and a page of runs at each.
  private var ways: [44 of Way] = .init(repeating: Way())
  private var count = 0
  /// The way to each place that was found last, if any.
  private var latest: [9 of UInt8] = .init(repeating: Self.none)

  private static var none: UInt8 { .max }

  @inline(__always)  // Else all of it is built elsewhere and copied.
  init(_ columns: [8 of ColumnSet], firstPage: Int, hasWindows: Bool) {
    self.columns = columns
    self.firstPage = firstPage
    self.hasWindows = hasWindows
  }

  /// - Parameter heights: the cheapest bands, by the place at which each begins.
  /// - Returns: their cost in octets.
  mutating func run(from cursor: PanelCursor, heights: inout [8 of UInt8]) -> Int {
    let first = nextPlace(from: 0)
    for place in first..<columns.count where !columns[place].isEmpty { addBands(at: place, first, cursor) }
    guard count > 0 else { return 0 }
    var (index, cost) = cheapest()
    while true {
      heights[Int(ways[index].place)] = ways[index].height
      guard Int(ways[index].former) != index else { return cost }
      index = Int(ways[index].former)
    }
  }

  private mutating func addBands(at place: Int, _ first: Int, _ cursor: PanelCursor) {
    let start = place == first ? cursor : nil
    var band = columns[place]
    add(band, BandShape(height: 0), at: place, start)
    guard hasWindows else { return }
    // No window goes on at the top of the RAM.
    let page = (place + firstPage) & 7
    let highest = min(columns.count - place, PanelGeometry.pages - page)
    for height in 1...highest where !columns[place + height - 1].isEmpty {
      band.formUnion(columns[place + height - 1])
      add(band, BandShape(height: height), at: place, start)
    }
  }

  /// - Parameter start: where the pointer stands if this is the first band.
  private mutating func add(_ band: ColumnSet, _ shape: BandShape, at place: Int, _ start: PanelCursor?) {
    var rest = band.bridging(shape.bridgedGap)
    guard var stretch = rest.removeFirst() else { return }
    let region = RAMRegion(columns: stretch, page: (place + firstPage) & 7, height: shape.pages)
    let former =
      start.map { (index: count, cost: $0.addressCost(of: region, in: shape.mode)) }
      ?? cheapest(to: place, nextIs: region, shape.mode)
    var cost = former.cost + RAMRegion.dataCost(stretch.count * shape.pages)
    while let next = rest.removeFirst() {
      stretch = next
      cost += shape.stepCost + RAMRegion.dataCost(stretch.count * shape.pages)
    }
    let end = nextPlace(from: place + shape.pages)
    ways[count] = Way(
      place: UInt8(truncatingIfNeeded: place), height: UInt8(truncatingIfNeeded: shape.height),
      former: UInt8(truncatingIfNeeded: former.index), other: latest[end], cost: UInt16(truncatingIfNeeded: cost),
      firstColumn: UInt8(truncatingIfNeeded: stretch.lowerBound),
      lastColumn: UInt8(truncatingIfNeeded: stretch.upperBound - 1))
    latest[end] = UInt8(truncatingIfNeeded: count)
    count += 1
  }

  /// The cheapest way to a place, with the address of the region that is next there; of equal ones the first.
  private mutating func cheapest(
    to place: Int, nextIs region: RAMRegion, _ mode: AddressingMode
  ) -> (index: Int, cost: Int) {
    var best = (index: 0, cost: Int.max)
    var next = latest[place]
    while next != Self.none {
      let way = ways[Int(next)]
      let cost = way.cost(with: region, in: mode)
      if cost <= best.cost { best = (Int(next), cost) }
      next = way.other
    }
    return best
  }

  /// The cheapest way to the end; of equal ones the first.
  private mutating func cheapest() -> (index: Int, cost: Int) {
    var best = (index: 0, cost: Int.max)
    var next = latest[columns.count]
    while next != Self.none {
      let way = ways[Int(next)]
      if way.cost <= best.cost { best = (Int(next), Int(way.cost)) }
      next = way.other
    }
    return best
  }

  /// The first place from `place` on with a difference; 8 if no place has a difference.
  private mutating func nextPlace(from place: Int) -> Int {
    var next = place
    while next < columns.count, columns[next].isEmpty { next += 1 }
    return next
  }
}
