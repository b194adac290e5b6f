extension Bitmap {
  /// Draws the lit pixels of `glyph` with its top left corner at a point, as far as they lie in `clip`.
  #if BELFRY_TINY
    @inline(never)  // Many callers: one copy is smaller.
  #endif
  public mutating func draw(_ glyph: Glyph, x: Int, y: Int, _ ink: Ink = .lit, clip: Rectangle) {
    let whole = Rectangle(x: x, y: y, width: glyph.width, height: glyph.height)
    if clip.contains(whole) && bounds.contains(whole) { return drawWhole(glyph, x: x, y: y, ink) }
    drawOctets(of: glyph, x: x, y: y, ink, seen: whole.intersection(clip).intersection(bounds))
  }

  /// Draws the lit pixels of `glyph`, which is seen whole.
  ///
  /// - Precondition: it lies inside the picture.
  @inline(__always)
  mutating func drawWhole(_ glyph: Glyph, x: Int, y: Int, _ ink: Ink) {
    if width == Self.cellWidth, let cell = glyph.cell, let brush = CellBrush(ink) {
      drawCell(cell, x: x, y: y, brush)
    } else if glyph.height <= 8 {
      drawLow(glyph, x: x, y: y, ink)
    } else {
      let whole = Rectangle(x: x, y: y, width: glyph.width, height: glyph.height)
      drawOctets(of: glyph, x: x, y: y, ink, seen: whole)
    }
  }

  /// Draws the lit pixels of a glyph of at most eight rows, which is seen whole: on one page, or on two.
  @inline(never)
  private mutating func drawLow(_ glyph: Glyph, x: Int, y: Int, _ ink: Ink) {
    let (pen, octets) = (ink.pen, glyph.octets)
    let shift = UInt32(truncatingIfNeeded: y & 7)
    let isOnOnePage = y & 7 + glyph.height <= 8
    var target = (y >> 3) * width + x
    for column in octets.indices {
      let bits = UInt32(octets[column]) &<< shift
      storage[target] = pen.draw(UInt8(truncatingIfNeeded: bits), on: storage[target])
      if !isOnOnePage {
        storage[target + width] = pen.draw(UInt8(truncatingIfNeeded: bits &>> 8), on: storage[target + width])
      }
      target += 1
    }
  }

  /// Draws the lit pixels of `glyph`.
  public mutating func draw(_ glyph: Glyph, x: Int, y: Int, _ ink: Ink = .lit) {
    draw(glyph, x: x, y: y, ink, clip: bounds)
  }

  /// Draws the lit pixels of `glyph`, each as a square of `scale` by `scale` pixels.
  #if BELFRY_TINY
    @inline(never)  // Many callers: one copy is smaller.
  #endif
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

  /// Draws the lit pixels of `glyph` that lie in `seen`, octet by octet.
  ///
  /// - Precondition: `seen` lies inside the glyph and inside the picture.
  @inline(never)
  private mutating func drawOctets(of glyph: Glyph, x: Int, y: Int, _ ink: Ink, seen: Rectangle) {
    guard !seen.isEmpty else { return }
    let pen = ink.pen
    let shift = y & 7
    for page in seen.y >> 3...(seen.maxY - 1) >> 3 {
      let mask = Self.mask(ofRowsFrom: seen.y - page * 8, to: seen.maxY - page * 8)
      let first = page - y >> 3
      let upper = glyph.columns(of: first, from: seen.x - x, count: seen.width)
      let lower = glyph.columns(of: first - 1, from: seen.x - x, count: seen.width)
      blend(upper, shiftedDownBy: shift, at: page * width + seen.x, mask: mask, pen)
      blend(lower, shiftedDownBy: shift - 8, at: page * width + seen.x, mask: mask, pen)
    }
  }

  /// Draws eight rows of a glyph, moved down by -8...7 rows, from octet `target` on.
  private mutating func blend(
    _ columns: Span<UInt8>, shiftedDownBy shift: Int, at target: Int, mask: UInt8, _ pen: Pen
  ) {
    var page = storage.mutableSpan._consumingExtracting(target..<target + columns.count)
    for index in columns.indices {
      page[index] = pen.draw(columns[index] << shift & mask, on: page[index])
    }
  }
}
