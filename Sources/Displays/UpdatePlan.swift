internal import Octets

/// What differs between the panel's RAM and the picture, and the cheapest way found to send it, region by region.
///
/// The pages are sent from a certain one on downwards, and those above it last, in bands: see `BandSearch`. Costs are
/// octets on the bus: the address octet of every message, control octets, commands and data.
///
///     | address | 0x00 | commands | address | 0x40 | data: 1...128 | address | 0x40 | data …
///
/// How many commands there are depends on where the pointer stands: see `PanelCursor`.
struct UpdatePlan {
  /// Data octets in one message at most: about 3 ms at 400 kHz.
  static let sliceLength = 128

  /// What differs, and how high the band is that begins there, by place in the order of the pages.
  private var columns: [8 of ColumnSet] = .init(repeating: ColumnSet())
  private var heights: [8 of UInt8] = .init(repeating: 0)
  private var firstPage = 0
  private(set) var cost = 0

  /// The band that is being sent, and what is left of it.
  private var place = 0
  private var band = ColumnSet()
  /// What is to be sent now, if not all was.
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

  /// What makes `ram` equal to `target`; both are `PanelGeometry.octets` long.
  ///
  /// - Parameters:
  ///   - firstPage: the page to begin with; what is above it goes last.
  ///   - hasWindows: whether the panel knows windows, not only page runs.
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
    var search = BandSearch(columns, firstPage: firstPage, hasWindows: hasWindows)
    cost = search.run(from: cursor, heights: &heights)
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
