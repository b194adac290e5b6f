public import Graphics
internal import Octets
internal import Typefaces

/// The notifications that are kept, one a row, with one of them selected.
///
///     list.draw(into: &bitmap)
///     for index in list.visible { list.draw(…, at: index, into: &bitmap) }
public struct ListScreen {
  private let count: Int
  /// Nil if there is nothing to select.
  private let selected: Int?

  /// - Parameter selected: an index below `count`; one outside selects the nearest.
  public init(count: Int, selected: Int) {
    self.count = max(0, count)
    self.selected = count > 0 ? min(max(0, selected), count - 1) : nil
  }

  /// Which notifications are seen: the selected one, in the middle if it can be.
  public var visible: Range<Int> { RowWindow(count: count, selected: selected ?? 0).range }

  /// In which of the rows that are seen the selected one stands: 0 is the one below the bar. It holds for all lists.
  public static func row(of selected: Int, count: Int) -> Int {
    selected - RowWindow(count: count, selected: selected).range.lowerBound
  }

  /// Draws all but the rows.
  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    var position = ShortText()
    if let selected { position.append(position: selected + 1, of: count) }
    let window = visible
    let scroll = ScrollPosition(top: window.lowerBound, visible: window.count, total: count)
    bitmap.drawBar(.inbox, ("Inbox" as StaticString).utf8Span, numerals: position, scroll: scroll)
    if count == 0 { bitmap.drawEmpty(.tick, "Nothing new") }
  }

  private static let iconWidth = Icon.side + Layout.gap

  /// How far the line of a notification has to run to be seen whole; 0 if it is.
  public static func overhang(of text: NotificationText) -> Int {
    Bitmap.overhang(of: text.headline, in: Layout.width - iconWidth)
  }

  /// Draws the row of notification `index`.
  ///
  /// - Parameter offset: how far it has run if it is selected and too long; nil if it lies still.
  public func draw(
    _ text: NotificationText, at index: Int, runningBy offset: Int? = nil, into bitmap: inout Bitmap
  ) {
    guard visible.contains(index) else { return }
    let row = Layout.row(index - visible.lowerBound)
    let line = row.droppingLeft(Self.iconWidth)
    if index == selected, let offset, offset > 0 {
      bitmap.drawRunning(text.headline, in: line, offset: offset)
      bitmap.fill(row.droppingRight(line.width), .dark)
    } else {
      bitmap.drawLine(text.headline, in: line)
    }
    bitmap.draw(text.category.icon.glyph, x: row.x, y: row.y)
    if index == selected { bitmap.invert(row) }
  }
}

/// Which rows of a longer list are seen.
struct RowWindow {
  let range: Range<Int>

  init(count: Int, selected: Int) {
    let first = max(0, min(selected - Layout.rowCount / 2, count - Layout.rowCount))
    range = first..<min(count, first + Layout.rowCount)
  }
}
