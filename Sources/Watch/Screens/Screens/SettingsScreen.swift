public import Graphics
internal import Octets
internal import Typefaces
public import WatchModel

/// The settings, one a row with its present value. The last row gives all of them the values of the configuration.
///
///     screen.draw(into: &bitmap)
///     for row in screen.visible { screen.draw(…, inRow: row, into: &bitmap) }
public struct SettingsScreen {
  public static var rowCount: Int { WearerSetting.rowCount + 1 }

  private let selected: Int

  /// - Parameter selected: a row below `rowCount`.
  public init(selected: Int) { self.selected = selected }

  /// The rows on the display: the selected one, in the middle if possible.
  public var visible: Range<Int> { RowWindow(count: Self.rowCount, selected: selected).range }

  /// Draws the bar, and the last row if it is visible. The caller draws the other rows.
  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    let scroll = ScrollPosition(top: visible.lowerBound, visible: visible.count, total: Self.rowCount)
    var position = ShortText()
    position.append(position: selected + 1, of: Self.rowCount)
    bitmap.drawBar(.menu, .menu(.settings), numerals: position, scroll: scroll)
    let last = Self.rowCount - 1
    guard visible.contains(last) else { return }
    let area = Layout.row(last - visible.lowerBound)
    bitmap.drawLine(.value(.allAsConfigured), in: area, TextStyle(alignment: bitmap.beginning))
    if selected == last { bitmap.invert(area) }
  }

  /// Draws a setting with its present value.
  public func draw(_ setting: WearerSetting, _ value: SettingWords, inRow row: Int, into bitmap: inout Bitmap) {
    guard visible.contains(row) else { return }
    let area = Layout.row(row - visible.lowerBound)
    bitmap.drawPair(.setting(setting.label), value.text.span, in: area)
    if row == selected { bitmap.invert(area) }
  }
}

/// The values of one setting. The first row gives it the value of the configuration. A present value that the watch
/// does not offer is in a row behind the last.
///
///     screen.draw(into: &bitmap)
///     for row in screen.visible { screen.draw(…, inRow: row, isPresent: …, into: &bitmap) }
public struct SettingScreen {
  private let setting: WearerSetting
  private let count: Int
  private let selected: Int

  /// - Parameters:
  ///   - selected: 0 for the value of the configuration, n for the n-th value that the watch offers; one outside
  ///     selects the nearest.
  ///   - hasOtherValue: whether the present value is one that the watch does not offer.
  public init(_ setting: WearerSetting, selected: Int, hasOtherValue: Bool = false) {
    self.setting = setting
    count = setting.offeredCount + (hasOtherValue ? 2 : 1)
    self.selected = min(max(0, selected), count - 1)
  }

  /// The rows on the display: the selected one, in the middle if possible.
  public var visible: Range<Int> { RowWindow(count: count, selected: selected).range }

  /// Draws the bar. The caller draws the rows.
  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    let scroll = ScrollPosition(top: visible.lowerBound, visible: visible.count, total: count)
    var position = ShortText()
    position.append(position: selected + 1, of: count)
    bitmap.drawBar(.menu, .setting(setting.label), numerals: position, scroll: scroll)
  }

  /// Draws a value. A tick marks the present choice.
  public func draw(_ value: SettingWords, inRow row: Int, isPresent: Bool, into bitmap: inout Bitmap) {
    guard visible.contains(row) else { return }
    let area = Layout.row(row - visible.lowerBound)
    if isPresent { bitmap.drawFirst(.tick, in: area) }
    let text = area.droppingFirst(Icon.side + Layout.gap, in: bitmap.language)
    if row == 0 {
      bitmap.drawPair(.value(.configured), value.text.span, in: text)
    } else {
      bitmap.drawLine(value.text.span, in: text, TextStyle(alignment: bitmap.beginning))
    }
    if row == selected { bitmap.invert(area) }
  }
}

extension Bitmap {
  /// Draws a label and, at the other side of the row, its value: with the glyphs of both closer together if they are
  /// too wide.
  mutating func drawPair(_ label: Phrase, _ value: Span<UInt8>, in area: Rectangle) {
    let label = words(label).utf8Span
    let isWide = Layout.face.width(of: label) + Layout.gap + Layout.face.width(of: value) <= area.width
    let face = isWide ? Layout.face : Layout.condensedFace
    drawText(label, in: area, face, TextStyle(alignment: beginning))
    drawText(
      value, in: area.droppingFirst(face.width(of: label) + Layout.gap, in: language), face,
      TextStyle(alignment: ending))
  }
}
