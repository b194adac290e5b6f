extension Bitmap {
  /// Draws the lit pixels of `glyph` with its top left corner at a point, as far as they lie in `clip`.
  public mutating func draw(_ glyph: Glyph, x: Int, y: Int, _ ink: Ink = .lit, clip: Rectangle) {
    let whole = Rectangle(x: x, y: y, width: glyph.width, height: glyph.height)
    let seen = whole.intersection(clip).intersection(bounds)
    guard !seen.isEmpty else { return }
    let shift = UInt8(truncatingIfNeeded: y & 7)
    for page in seen.y >> 3...(seen.maxY - 1) >> 3 {
      let mask = Self.mask(ofRowsFrom: seen.y - page * 8, to: seen.maxY - page * 8)
      let first = page - y >> 3
      let target = page * width + x
      let columns = seen.x - x..<seen.maxX - x
      blend(glyph.page(first), columns, shiftedDownBy: shift, at: target, mask: mask, ink.pen)
      if shift > 0 {
        blend(glyph.page(first - 1), columns, shiftedUpBy: 8 - shift, at: target, mask: mask, ink.pen)
      }
    }
  }

  /// Draws the lit pixels of `glyph`.
  public mutating func draw(_ glyph: Glyph, x: Int, y: Int, _ ink: Ink = .lit) {
    draw(glyph, x: x, y: y, ink, clip: bounds)
  }

  /// Draws the lit pixels of `glyph`, each as a square of `scale` by `scale` pixels.
  public mutating func draw(
    _ glyph: Glyph, x: Int, y: Int, _ ink: Ink = .lit, scale: Int, clip: Rectangle
  ) {
    guard scale > 1 else { return draw(glyph, x: x, y: y, ink, clip: clip) }
    for row in 0..<glyph.height {
      let octets = glyph.page(row >> 3)
      let bit = 1 << UInt8(truncatingIfNeeded: row & 7) as UInt8
      for column in octets.indices where octets[column] & bit != 0 {
        let pixel = Rectangle(x: x + column * scale, y: y + row * scale, width: scale, height: scale)
        fill(pixel.intersection(clip), ink)
      }
    }
  }

  /// Draws `columns` of eight rows of a glyph, its column 0 at octet `target`, moved down inside the page.
  private mutating func blend(
    _ octets: Span<UInt8>, _ columns: Range<Int>, shiftedDownBy shift: UInt8, at target: Int, mask: UInt8, _ pen: Pen
  ) {
    guard octets.count >= columns.upperBound else { return }
    for column in columns {
      let bits = (octets[column] &<< shift) & mask
      storage[target + column] = pen.draw(bits, on: storage[target + column])
    }
  }

  /// The same, moved up: for the rows that reach into the next page.
  private mutating func blend(
    _ octets: Span<UInt8>, _ columns: Range<Int>, shiftedUpBy shift: UInt8, at target: Int, mask: UInt8, _ pen: Pen
  ) {
    guard octets.count >= columns.upperBound else { return }
    for column in columns {
      let bits = (octets[column] &>> shift) & mask
      storage[target + column] = pen.draw(bits, on: storage[target + column])
    }
  }
}
