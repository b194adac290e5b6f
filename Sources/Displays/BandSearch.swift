/// A band is one page that is sent in runs of page mode, or pages that lie together and are sent as windows of
/// horizontal mode, all as high as the band.
struct BandShape {
  /// 0: one page in runs; else how many pages the windows have.
  let height: Int

  var mode: AddressingMode { height == 0 ? .page : .horizontal }
  var pages: Int { max(1, height) }

  /// What it costs to go on to the next region of the band: two commands set the column of a run, three that of a
  /// window.
  var stepCost: Int { height == 0 ? 4 : 5 }

  /// A gap of so many columns is bridged: with one more, its octets cost more than a step and a message.
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
/// What a band costs depends on the one before it only by where that leaves the pointer. So of all ways that end with
/// the same band, only the cheapest is followed.
struct BandSearch {
  /// The cheapest way that ends with a certain band.
  private struct Way {
    var place: UInt8 = 0
    var height: UInt8 = 0
    /// Where the next band has to begin.
    var end: UInt8 = 0
    /// The way that it continues; itself if it is the first band.
    var former: UInt8 = 0
    var cost = UInt16.max
    /// The last region of the band.
    var last = RAMRegion.whole

    var mode: AddressingMode { height == 0 ? .page : .horizontal }
  }

  /// What differs, by place in the order of the pages.
  private let columns: [8 of ColumnSet]
  private let firstPage: Int
  private let hasWindows: Bool
  /// Up to 8 bands of windows begin at the first place, one less at each of the next, and a page of runs at each.
  private var ways: [44 of Way] = .init(repeating: Way())
  private var count = 0

  init(_ columns: [8 of ColumnSet], firstPage: Int, hasWindows: Bool) {
    self.columns = columns
    self.firstPage = firstPage
    self.hasWindows = hasWindows
  }

  /// - Parameter heights: the cheapest bands, by the place at which each begins.
  /// - Returns: what they cost.
  mutating func run(from cursor: PanelCursor, heights: inout [8 of UInt8]) -> Int {
    let first = nextPlace(from: 0)
    for place in first..<columns.count where !columns[place].isEmpty { addBands(at: place, first, cursor) }
    guard var index = cheapest(to: columns.count) else { return 0 }
    let cost = Int(ways[index].cost)
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
    let page = (place + firstPage) & 7
    var way = Way(place: UInt8(truncatingIfNeeded: place), height: UInt8(truncatingIfNeeded: shape.height))
    way.end = UInt8(truncatingIfNeeded: nextPlace(from: place + shape.pages))
    var cost = 0
    var column = 0
    while let stretch = band.stretch(from: column, bridging: shape.bridgedGap) {
      let region = RAMRegion(columns: stretch, page: page, height: shape.pages)
      cost += region.dataCost
      if column > 0 {
        cost += shape.stepCost
      } else if let start {
        way.former = UInt8(truncatingIfNeeded: count)
        cost += start.addressCost(of: region, in: shape.mode)
      } else {
        let former = cheapest(to: place, nextIs: region, shape.mode)
        way.former = UInt8(truncatingIfNeeded: former.index)
        cost += former.cost
      }
      column = stretch.upperBound
      way.last = region
    }
    way.cost = UInt16(truncatingIfNeeded: cost)
    ways[count] = way
    count += 1
  }

  /// The cheapest way to a place, with the address of the region that is next there.
  private mutating func cheapest(
    to place: Int, nextIs region: RAMRegion, _ mode: AddressingMode
  ) -> (index: Int, cost: Int) {
    var best = (index: 0, cost: Int(UInt16.max))
    for index in 0..<count where ways[index].end == place {
      let cursor = PanelCursor(behind: ways[index].last, in: ways[index].mode)
      let cost = Int(ways[index].cost) + cursor.addressCost(of: region, in: mode)
      if cost < best.cost { best = (index, cost) }
    }
    return best
  }

  /// The cheapest way to the end; nil if there is nothing to send.
  private mutating func cheapest(to place: Int) -> Int? {
    var best: Int?
    for index in 0..<count where ways[index].end == place {
      if let found = best, ways[index].cost >= ways[found].cost { continue }
      best = index
    }
    return best
  }

  /// The first place from `place` on where anything differs; 8 if there is none.
  private mutating func nextPlace(from place: Int) -> Int {
    var next = place
    while next < columns.count, columns[next].isEmpty { next += 1 }
    return next
  }
}
