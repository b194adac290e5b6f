internal import Graphics
internal import Octets
internal import Typefaces

/// Which part of a longer text or list is seen, in lines.
struct ScrollPosition {
  let top: Int
  let visible: Int
  let total: Int

  var isNeeded: Bool { total > visible }
}

extension Bitmap {
  /// Draws the lit bar at the top: an icon, a title, small numerals at the right, and a scroll mark if there is more.
  ///
  /// - Parameter isSeparate: whether a dark line keeps it apart from a row that may be lit, too. The title must have no
  ///   descenders then.
  mutating func drawBar(
    _ icon: Icon, _ title: Span<UInt8>, numerals: borrowing ShortText = ShortText(), scroll: ScrollPosition? = nil,
    isSeparate: Bool = false
  ) {
    fill(Rectangle(x: 0, y: 0, width: Layout.width, height: isSeparate ? Layout.rowHeight - 1 : Layout.rowHeight))
    draw(icon.glyph, x: 0, y: 0, .dark)
    var area = Layout.bar.droppingLeft(Icon.side + Layout.gap)
    if let scroll, scroll.isNeeded {
      drawScrollMark(scroll, in: area)
      area = area.droppingRight(5)
    }
    if !numerals.isEmpty {
      let width = Numerals().width(of: numerals.span)
      let style = TextStyle(ink: .dark, alignment: .trailing)
      drawText(numerals.span, in: Rectangle(x: area.x, y: 4, width: area.width, height: 8), Numerals(), style)
      area = area.droppingRight(width + Layout.gap)
    }
    drawLine(title, in: area, TextStyle(ink: .dark))
  }

  /// A thin line with a thumb on it, at the right end of the bar.
  private mutating func drawScrollMark(_ scroll: ScrollPosition, in bar: Rectangle) {
    let track = Rectangle(x: bar.maxX - 3, y: 2, width: 1, height: 12)
    fill(track, .dark)
    let length = max(3, track.height * scroll.visible / scroll.total)
    let range = scroll.total - scroll.visible
    let offset = (track.height - length) * min(scroll.top, range) / range
    fill(Rectangle(x: track.x - 1, y: track.y + offset, width: 3, height: length), .dark)
  }
}
