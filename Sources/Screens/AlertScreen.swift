public import Graphics
internal import Octets
internal import Typefaces

/// A notification that has just come: where from, its title, and the beginning of its text.
///
/// While its texts are not here yet, its category stands for them. A code that it brings is shown large, in place of
/// its text.
public struct AlertScreen: ~Escapable {
  private let text: NotificationText

  @_lifetime(copy text)
  public init(_ text: NotificationText) {
    self.text = text
  }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    var time = ShortText()
    if let known = text.time { time.append(known) }
    bitmap.drawBar(text.category.icon, text.source, numerals: time)
    let rest = bitmap.drawLabels(positive: text.positive, negative: text.negative, .hold)
    drawBody(into: &bitmap, bottom: rest)
  }

  /// The title on one line, then as much as there is room for, the last line with an ellipsis.
  private func drawBody(into bitmap: inout Bitmap, bottom: Rectangle) {
    guard text.code.isEmpty else { return drawCode(into: &bitmap, bottom: bottom) }
    guard text.hasText else { return bitmap.drawCategory(of: text) }
    var lines = BodyLines(text)
    var row = 0
    if !text.title.isEmpty {
      bitmap.drawLine(text.title, in: Layout.row(row), TextStyle(isBold: true))
      row += 1
      _ = lines.skipParagraph()
    }
    let rowCount = hasRoom(bottom) ? Layout.rowCount : Layout.rowCount - 1
    while row < rowCount {
      let area = row == Layout.rowCount - 1 ? bottom : Layout.row(row)
      guard let line = lines.next(width: area.width) else { return }
      row += 1
      bitmap.drawText(row == rowCount ? line.part.withRest : line.part, in: area, Layout.face)
    }
  }

  /// The code in two rows, and below it the title, if there is room.
  private func drawCode(into bitmap: inout Bitmap, bottom: Rectangle) {
    bitmap.drawCode(text.code, y: Layout.rowHeight)
    if hasRoom(bottom), !text.title.isEmpty { bitmap.drawLine(text.title, in: bottom, TextStyle(isBold: true)) }
  }

  /// Text flows beside the decline label, but not between two.
  private func hasRoom(_ bottom: Rectangle) -> Bool {
    bottom.x == 0 && bottom.width >= Layout.width / 2
  }
}
