internal import Features
internal import Octets

/// The differences between the panel's RAM and the picture, and the cheapest way found to send them, region by region.
///
/// The pages are sent downwards from a given page, and those above it last, in bands: see `BandSearch`. Costs are
/// octets on the bus: the address octet of every message, control octets, commands and data.
///
///     | address | 0x00 | commands | address | 0x40 | data: 1...128 | address | 0x40 | data …
///
/// The number of commands depends on the position of the pointer: see `PanelCursor`.
struct UpdatePlan {
  /// Data octets in one message at most: about 3 ms at 400 kHz.
  static let sliceLength = 128

  /// The differing columns and the height of the band that starts there, in the order of the pages.
  private var columns: [8 of ColumnSet] = .init(repeating: ColumnSet())
  private var heights: [8 of UInt8] = .init(repeating: 0)
  private var firstPage = 0
  private(set) var cost = 0

  /// The unsent rest of the present band.
  private var place = 0
  private var band = ColumnSet()
  /// The region to send now, if there is one left.
  private(set) var region: RAMRegion?
  /// The mode in which to send it.
  private(set) var mode = AddressingMode.page

  /// Nothing to send. Not inlined, as 32 KiB of code for setting each field by itself would come with it.
  @inline(never)
  init() { place = columns.count }

  /// All of the RAM, whatever it holds.
  ///
  /// - Parameter hasWindows: whether the panel knows windows, not only page runs.
  init(from cursor: PanelCursor, hasWindows: Bool) {
    for place in columns.indices { columns[place] = .all }
    search(from: cursor, hasWindows: hasWindows)
  }

  /// Plans the octets that make `ram` equal to `target`; both are `PanelGeometry.octets` long.
  ///
  /// - Parameters:
  ///   - firstPage: the page to start with; the pages above it are sent last.
  ///   - hasWindows: whether the panel has windows, and not only page runs.
  init(
    from ram: Span<UInt8>, to target: Span<UInt8>, startingAt firstPage: UInt8, _ cursor: PanelCursor, hasWindows: Bool
  ) {
    self.firstPage = Int(firstPage)
    for place in columns.indices {
      let start = (place + self.firstPage) & 7 * PanelGeometry.columns
      let page = start..<start + PanelGeometry.columns
      columns[place] = ColumnSet(differingIn: ram.extracting(page), target.extracting(page))
    }
    search(from: cursor, hasWindows: hasWindows)
  }

  private mutating func search(from cursor: PanelCursor, hasWindows: Bool) {
    // Without the search, each page is a band that is sent in runs, which every panel can do.
    if Features.hasUpdateSearch {
      var search = BandSearch(columns, firstPage: firstPage, hasWindows: hasWindows)
      cost = search.run(from: cursor, heights: &heights)
    }
    beginBand()
    advance()
  }

  /// Goes on to the next region.
  mutating func advance() {
    while place < columns.count {
      let shape = BandShape(height: Int(heights[place]))
      if let stretch = band.removeFirst() {
        region = RAMRegion(columns: stretch, page: (place + firstPage) & 7, height: shape.pages)
        return
      }
      place += shape.pages
      beginBand()
    }
    region = nil
  }

  private mutating func beginBand() {
    guard place < columns.count else { return }
    let shape = BandShape(height: Int(heights[place]))
    var band = columns[place]
    for row in 1..<shape.pages { band.formUnion(columns[place + row]) }
    self.band = band.bridging(shape.bridgedGap)
    mode = shape.mode
  }
}
