internal import Octets

extension Bitmap {
  /// Draws `text` on one line at the top of `area`, with an ellipsis if it is too wide.
  ///
  /// Line ends read as spaces; ill-formed UTF-8 as U+FFFD. What is read from right to left is drawn so, and begins at the
  /// right where others begin at the left.
  public mutating func drawText<Face: Typeface>(
    _ text: Span<UInt8>, in area: Rectangle, _ face: Face, _ style: TextStyle = TextStyle()
  ) {
    drawText(TextPart(text), in: area, face, style)
  }

  /// Draws a line of a longer text in the same way.
  public mutating func drawText<Face: Typeface>(
    _ part: TextPart, in area: Rectangle, _ face: Face, _ style: TextStyle = TextStyle()
  ) {
    let fit = face.fit(part.octets, into: area.width / style.scale)
    if part.isBidirectional { return drawBothWays(part.first(fit.count), fit, in: area, face, style) }
    var pen = TextPen(in: area, width: fit.width, style, isRightToLeft: false)
    var rest = part.octets.extracting(first: fit.count)
    while let scalar = UTF8Scalar(reading: &rest) { draw(scalar, with: &pen, face) }
    if fit.isTruncated { draw(.ellipsis, with: &pen, face) }
  }

  /// Draws text of which some may run to the left.
  @inline(never)
  private mutating func drawBothWays<Face: Typeface>(
    _ part: TextPart, _ fit: TextFit, in area: Rectangle, _ face: Face, _ style: TextStyle
  ) {
    var line = VisualLine(part, hasEllipsis: fit.isTruncated, face)
    var pen = TextPen(in: area, width: fit.width, style, isRightToLeft: line.isRightToLeft)
    for place in 0..<line.count {
      let (base, range) = line.character(at: place)
      draw(base, with: &pen, face)
      var rest = part.octets.extracting(range)
      _ = UTF8Scalar(reading: &rest)
      while let scalar = UTF8Scalar(reading: &rest) {
        if face.measure(scalar).isFollower { draw(scalar, with: &pen, face) }
      }
    }
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

  /// - Parameter width: of the text, in pixels of its glyphs.
  init(in area: Rectangle, width: Int, _ style: TextStyle, isRightToLeft: Bool) {
    let slack = max(0, area.width - width * style.scale)
    x =
      switch style.alignment {
      case .leading: isRightToLeft ? area.x + slack : area.x
      case .centered: area.x + slack / 2
      case .trailing: area.x + slack
      }
    y = area.y
    clip = area
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
