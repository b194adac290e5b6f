internal import Features
internal import Octets

extension Bitmap {
  /// Draws `text` on one line at the top of `area`, with an ellipsis if it is too wide.
  ///
  /// Line ends are drawn as spaces, ill-formed UTF-8 as U+FFFD. Right-to-left text is drawn from right to left, and
  /// begins at the right where other text begins at the left.
  public mutating func drawText<Face: Typeface>(
    _ text: Span<UInt8>, in area: Rectangle, _ face: Face, _ style: TextStyle = TextStyle()
  ) {
    drawText(TextPart(text), in: area, face, style)
  }

  /// Draws a line of a longer text in the same way.
  public mutating func drawText<Face: Typeface>(
    _ part: TextPart, in area: Rectangle, _ face: Face, _ style: TextStyle = TextStyle()
  ) {
    let fit = face.fit(part.octets, into: style.scale == 1 ? area.width : area.width / style.scale)
    let isWhole = fit.isPlain && !fit.isTruncated && part.isAll
    if !isWhole, part.isBidirectional { return drawBothWays(part.first(fit.count), fit, in: area, face, style) }
    let hyphenWidth = part.isHyphenated ? face.width(of: .hyphen, isFirst: true) : 0
    var pen = TextPen(in: area, of: bounds, (fit.width + hyphenWidth, face.lineHeight), style, isRightToLeft: false)
    let drawn = part.octets.extracting(first: fit.count)
    if fit.isPlain { drawPlain(drawn, with: &pen, face) } else { drawElements(drawn, with: &pen, face) }
    if fit.isTruncated { drawPlain(("…" as StaticString).utf8Span, with: &pen, face) }
    if hyphenWidth > 0 { drawPlain(("-" as StaticString).utf8Span, with: &pen, face) }
  }

  /// Draws text none of which runs to the left.
  @inline(never)
  private mutating func drawElements<Face: Typeface>(_ text: Span<UInt8>, with pen: inout TextPen, _ face: Face) {
    var elements = ElementReader(text)
    while true {
      drawPlain(elements.takePlain(), with: &pen, face)
      guard let element = elements.next() else { return }
      draw(element, with: &pen, face)
    }
  }

  /// Draws text of which some may run to the left.
  @inline(never)
  private mutating func drawBothWays<Face: Typeface>(
    _ part: TextPart, _ fit: TextFit, in area: Rectangle, _ face: Face, _ style: TextStyle
  ) {
    var line = VisualLine()
    let hyphenWidth = face.width(of: .hyphen, isFirst: true)
    // A cut line ends before its hyphen, and a full line has no room for one.
    let isHyphenated =
      part.isHyphenated && !fit.isTruncated && (fit.width + hyphenWidth) * style.scale <= area.width
    line.fill(with: part, end: fit.isTruncated ? .ellipsis : isHyphenated ? .hyphen : .none)
    let width = fit.width + (isHyphenated ? hyphenWidth : 0)
    var pen = TextPen(in: area, of: bounds, (width, face.lineHeight), style, isRightToLeft: line.isRightToLeft)
    for place in 0..<line.count {
      let (form, range) = line.character(at: place)
      var elements = ElementReader(part.octets.extracting(range))
      if let form {
        draw(.scalar(form), with: &pen, face)
        _ = elements.next()
      }
      while let element = elements.next() {
        if form == nil || face.isMark(element) { draw(element, with: &pen, face) }
      }
    }
  }

  /// Draws a literal on one line at the top of `area`.
  public mutating func drawText<Face: Typeface>(
    _ text: StaticString, in area: Rectangle, _ face: Face, _ style: TextStyle = TextStyle()
  ) {
    drawText(text.utf8Span, in: area, face, style)
  }

  /// Draws text all of which is plain.
  @inline(never)
  private mutating func drawPlain<Face: Typeface>(_ text: Span<UInt8>, with pen: inout TextPen, _ face: Face) {
    var index = 0
    while index < text.count {
      let scalar = UTF8Scalar(plain: text, at: &index)
      if let brush = pen.brush, let cell = face.plainCell(of: scalar), let x = pen.place(whole: cell) {
        drawCell(cell.words, x: x, y: pen.y, brush)
        if pen.style.isBold { drawCell(cell.words, x: x &+ 1, y: pen.y, brush) }
      } else {
        draw(.scalar(scalar), with: &pen, face)
      }
    }
  }

  @inline(never)
  private mutating func draw<Face: Typeface>(_ element: TextElement, with pen: inout TextPen, _ face: Face) {
    switch element {
    case .scalar(let scalar):
      let glyph = face.glyph(for: scalar)
      let x = pen.place(glyph)
      draw(glyph, x: x, pen.style.ink, with: pen)
      if Features.hasScripts, glyph.isMissing { drawCode(of: scalar, x: x, with: pen, face) }
    case .flag(let first, let second): if Features.hasScripts { drawSign(first, second, with: &pen, face) }
    case .keycap(let digit): if Features.hasScripts { drawSign(digit, nil, with: &pen, face) }
    }
  }

  private mutating func draw(_ glyph: Glyph, x: Int, _ ink: Ink, with pen: TextPen) {
    for offset in 0...(pen.style.isBold ? 1 : 0) {
      draw(glyph, x: x + offset, y: pen.y, ink, scale: pen.style.scale, clip: pen.clip)
    }
  }

  /// The four or six digits of a code point in two rows, in the box that stands for a missing glyph.
  private mutating func drawCode<Face: Typeface>(
    of scalar: UTF8Scalar, x: Int, with pen: TextPen, _ face: Face
  ) {
    let scale = pen.style.scale
    let columns = scalar.value > 0xFFFF ? 3 : 2
    for place in 0..<2 * columns {
      let shift = UInt32(truncatingIfNeeded: 4 * (2 * columns - 1 - place))
      let (column, row) = place < columns ? (place, 0) : (place - columns, 1)
      draw(
        face.codeDigit(Int(truncatingIfNeeded: scalar.value &>> shift & 15)),
        x: x + (columns == 3 ? 2 + column * 4 : 4 + column * 4) * scale, y: pen.y + (3 + row * 6) * scale,
        pen.style.ink, scale: scale, clip: pen.clip)
    }
  }

  /// Draws a box as wide as two letters, minus a gap, with one letter in its middle or two cut out: a key, or a flag.
  private mutating func drawSign<Face: Typeface>(
    _ first: UTF8Scalar, _ second: UTF8Scalar?, with pen: inout TextPen, _ face: Face
  ) {
    let scale = pen.style.scale
    let letter = face.glyph(for: first)
    let x = pen.place(width: 2 * letter.width)
    let whole = Rectangle(
      x: x, y: pen.y + 2 * scale, width: (2 * letter.width - 1) * scale, height: (face.lineHeight - 3) * scale)
    fill(whole.intersection(pen.clip), pen.style.ink)
    let ink = pen.style.ink.opposite
    let inset = second == nil ? letter.width / 2 * scale : 0
    draw(letter, x: x + inset, y: pen.y, ink, scale: scale, clip: pen.clip)
    guard let second else { return }
    draw(face.glyph(for: second), x: x + (letter.width - 1) * scale, y: pen.y, ink, scale: scale, clip: pen.clip)
  }
}

/// The position of the next glyph.
private struct TextPen {
  var x: Int
  let y: Int
  let clip: Rectangle
  /// The columns within which glyphs are seen whole.
  let whole: Range<Int>
  /// The brush for glyphs that can be drawn in one step: at normal size, with at most a few rows above the picture.
  let brush: CellBrush?
  let style: TextStyle
  /// The middle of the last glyph that was not a mark, in half pixels.
  private var middle: Int?

  /// - Parameters:
  ///   - bounds: the whole picture.
  ///   - size: the text's, in pixels of its glyphs.
  init(
    in area: Rectangle, of bounds: Rectangle, _ size: (width: Int, height: Int), _ style: TextStyle, isRightToLeft: Bool
  ) {
    let slack = max(0, area.width - size.width * style.scale)
    x =
      switch style.alignment {
      case .leading: isRightToLeft ? area.x + slack : area.x
      case .centered: area.x + slack / 2
      case .trailing: area.x + slack
      case .left: area.x
      }
    y = area.y
    clip = area
    self.style = style
    let seen = area.intersection(bounds)
    whole = seen.x..<seen.maxX
    let isWhole = style.scale == 1 && y > -8 && seen.maxY - y >= size.height
    brush = isWhole && bounds.width == Bitmap.cellWidth ? CellBrush(style.ink) : nil
  }

  /// The left side for `glyph`: where the pen is, or centred over the glyph before for a mark.
  mutating func place(_ glyph: Glyph) -> Int {
    let width = glyph.width * style.scale
    if glyph.isMark, let middle { return (middle - width) >> 1 }
    let left = x
    middle = 2 * left + width
    x += glyph.advance * style.scale
    return left
  }

  /// The left side for a glyph that is no mark and not scaled; nil if it is not seen whole there.
  @inline(__always)
  mutating func place(whole cell: GlyphCell) -> Int? {
    let left = x
    let end = left &+ cell.width
    guard left >= whole.lowerBound, end &+ (style.isBold ? 1 : 0) <= whole.upperBound else { return nil }
    middle = left &+ end
    x = left &+ cell.advance
    return left
  }

  /// The left side for a picture of `width` pixels, not yet scaled.
  mutating func place(width: Int) -> Int {
    let left = x
    middle = 2 * left + width * style.scale
    x += width * style.scale
    return left
  }
}

extension Typeface {
  fileprivate func isMark(_ element: TextElement) -> Bool {
    switch element {
    case .scalar(let scalar): glyph(for: scalar).isMark
    case .flag, .keycap: false
    }
  }
}
