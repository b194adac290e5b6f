internal import Graphics
internal import Octets
internal import Typefaces

extension Bitmap {
  /// Draws one line: with its glyphs closer together if it is too wide and not bold, then with an ellipsis if it still
  /// is.
  @inline(never)  // Several callers: one copy is smaller.
  mutating func drawLine(_ text: Span<UInt8>, in row: Rectangle, _ style: TextStyle = TextStyle()) {
    // Wide strokes close together would run into each other.
    let isWide = style.isBold || Layout.face.width(of: text) <= row.width
    drawText(text, in: row, isWide ? Layout.face : Layout.condensedFace, style)
  }

  /// By how many pixels a line is too long for `drawLine`: how far it runs; 0 if it fits, be it closer together.
  static func overhang(of text: Span<UInt8>, in width: Int, isBold: Bool = false) -> Int {
    let face = isBold ? Layout.face : Layout.condensedFace
    return face.width(of: text) <= width ? 0 : max(0, Layout.face.longestWidth(of: text) - width)
  }

  /// By how many pixels of its glyphs a name is too long for `drawLarge`; 0 if it fits on two lines.
  static func overhang(ofLarge text: Span<UInt8>) -> Int {
    var lines = TextLines(text, Layout.face)
    for _ in 0..<2 where lines.next(width: Layout.width) == nil { return 0 }
    return lines.next(width: Layout.width) == nil ? 0 : max(0, Layout.face.longestWidth(of: text) - Layout.width / 2)
  }

  /// Draws one line that runs through its row, of which `offset` pixels have left it: at the left, or at the right if
  /// that is where it begins. The display's edge, or what is drawn later, ends it.
  mutating func drawRunning(
    _ text: Span<UInt8>, in row: Rectangle, offset: Int, _ style: TextStyle = TextStyle()
  ) {
    let width = Layout.face.longestWidth(of: text) * style.scale
    let gone = offset * style.scale
    let x = TextPart(text).isRightToLeft ? row.maxX - width + gone : row.x - gone
    drawText(text, in: Rectangle(x: x, y: row.y, width: width, height: row.height), Layout.face, style)
  }

  /// Draws what kind of notification it is, in place of its text, and how many there are if that is all to be known.
  mutating func drawCategory(of text: borrowing NotificationText) {
    drawLarge(text.category.word)
    guard let count = text.count else { return }
    var line = ShortText()
    line.append(.counted(.onThePhone), count, language)
    drawLine(line.span, in: Layout.bottomRow, TextStyle(alignment: .centered))
  }

  /// Draws a name in the two rows below the bar, centred: twice its size if it fits on one line, else on up to two.
  ///
  /// - Parameter offset: how many pixels of a name that runs through, twice its size, have left the display; nil if it
  ///   lies still.
  mutating func drawLarge(_ text: Span<UInt8>, runningBy offset: Int? = nil) {
    let upper = Layout.row(0)
    let both = Rectangle(x: upper.x, y: upper.y, width: upper.width, height: 2 * upper.height)
    if let offset { return drawRunning(text, in: both, offset: offset, TextStyle(scale: 2)) }
    let width = Layout.face.width(of: text)
    if 2 * width <= Layout.width {
      drawText(text, in: both, Layout.face, TextStyle(alignment: .centered, scale: 2))
      return
    }
    let middle = Rectangle(x: both.x, y: both.y + upper.height / 2, width: both.width, height: upper.height)
    let style = TextStyle(alignment: .centered, isBold: true)
    if width <= Layout.width { return drawText(text, in: middle, Layout.face, style) }
    var lines = TextLines(text, Layout.face)
    guard let first = lines.next(width: Layout.width), let second = lines.next(width: Layout.width) else {
      return drawText(text, in: middle, Layout.face, style)
    }
    drawText(lines.part(first), in: upper, Layout.face, style)
    drawText(lines.part(second).withRest, in: Layout.row(1), Layout.face, style)
  }

  /// Draws that there is nothing: an icon, and below it words.
  mutating func drawEmpty(_ icon: Icon, _ words: Phrase) {
    draw(icon.glyph, x: (Layout.width - Icon.side) / 2, y: Layout.row(0).y + 1)
    drawLine(words, in: Layout.row(1), TextStyle(alignment: .centered))
  }

  /// Draws a code in two rows from `y` down, as large as it fits.
  mutating func drawCode(_ code: Span<UInt8>, y: Int) {
    let area = Rectangle(x: 0, y: y, width: Layout.width, height: 2 * Layout.rowHeight)
    let style = TextStyle(alignment: .centered, scale: 2)
    if 2 * Layout.face.width(of: code) <= area.width { return drawText(code, in: area, Layout.face, style) }
    if 2 * Layout.condensedFace.width(of: code) <= area.width {
      return drawText(code, in: area, Layout.condensedFace, style)
    }
    let middle = Rectangle(x: 0, y: y + Layout.rowHeight / 2, width: area.width, height: Layout.rowHeight)
    drawText(code, in: middle, Layout.face, TextStyle(alignment: .centered, isBold: true))
  }

  /// Draws the lines of a text from line `top` on, as many as there are rows from row `first` below the bar to row
  /// `end`, which is left free.
  mutating func drawParagraph(
    _ text: Span<UInt8>, from top: Int = 0, inRowsFrom first: Int = 0, to end: Int = Layout.rowCount
  ) {
    var lines = TextLines(text, Layout.face)
    var row = first - top
    while row < end, let line = lines.next(width: Layout.width) {
      if row >= first { drawText(lines.part(line), in: Layout.row(row), Layout.face) }
      row += 1
    }
  }
}
