extension Bitmap {
  /// Draws every pixel of `area`.
  public mutating func fill(_ area: Rectangle, _ ink: Ink = .lit) {
    let area = area.intersection(bounds)
    guard !area.isEmpty else { return }
    let pen = ink.pen
    for page in area.y >> 3...(area.maxY - 1) >> 3 {
      let mask = Self.mask(ofRowsFrom: area.y - page * 8, to: area.maxY - page * 8)
      let start = page * width
      var row = storage.mutableSpan._consumingExtracting(start + area.x..<start + area.maxX)
      for index in row.indices { row[index] = pen.draw(mask, on: row[index]) }
    }
  }

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
    // Rows that corners are taken of, one by one from both ends; those between are alike.
    let round = min(radius, area.height / 2)
    for row in 0..<round {
      let inset = Self.cornerInset(row: row, of: area.height, radius: radius)
      let (x, width) = (area.x + inset, area.width - 2 * inset)
      fill(Rectangle(x: x, y: area.y + row, width: width, height: 1), ink)
      fill(Rectangle(x: x, y: area.maxY - 1 - row, width: width, height: 1), ink)
    }
    let inset = Self.cornerInset(row: round, of: area.height, radius: radius)
    fill(
      Rectangle(
        x: area.x + inset, y: area.y + round, width: area.width - 2 * inset, height: area.height - 2 * round), ink)
  }

  /// Draws the one pixel wide frame of a rounded box. Each pixel is drawn once, so `inverted` works.
  public mutating func strokeRounded(_ area: Rectangle, radius: Int = 2, _ ink: Ink = .lit) {
    guard !area.isEmpty else { return }
    for row in 0..<area.height {
      let inset = Self.cornerInset(row: row, of: area.height, radius: radius)
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

  /// How far row `row` of a rounded box `height` rows high stays away from its left and right side.
  private static func cornerInset(row: Int, of height: Int, radius: Int) -> Int {
    max(0, radius - max(0, min(row, height - 1 - row)))
  }
}
