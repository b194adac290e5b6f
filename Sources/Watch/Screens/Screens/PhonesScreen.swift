public import Graphics
internal import Octets
internal import Typefaces
public import WatchModel

/// The phones that are paired, one a row: to choose which may connect, or which to forget.
///
///     phones.draw(into: &bitmap)
///     for index in phones.visible { phones.draw(…, at: index, into: &bitmap) }
public struct PhonesScreen {
  public enum Purpose: UInt8, Equatable, Sendable {
    /// Row 0 stands for any phone.
    case choose
    case forget
  }

  private let purpose: Purpose
  private let count: Int
  private let selected: Int

  /// - Parameter selected: a row below `count`; one outside selects the nearest.
  public init(_ purpose: Purpose, count: Int, selected: Int) {
    self.purpose = purpose
    self.count = max(1, count)
    self.selected = min(max(0, selected), max(1, count) - 1)
  }

  /// Which rows are seen: the selected one, in the middle if it can be.
  public var visible: Range<Int> { RowWindow(count: count, selected: selected).range }

  /// Draws the bar. The caller draws the rows.
  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    let scroll = ScrollPosition(top: visible.lowerBound, visible: visible.count, total: count)
    let title: Phrase = purpose == .choose ? .menu(.phones) : .title(.whichPhone)
    var position = ShortText()
    position.append(position: selected + 1, of: count)
    bitmap.drawBar(.phone, title, numerals: position, scroll: scroll)
  }

  /// Draws row `index`.
  public func draw(_ row: PhoneRow, at index: Int, into bitmap: inout Bitmap) {
    guard visible.contains(index) else { return }
    let area = Layout.row(index - visible.lowerBound)
    var name = area.droppingFirst(Icon.side + Layout.gap, in: bitmap.language)
    if row.isChosen { bitmap.drawFirst(.tick, in: area) }
    if row.isConnected {
      bitmap.drawFirst(.linkReady, in: area, behind: area.width - Icon.side)
      name = name.droppingLast(Icon.side + Layout.gap, in: bitmap.language)
    }
    bitmap.drawLine(row.name, in: name, TextStyle(alignment: bitmap.beginning))
    if index == selected { bitmap.invert(area) }
  }
}

/// One row of the list of phones.
public struct PhoneRow: ~Escapable {
  let name: Span<UInt8>
  let isChosen: Bool
  let isConnected: Bool

  @_lifetime(copy name)
  public init(name: Span<UInt8>, isChosen: Bool, isConnected: Bool) {
    self.name = name
    self.isChosen = isChosen
    self.isConnected = isConnected
  }

  /// The row that stands for any phone.
  @_lifetime(immortal)
  public static func anyPhone(isChosen: Bool, _ language: Language = .english) -> PhoneRow {
    PhoneRow(name: Phrase.choice(.anyPhone).text(in: language).utf8Span, isChosen: isChosen, isConnected: false)
  }
}
