extension Bitmap {
  /// Draws every pixel of `area`.
  @inline(never)
  public mutating func fill(_ area: Rectangle, _ ink: Ink = .lit) {
    let area = area.intersection(bounds)
    guard !area.isEmpty else { return }
    let pen = ink.pen
    for page in area.y >> 3...(area.maxY - 1) >> 3 {
      let mask = Self.mask(ofRowsFrom: area.y - page * 8, to: area.maxY - page * 8)
      fill(page * width + area.x..<page * width + area.maxX, rows: mask, pen)
    }
  }

  /// Draws the rows of `mask` in octets of one page: in words, of which the first and the last may be drawn in part.
  private mutating func fill(_ octets: Range<Int>, rows mask: UInt8, _ pen: Pen) {
    let (first, last) = (octets.lowerBound >> 2, (octets.upperBound - 1) >> 2)
    var words = self.words._consumingExtracting(first..<last + 1)
    let (erased, flipped) = (Self.word(of: mask & pen.erased), Self.word(of: mask & pen.flipped))
    var columns = UInt32.max &<< (8 &* UInt32(truncatingIfNeeded: octets.lowerBound & 3))
    for index in words.indices {
      if index == last - first { columns &= .max &>> (8 &* UInt32(truncatingIfNeeded: ~(octets.upperBound - 1) & 3)) }
      words[index] = words[index] & ~(erased & columns) ^ flipped & columns
      columns = .max
    }
  }

  /// Four octets of `mask`.
  private static func word(of mask: UInt8) -> UInt32 { 0x0101_0101 &* UInt32(mask) }

  /// Exchanges lit and dark in `area`.
  public mutating func invert(_ area: Rectangle) {
    fill(area, .inverted)
  }

  /// Draws the one pixel wide frame of `area`.
  public mutating func stroke(_ area: Rectangle, _ ink: Ink = .lit) {
    strokeRounded(area, radius: 0, ink)
  }

  /// Fills `area` without its corners: `radius` 0 keeps them, 1 takes one pixel from each, 2 takes three.
  public mutating func fillRounded(_ area: Rectangle, radius: Int = 2, _ ink: Ink = .lit) {
    guard !area.isEmpty else { return }
    // Columns that corners are taken of, one by one from both sides; those between are alike.
    let round = min(radius, area.width / 2)
    for column in 0..<round {
      let inset = Self.cornerInset(line: column, of: area.width, radius: radius)
      let (y, height) = (area.y + inset, area.height - 2 * inset)
      fill(Rectangle(x: area.x + column, y: y, width: 1, height: height), ink)
      fill(Rectangle(x: area.maxX - 1 - column, y: y, width: 1, height: height), ink)
    }
    let inset = Self.cornerInset(line: round, of: area.width, radius: radius)
    fill(
      Rectangle(
        x: area.x + round, y: area.y + inset, width: area.width - 2 * round, height: area.height - 2 * inset), ink)
  }

  /// Draws the one pixel wide frame of a rounded box. Each pixel is drawn once, so `inverted` works.
  public mutating func strokeRounded(_ area: Rectangle, radius: Int = 2, _ ink: Ink = .lit) {
    guard !area.isEmpty else { return }
    for row in 0..<area.height {
      let inset = Self.cornerInset(line: row, of: area.height, radius: radius)
      let span = area.width - 2 * inset
      let isEdge = row == 0 || row == area.height - 1
      fill(Rectangle(x: area.x + inset, y: area.y + row, width: isEdge ? span : 1, height: 1), ink)
      let hasRightSide = !isEdge && span > 1
      fill(Rectangle(x: area.maxX - inset - 1, y: area.y + row, width: hasRightSide ? 1 : 0, height: 1), ink)
    }
  }

  /// Draws a straight line, both ends included.
  public mutating func drawLine(fromX startX: Int, y startY: Int, toX endX: Int, y endY: Int, _ ink: Ink = .lit) {
    let stepX = startX < endX ? 1 : -1
    let stepY = startY < endY ? 1 : -1
    let deltaX = abs(endX - startX)
    let deltaY = -abs(endY - startY)
    var (x, y, error) = (startX, startY, deltaX + deltaY)
    while true {
      set(x: x, y: y, ink)
      if x == endX && y == endY { return }
      let doubled = 2 * error
      if doubled >= deltaY {
        error += deltaY
        x += stepX
      }
      if doubled <= deltaX {
        error += deltaX
        y += stepY
      }
    }
  }

  /// The bits of one page from row `start` (which may lie above it) to before row `end` (which may lie below it).
  static func mask(ofRowsFrom start: Int, to end: Int) -> UInt8 {
    let top = start <= 0 ? 0xFF : 0xFF << start
    let bottom = end >= 8 ? 0xFF : (1 << end) - 1
    return UInt8(truncatingIfNeeded: top & bottom)
  }

  /// How far one of `count` rows of a rounded box stays away from its left and right side, or one of its columns from
  /// its top and bottom.
  private static func cornerInset(line: Int, of count: Int, radius: Int) -> Int {
    max(0, radius - max(0, min(line, count - 1 - line)))
  }
}
