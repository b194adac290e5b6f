extension Bitmap {
  /// Draws the lit pixels of `glyph` with its top left corner at a point, as far as they lie in `clip`.
  public mutating func draw(_ glyph: Glyph, x: Int, y: Int, _ ink: Ink = .lit, clip: Rectangle) {
    let whole = Rectangle(x: x, y: y, width: glyph.width, height: glyph.height)
    // As it nearly always is.
    let isWhole = clip.contains(whole) && bounds.contains(whole)
    let seen = isWhole ? whole : whole.intersection(clip).intersection(bounds)
    guard !seen.isEmpty else { return }
    let pen = ink.pen
    let shift = UInt8(truncatingIfNeeded: y & 7)
    for page in seen.y >> 3...(seen.maxY - 1) >> 3 {
      // A glyph has no pixels but its own.
      let mask = isWhole ? 0xFF : Self.mask(ofRowsFrom: seen.y - page * 8, to: seen.maxY - page * 8)
      let first = page - y >> 3
      let target = page * width + seen.x
      let upper = glyph.columns(of: first, from: seen.x - x, count: seen.width)
      blend(upper, shiftedDownBy: shift, at: target, mask: mask, pen)
      if shift > 0 {
        let lower = glyph.columns(of: first - 1, from: seen.x - x, count: seen.width)
        blend(lower, shiftedUpBy: 8 - shift, at: target, mask: mask, pen)
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
      let octets = glyph.columns(of: row >> 3, from: 0, count: glyph.width)
      let bit = 1 << UInt8(truncatingIfNeeded: row & 7) as UInt8
      for column in octets.indices where octets[column] & bit != 0 {
        let pixel = Rectangle(x: x + column * scale, y: y + row * scale, width: scale, height: scale)
        fill(pixel.intersection(clip), ink)
      }
    }
  }

  /// Draws eight rows of a glyph, moved down inside the page, from octet `target` on.
  private mutating func blend(
    _ columns: Span<UInt8>, shiftedDownBy shift: UInt8, at target: Int, mask: UInt8, _ pen: Pen
  ) {
    var page = storage.mutableSpan._consumingExtracting(target..<target + columns.count)
    if mask == 0xFF, pen.isLit {
      for index in columns.indices { page[index] |= columns[index] &<< shift }
      return
    }
    for index in columns.indices {
      page[index] = pen.draw(columns[index] &<< shift & mask, on: page[index])
    }
  }

  /// The same, moved up: for the rows that reach into the next page.
  private mutating func blend(
    _ columns: Span<UInt8>, shiftedUpBy shift: UInt8, at target: Int, mask: UInt8, _ pen: Pen
  ) {
    var page = storage.mutableSpan._consumingExtracting(target..<target + columns.count)
    for index in columns.indices {
      page[index] = pen.draw(columns[index] &>> shift & mask, on: page[index])
    }
  }
}
