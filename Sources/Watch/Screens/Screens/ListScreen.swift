internal import ANCS
internal import Features
public import Graphics
internal import Octets
internal import Typefaces
internal import WatchModel

/// The notifications that are kept, one a row, with one of them selected.
///
///     list.draw(into: &bitmap)
///     for index in list.visible { list.draw(…, at: index, into: &bitmap) }
public struct ListScreen {
  private let count: Int
  /// Nil if there is nothing to select.
  private let selected: Int?
  private let hasHints: Bool

  /// - Parameters:
  ///   - selected: an index below `count`; one outside selects the nearest.
  ///   - hasHints: whether the bottom row is left free for hints.
  public init(count: Int, selected: Int, hasHints: Bool = false) {
    self.count = max(0, count)
    self.hasHints = hasHints
    self.selected = count > 0 ? min(max(0, selected), count - 1) : nil
  }

  /// Which notifications are seen: the selected one, in the middle if it can be.
  public var visible: Range<Int> { RowWindow(count: count, selected: selected ?? 0, hasHints: hasHints).range }

  /// In which of the rows that are seen the selected one stands: 0 is the one below the bar. It holds for all lists.
  public static func row(of selected: Int, count: Int, hasHints: Bool = false) -> Int {
    selected - RowWindow(count: count, selected: selected, hasHints: hasHints).range.lowerBound
  }

  /// Draws the bar, and the note of an empty list. The caller draws the rows.
  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    var position = ShortText()
    if let selected { position.append(position: selected + 1, of: count) }
    let window = visible
    let scroll = ScrollPosition(top: window.lowerBound, visible: window.count, total: count)
    bitmap.drawBar(.inbox, .title(.inbox), numerals: position, scroll: scroll)
    if count == 0 { bitmap.drawEmpty(.tick, .line(.nothingNew)) }
  }

  private static let iconWidth = Icon.side + Layout.gap
  /// The mark of an unread or a removed notification, and the gap behind it.
  private static let markWidth = 6

  /// How far the line of a notification has to run to be seen whole; 0 if it is.
  public static func overhang(of text: NotificationText, isUnread: Bool = false) -> Int {
    let line = RowText(text)
    let area = area(of: text, isUnread: isUnread, in: Layout.row(0), text.style.language)
    return Bitmap.overhang(of: line.span, in: area.width)
  }

  /// The part of a row between the icon, the mark and the age.
  private static func area(
    of text: NotificationText, isUnread: Bool, in row: Rectangle, _ language: Language
  ) -> Rectangle {
    let age = RowText.age(of: text)
    let right = age.isEmpty ? 0 : TextFace.numerals.width(of: age.span) + Layout.gap
    let left = iconWidth + (isUnread || text.isKept ? markWidth : 0)
    return row.droppingFirst(left, in: language).droppingLast(right, in: language)
  }

  /// Draws the row of notification `index`: its icon, a mark if it is unread or if the phone has removed it, the
  /// application with the title, its age.
  ///
  /// - Parameter offset: how far it has run if it is selected and too long; nil if it lies still.
  @inline(never)  // Two callers: one copy is smaller.
  public func draw(
    _ text: NotificationText, at index: Int, isUnread: Bool = false, runningBy offset: Int? = nil,
    into bitmap: inout Bitmap
  ) {
    guard visible.contains(index) else { return }
    let row = Layout.row(index - visible.lowerBound)
    let area = Self.area(of: text, isUnread: isUnread, in: row, bitmap.language)
    let line = RowText(text)
    if index == selected, let offset, offset > 0 {
      bitmap.drawRunning(line.span, in: area, offset: offset)
      bitmap.fill(Rectangle(x: row.x, y: row.y, width: area.x - row.x, height: row.height), .dark)
      bitmap.fill(row.droppingLeft(area.maxX - row.x), .dark)
    } else {
      bitmap.drawLine(line.span, in: area, TextStyle(alignment: bitmap.beginning))
    }
    bitmap.drawFirst(text.category.icon, in: row)
    let mark = row.droppingFirst(Self.iconWidth, in: bitmap.language).first(4, in: bitmap.language)
    if text.isKept {
      bitmap.drawCross(x: mark.x, y: row.y + 6)
    } else if isUnread {
      bitmap.fill(Rectangle(x: mark.x, y: row.y + 6, width: 4, height: 4))
    }
    bitmap.drawNumerals(RowText.age(of: text).span, lastIn: row, y: row.y + 5)
    if index == selected { bitmap.invert(row) }
  }
}

extension Bitmap {
  /// Draws the mark of a notification that the phone has removed.
  fileprivate mutating func drawCross(x: Int, y: Int) {
    for step in 0..<4 {
      fill(Rectangle(x: x + step, y: y + step, width: 1, height: 1))
      fill(Rectangle(x: x + 3 - step, y: y + step, width: 1, height: 1))
    }
  }
}

/// The line of a notification in the list: the application, then the title.
private struct RowText: ~Escapable {
  private let joined: BoundedText<192>
  private let headline: Span<UInt8>

  @_lifetime(copy text)
  init(_ text: NotificationText) {
    headline = text.headline
    var joined = BoundedText<192>()
    if !text.appName.isEmpty || (text.category == .missedCall && text.hasText) {
      if text.category == .missedCall {
        joined.append(.kind(.missed), text.style.language)
      } else {
        joined.append(repairing: text.appName)
      }
      joined.append(": ")
      joined.append(repairing: text.headline)
      // Only a line that runs is drawn to its end.
      if Features.hasMotion { joined.markEnd() }
    }
    self.joined = joined
  }

  var span: Span<UInt8> {
    @_lifetime(borrow self)
    get { joined.isEmpty ? headline : joined.span }
  }

  static func age(of text: NotificationText) -> ShortText {
    var age = ShortText()
    if let minutes = text.ageInMinutes { age.append(shortAge: minutes) }
    return age
  }
}

/// Which rows of a longer list are seen.
struct RowWindow {
  let range: Range<Int>

  /// - Parameter hasHints: whether the bottom row is left free for hints.
  init(count: Int, selected: Int, hasHints: Bool = false) {
    let rows = Layout.rowCount - (hasHints ? 1 : 0)
    let first = max(0, min(selected - rows / 2, count - rows))
    range = first..<min(count, first + rows)
  }
}
