internal import Octets

extension Bitmap {
  /// Moves the pixels of `area` up by `rows`, down if that is negative. Rows that come free are dark.
  public mutating func scroll(_ area: Rectangle, by rows: Int) {
    let area = area.intersection(bounds)
    guard !area.isEmpty, rows != 0 else { return }
    let mask = (~0 &>> Self.widen(64 - area.height)) &<< Self.widen(area.y)
    for x in area.x..<area.maxX {
      let column = column(at: x)
      let moved: UInt64 =
        if abs(rows) >= 64 {
          0
        } else if rows > 0 {
          (column & mask) &>> Self.widen(rows)
        } else {
          (column & mask) &<< Self.widen(-rows)
        }
      setColumn(at: x, to: column & ~mask | moved & mask)
    }
  }

  /// Moves the pixels of `area` up by `rows`, and draws `picture` over them, `offset` rows below its place in `area`,
  /// above it if that is negative. Outside `area`, and if the offset is 0, the pixels are the picture's.
  public mutating func slide(_ picture: borrowing Bitmap, into area: Rectangle, by rows: Int, offset: Int) {
    let mask = (~0 &>> Self.widen(64 - area.height)) &<< Self.widen(area.y)
    let cover = Self.shift(mask, down: offset) & mask
    for x in 0..<min(width, picture.width) {
      let new = picture.column(at: x)
      let old = Self.shift(column(at: x) & mask, down: -rows) & mask & ~cover
      setColumn(at: x, to: new & ~mask | Self.shift(new & mask, down: offset) & mask | old)
    }
  }

  private static func shift(_ pixels: UInt64, down rows: Int) -> UInt64 {
    if abs(rows) >= 64 { return 0 }
    return rows < 0 ? pixels &>> widen(-rows) : pixels &<< widen(rows)
  }

  /// The pixels of one column; bit 0 is the top row.
  private func column(at x: Int) -> UInt64 {
    var pixels: UInt64 = 0
    for page in (0..<pageCount).reversed() {
      pixels = pixels &<< 8 | Self.widen(Int(storage[page * width + x]))
    }
    return pixels
  }

  private mutating func setColumn(at x: Int, to pixels: UInt64) {
    var rest = pixels
    for page in 0..<pageCount {
      storage[page * width + x] = UInt8(truncatingIfNeeded: rest)
      rest = rest &>> 8
    }
  }

  private static func widen(_ value: Int) -> UInt64 {
    UInt64(widening: UInt(bitPattern: value))
  }
}
