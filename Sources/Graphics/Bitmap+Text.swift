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
    var rest = text.extracting(first: fit.count)
    while let scalar = UTF8Scalar(reading: &rest) { draw(scalar, with: &pen, face) }
    if fit.isTruncated { draw(.ellipsis, with: &pen, face) }
  }

  /// Draws a literal on one line at the top of `area`.
  public mutating func drawText<Face: Typeface>(
    _ text: StaticString, in area: Rectangle, _ face: Face, _ style: TextStyle = TextStyle()
  ) {
    drawText(text.utf8Span, in: area, face, style)
  }

  private mutating func draw<Face: Typeface>(_ scalar: UTF8Scalar, with pen: inout TextPen, _ face: Face) {
    guard !scalar.isInvisible else { return }
    let isBlank = scalar.isNewline || scalar.value == 0x09
    let glyph = face.glyph(for: isBlank ? .space : scalar)
    let x = pen.place(glyph)
    for offset in 0...(pen.style.isBold ? 1 : 0) {
      draw(glyph, x: x + offset, y: pen.y, pen.style.ink, scale: pen.style.scale, clip: pen.clip)
    }
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
}
