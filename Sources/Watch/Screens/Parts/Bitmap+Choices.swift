internal import Graphics
internal import Octets
internal import Typefaces

extension Bitmap {
  /// Draws one of several things to choose from, in a row below the bar.
  mutating func drawChoice(_ icon: Icon, _ label: Phrase, inRow index: Int, isSelected: Bool) {
    let row = Layout.row(index)
    drawFirst(icon, in: row)
    drawLine(
      label, in: row.droppingFirst(Icon.side + Layout.gap, in: language), TextStyle(alignment: beginning))
    if isSelected { invert(row) }
  }
}
