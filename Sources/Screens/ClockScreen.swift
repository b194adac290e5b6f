public import Graphics
internal import Octets
internal import Typefaces

/// The watch's face: the time, the date, the lamps of the link, the phone's battery and quiet hours, and how many
/// notifications are unread.
public struct ClockScreen {
  /// Nil while it is unknown.
  public var time: TimeOfDay?
  public var date: CalendarDate?
  public var unreadCount: Int
  public var connection: ConnectionState
  /// The phone's, in per cent; nil if unknown.
  public var batteryLevel: Int?
  /// Whether alerts are kept quiet by the time of day.
  public var isQuiet = false

  public init(
    time: TimeOfDay?, date: CalendarDate?, unreadCount: Int, connection: ConnectionState, batteryLevel: Int? = nil
  ) {
    self.time = time
    self.date = date
    self.unreadCount = unreadCount
    self.connection = connection
    self.batteryLevel = batteryLevel
  }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    bitmap.draw(connection.lamp.glyph, x: 0, y: 0)
    drawBattery(into: &bitmap)
    if isQuiet { bitmap.draw(Icon.quiet.glyph, x: 2 * (Icon.side + 2 * Layout.gap), y: 0) }
    drawUnreadCount(into: &bitmap)
    drawTime(into: &bitmap)
    drawDate(into: &bitmap)
  }

  private func drawBattery(into bitmap: inout Bitmap) {
    guard let batteryLevel else { return }
    let left = Icon.side + 2 * Layout.gap
    bitmap.draw(Icon.battery.glyph, x: left, y: 0)
    let filled = (max(0, min(100, batteryLevel)) + 5) / 10
    bitmap.fill(Rectangle(x: left + 3, y: 6, width: filled, height: 5))
  }

  private func drawUnreadCount(into bitmap: inout Bitmap) {
    guard unreadCount > 0 else { return }
    var text = ShortText()
    text.append(min(unreadCount, 99))
    if unreadCount > 99 { text.append("+") }
    let width = Layout.face.width(of: text.span)
    // Strokes as wide as those of the lamps; the last column of a digit is blank.
    let style = TextStyle(alignment: .trailing, isBold: true)
    bitmap.drawText(text.span, in: Layout.bar, Layout.face, style)
    bitmap.draw(Icon.other.glyph, x: Layout.width - width - Icon.side - Layout.gap, y: 0)
  }

  private func drawTime(into bitmap: inout Bitmap) {
    let gap = 3
    let y = Layout.rowHeight
    var x = (Layout.width - 4 * ClockDigit.minus.glyph.width - ClockDigit.colon.glyph.width - 4 * gap) / 2
    for position in 0..<5 {
      let digit = digit(at: position)
      bitmap.draw(digit.glyph, x: x, y: y)
      x += digit.glyph.width + gap
    }
  }

  /// The character of `23:12` at a position.
  private func digit(at position: Int) -> ClockDigit {
    if position == 2 { return .colon }
    guard let time else { return .minus }
    let value =
      switch position {
      case 0: time.hour / 10
      case 1: time.hour % 10
      case 3: time.minute / 10
      default: time.minute % 10
      }
    return ClockDigit(value) ?? .minus
  }

  /// `Fri 20 Nov`; while the date is unknown how the link stands, as the phone is to tell it, or that it does not.
  private func drawDate(into bitmap: inout Bitmap) {
    let style = TextStyle(alignment: .centered)
    guard let date else {
      let words: StaticString = connection == .ready ? "Time not known" : connection.headline
      return bitmap.drawText(words, in: Layout.bottomRow, Layout.face, style)
    }
    var text = ShortText(date.weekday.abbreviation)
    text.append(" ")
    text.append(date.day)
    text.append(" ")
    text.append(date.monthAbbreviation)
    bitmap.drawText(text.span, in: Layout.bottomRow, Layout.face, style)
  }
}
