internal import Graphics
internal import Octets
internal import Typefaces

/// Which part of a longer text or list is seen, in lines.
struct ScrollPosition {
  let top: Int
  let visible: Int
  let total: Int

  var isNeeded: Bool { total > visible }
  var hasMoreAbove: Bool { top > 0 }
  var hasMoreBelow: Bool { top + visible < total }
}

extension Bitmap {
  /// Draws the lit bar at the top: an icon, a title, small numerals at the other side, and arrows to the rest.
  ///
  /// - Parameter width: the number of columns at the other side that the caller draws itself.
  mutating func drawBar(
    _ icon: Icon, _ title: Span<UInt8>, numerals: borrowing ShortText = ShortText(), scroll: ScrollPosition? = nil,
    reserving width: Int = 0
  ) {
    fill(Rectangle(x: 0, y: 0, width: Layout.width, height: Layout.boxHeight))
    drawFirst(icon, in: Layout.bar, .dark)
    var area = Layout.bar.droppingFirst(Icon.side + Layout.gap, in: language).droppingLast(width, in: language)
    if let scroll, scroll.isNeeded {
      drawArrows(scroll, x: area.last(Self.arrowWidth, in: language).x)
      area = area.droppingLast(Self.arrowWidth, in: language)
    }
    if !numerals.isEmpty {
      area = area.droppingLast(drawNumerals(numerals.span, lastIn: area, y: 4, .dark) + Layout.gap, in: language)
    }
    // Raised where that is possible, so that tails keep clear of the dark line.
    let y = Self.isTopRowFree(in: title) ? -1 : 0
    drawLine(
      title, in: Rectangle(x: area.x, y: y, width: area.width, height: area.height),
      TextStyle(ink: .dark, alignment: beginning))
  }

  /// Draws ASCII as small numerals at the end of a row.
  ///
  /// - Returns: how many columns they take.
  @discardableResult
  mutating func drawNumerals(_ text: Span<UInt8>, lastIn row: Rectangle, y: Int, _ ink: Ink = .lit) -> Int {
    let end = row.last(TextFace.numerals.width(of: text), in: language).maxX
    var x = end
    for index in text.indices.reversed() {
      let glyph = TextFace.numerals.glyph(for: UTF8Scalar(value: UInt32(text[index])) ?? .replacement)
      x -= glyph.advance
      draw(glyph, x: x, y: y, ink)
    }
    return end - x
  }

  private static var arrowWidth: Int { 5 }

  private mutating func drawArrows(_ scroll: ScrollPosition, x: Int) {
    for row in 0..<3 {
      let line = Rectangle(x: x + 2 - row, y: 3 + row, width: 1 + 2 * row, height: 1)
      if scroll.hasMoreAbove { fill(line, .dark) }
      if scroll.hasMoreBelow { fill(Rectangle(x: line.x, y: 14 - line.y, width: line.width, height: 1), .dark) }
    }
  }

  /// Whether no glyph of `text` has a pixel in its topmost row. Those of ASCII have none.
  private static func isTopRowFree(in text: Span<UInt8>) -> Bool {
    var rest = text
    while let scalar = UTF8Scalar(decoding: &rest) {
      if (0x20..<0x7F).contains(scalar.value) { continue }
      let glyph = Layout.face.glyph(for: scalar)
      for column in 0..<glyph.width where glyph.octets[column] & 1 != 0 { return false }
    }
    return true
  }
}

extension BoundedText {
  /// Appends `2/5`.
  mutating func append(position: Int, of count: Int) {
    append(position)
    append("/")
    append(count)
  }
}
