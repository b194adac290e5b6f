internal import Octets

extension Bitmap {
  /// Draws `text` on one line at the top of `area`, with an ellipsis if it is too wide.
  ///
  /// Line ends read as spaces; ill-formed UTF-8 as U+FFFD.
  public mutating func drawText<Face: Typeface>(
    _ text: Span<UInt8>, in area: Rectangle, _ face: Face, _ style: TextStyle = TextStyle()
  ) {
    let fit = face.fit(text, into: area.width / style.scale)
    let slack = max(0, area.width - fit.width * style.scale)
    let start =
      switch style.alignment {
      case .leading: area.x
      case .centered: area.x + slack / 2
      case .trailing: area.x + slack
      }
    var pen = TextPen(x: start, y: area.y, clip: area, style: style)
    var elements = ElementReader(text.extracting(first: fit.count))
    while let element = elements.next() { draw(element, with: &pen, face) }
    if fit.isTruncated { draw(.scalar(.ellipsis), with: &pen, face) }
  }

  /// Draws a literal on one line at the top of `area`.
  public mutating func drawText<Face: Typeface>(
    _ text: StaticString, in area: Rectangle, _ face: Face, _ style: TextStyle = TextStyle()
  ) {
    drawText(text.utf8Span, in: area, face, style)
  }

  private mutating func draw<Face: Typeface>(_ element: TextElement, with pen: inout TextPen, _ face: Face) {
    switch element {
    case .scalar(let scalar):
      let glyph = face.glyph(for: scalar)
      let x = pen.place(glyph)
      draw(glyph, x: x, pen.style.ink, with: pen)
      if glyph.isMissing { drawCode(of: scalar, x: x, with: pen, face) }
    case .flag(let first, let second): drawFlag(first, second, with: &pen, face)
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

  /// A flag with two letters cut out.
  private mutating func drawFlag<Face: Typeface>(
    _ first: UTF8Scalar, _ second: UTF8Scalar, with pen: inout TextPen, _ face: Face
  ) {
    let (left, right) = (face.glyph(for: first), face.glyph(for: second))
    let scale = pen.style.scale
    let x = pen.place(width: left.width + right.width)
    let whole = Rectangle(
      x: x, y: pen.y + 2 * scale, width: (left.width + right.width) * scale, height: (face.lineHeight - 3) * scale)
    fill(whole.intersection(pen.clip), pen.style.ink)
    let letters = pen.style.ink.opposite
    draw(left, x: x, y: pen.y, letters, scale: scale, clip: pen.clip)
    draw(right, x: x + left.width * scale, y: pen.y, letters, scale: scale, clip: pen.clip)
  }
}

/// Where the next glyph goes.
private struct TextPen {
  var x: Int
  let y: Int
  let clip: Rectangle
  let style: TextStyle
  /// The middle of the last glyph that was not a mark, in half pixels.
  private var middle: Int?

  init(x: Int, y: Int, clip: Rectangle, style: TextStyle) {
    self.x = x
    self.y = y
    self.clip = clip
    self.style = style
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

  /// The left side for a picture of `width` pixels, not yet scaled.
  mutating func place(width: Int) -> Int {
    let left = x
    middle = 2 * left + width * style.scale
    x += width * style.scale
    return left
  }
}
