public import Graphics
internal import Octets
internal import Typefaces

/// What `--self-test` shows on the display.
public enum SelfTestScreen: Sendable {
  /// A frame at the display's edge, a chessboard, and text that is upright and unmirrored.
  case pattern
  /// Which button to press.
  case press(StaticString)
  case passed
  case failed

  private static let chessboard = Rectangle(x: 4, y: 36, width: 120, height: 24)
  private static let squareSide = 4

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    switch self {
    case .pattern: Self.drawPattern(into: &bitmap)
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

  private static func drawPattern(into bitmap: inout Bitmap) {
    bitmap.stroke(Rectangle(x: 0, y: 0, width: Layout.width, height: 4 * Layout.rowHeight))
    bitmap.drawText(
      ("Belfry 128 x 64" as StaticString).utf8Span, in: Rectangle(x: 4, y: 10, width: 120, height: 16), Layout.face,
      TextStyle(alignment: .centered))
    for row in 0..<(chessboard.height / squareSide) {
      for column in 0..<(chessboard.width / squareSide) where (row + column) % 2 == 0 {
        bitmap.fill(
          Rectangle(
            x: chessboard.x + column * squareSide, y: chessboard.y + row * squareSide, width: squareSide,
            height: squareSide))
      }
    }
  }
}
