internal import Features
internal import Octets

/// A 128 × 64 picture: 1,024 octets, page after page, bit 0 the topmost row of a page.
public struct PanelPicture: ~Copyable {
  var octets: [1024 of UInt8] = .init(repeating: 0)

  /// All dark.
  public init() {}

  /// All octets of the picture, page after page.
  public var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { octets.span }
  }

  /// Whether the pixel is lit. `false` outside the picture.
  public func isLit(column: Int, row: Int) -> Bool {
    guard (0..<PanelGeometry.columns).contains(column), (0..<PanelGeometry.rows).contains(row) else { return false }
    return octets[row / 8 * PanelGeometry.columns + column] >> UInt8(row % 8) & 1 == 1
  }

  /// Copies `picture` moved down by `rows`, wrapping at the bottom: what the RAM has to hold for the panel to show
  /// `picture` when its display start line is `rows`.
  ///
  /// - Precondition: `picture` has whole pages, at most `PanelGeometry.pages`; `rows` is in 0...63.
  mutating func copy(_ picture: Span<UInt8>, movedDownBy rows: Int) {
    // The pictures of the smallest port have all rows.
    guard Features.isTiny || picture.count == PanelGeometry.octets else { return copyLow(picture, movedDownBy: rows) }
    precondition(picture.count == PanelGeometry.octets && (0..<PanelGeometry.rows).contains(rows))
    var moved = octets.mutableSpan
    for page in 0..<PanelGeometry.pages {
      let top = (8 * page - rows) & 63
      let start = page * PanelGeometry.columns
      let upper = picture.extracting(Self.pageRange(top >> 3))
      moved.copyOctets(from: upper, at: start)
      let shift = UInt8(truncatingIfNeeded: top & 7)
      if shift == 0 { continue }
      let lower = picture.extracting(Self.pageRange((top >> 3 + 1) & 7))
      for column in upper.indices {
        moved[start + column] = upper[column] >> shift | lower[column] << (8 - shift)
      }
    }
  }

  /// The same for a picture with fewer pages. The rows below it are dark.
  private mutating func copyLow(_ picture: Span<UInt8>, movedDownBy rows: Int) {
    precondition(picture.count < PanelGeometry.octets && picture.count % PanelGeometry.columns == 0)
    precondition((0..<PanelGeometry.rows).contains(rows))
    octets = .init(repeating: 0)
    for index in picture.indices {
      let pixels = UInt16(picture[index]) << UInt16(truncatingIfNeeded: rows & 7)
      let upper = index + rows >> 3 * PanelGeometry.columns
      octets[upper % PanelGeometry.octets] |= UInt8(truncatingIfNeeded: pixels)
      octets[(upper + PanelGeometry.columns) % PanelGeometry.octets] |= UInt8(truncatingIfNeeded: pixels >> 8)
    }
  }

  private static func pageRange(_ page: Int) -> Range<Int> {
    page * PanelGeometry.columns..<(page + 1) * PanelGeometry.columns
  }
}
