internal import ANCS
internal import Features
public import Graphics
internal import Octets
internal import Typefaces

/// A notification that has just come: where from, its title, and the beginning of its text.
///
/// While its texts are not here yet, its category stands for them. A code that it brings is shown large, in place of
/// its text. Large text that has no row for each of its texts has its normal size.
public struct AlertScreen: ~Escapable {
  private let text: NotificationText
  private let layout: BodyLayout

  @_lifetime(copy text)
  public init(_ text: NotificationText) {
    self.text = text
    let wanted = BodyLayout(text)
    layout = Features.hasTextSizes && text.textCount > wanted.rowCount ? .normal : wanted
  }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    bitmap.drawBar(text.category.icon, text.source, numerals: text.stamp)
    var rest = bitmap.drawLabels(positive: text.positive, negative: text.negative, .hold, in: layout.labelRow)
    let needsBottomRow = needsBottomRow
    if needsBottomRow, !hasRoom(rest) {
      // Signs are shorter than the phone's labels: they leave room for the message.
      bitmap.fill(layout.labelRow, .dark)
      rest = bitmap.drawLabels(
        positive: text.positive.sign, negative: text.negative.sign, .hold, in: layout.labelRow)
    }
    drawBody(into: &bitmap, bottom: rest, hasRoom: needsBottomRow || hasRoom(rest))
  }

  /// Whether what is above the labels has no room for a line of each text. The bar says already that a call was missed.
  private var needsBottomRow: Bool {
    layout.rowCount <= Layout.rowCount && text.textCount >= layout.rowCount && text.code.isEmpty
      && text.category != .missedCall
  }

  /// The title and the subtitle on a line each, then as much as there is room for, the last line with an ellipsis.
  private func drawBody(into bitmap: inout Bitmap, bottom: Rectangle, hasRoom: Bool) {
    guard text.code.isEmpty else { return drawCode(into: &bitmap, bottom: bottom) }
    guard text.hasText else { return bitmap.drawCategory(of: text) }
    var lines = BodyLines(text, layout)
    var row = 0
    if !text.title.isEmpty {
      let bold = TextStyle(isBold: true)
      if layout.face == .normal {
        bitmap.drawLine(text.title, in: layout.row(row), bold)
      } else {
        bitmap.drawText(text.title, in: layout.row(row), layout.titleFace, bold)
      }
      row += 1
      _ = lines.skipParagraph()
    }
    let rowCount = hasRoom ? layout.rowCount : layout.rowCount - 1
    while row < rowCount {
      var area = layout.row(row)
      if row == layout.rowCount - 1 { (area.x, area.width) = (bottom.x, bottom.width) }
      guard let line = lines.next(width: area.width) else { return }
      row += 1
      let isCutSubtitle = !line.isMessage && !text.message.isEmpty
      bitmap.drawText(row == rowCount || isCutSubtitle ? line.part.withRest : line.part, in: area, layout.face)
      if isCutSubtitle { _ = lines.skipParagraph() }
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
