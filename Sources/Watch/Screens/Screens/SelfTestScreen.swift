public import Graphics
internal import Octets
internal import Typefaces

/// What `--self-test` shows on the display.
public enum SelfTestScreen: Sendable {
  /// A frame at the display's edge, a chessboard, and text that is upright and unmirrored. A panel of 32 rows, which
  /// shows the middle of the picture, has its pattern there.
  case pattern(rows: Int)
  /// Which button to press.
  case press(StaticString)
  case passed
  case failed

  private static let squareSide = 4

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    switch self {
    case .pattern(let rows): Self.drawPattern(rows: rows, into: &bitmap)
    case .press(let name):
      bitmap.drawBar(.moment, .title(.press))
      bitmap.drawLarge(name.utf8Span)
    case .passed:
      bitmap.drawBar(.tick, .title(.selfTest))
      bitmap.drawLarge(Phrase.title(.passed))
    case .failed:
      bitmap.drawBar(.warning, .title(.selfTest))
      bitmap.drawLarge(Phrase.title(.failed))
    }
  }

  private static func drawPattern(rows: Int, into bitmap: inout Bitmap) {
    let isHalf = rows < 4 * Layout.rowHeight
    let frame = Rectangle(x: 0, y: isHalf ? Layout.rowHeight : 0, width: Layout.width, height: rows)
    bitmap.stroke(frame)
    let text: StaticString = isHalf ? "Belfry 128 x 32" : "Belfry 128 x 64"
    bitmap.drawText(
      text.utf8Span, in: Rectangle(x: 4, y: frame.y + (isHalf ? 2 : 10), width: 120, height: 16), Layout.face,
      TextStyle(alignment: .centered))
    let height = isHalf ? 8 : 24
    drawChessboard(in: Rectangle(x: 4, y: frame.y + rows - height - 4, width: 120, height: height), into: &bitmap)
  }

  private static func drawChessboard(in area: Rectangle, into bitmap: inout Bitmap) {
    for row in 0..<(area.height / squareSide) {
      for column in 0..<(area.width / squareSide) where (row + column) % 2 == 0 {
        bitmap.fill(
          Rectangle(
            x: area.x + column * squareSide, y: area.y + row * squareSide, width: squareSide, height: squareSide))
      }
    }
  }
}
