internal import Graphics
internal import Octets
internal import Typefaces

extension Bitmap {
  /// Draws one of several things to choose from, in a row below the bar.
  mutating func drawChoice(_ icon: Icon, _ label: Phrase, inRow index: Int, isSelected: Bool) {
    let row = Layout.row(index)
    draw(icon.glyph, x: row.x, y: row.y)
    drawLine(label, in: row.droppingLeft(Icon.side + Layout.gap))
    if isSelected { invert(row) }
  }
}
