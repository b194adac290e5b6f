internal import Features
internal import Graphics
internal import Octets
internal import Typefaces
internal import WatchModel

// The face with hands.
extension ClockScreen {
  /// The dial at the left, or at the right in a right-to-left language. Beside it are the icons, the weekday, the date
  /// and the unread count.
  func drawDial(_ time: TimeOfDay, into bitmap: inout Bitmap) {
    guard !isCompact else { return drawSmallDial(time, into: &bitmap) }
    let dial = Dial(centerX: Layout.bar.first(63, in: bitmap.language).x + 31, centerY: 31, radius: 31)
    dial.draw(time, second: second, into: &bitmap)
    let side = Layout.bar.last(Layout.width - 66, in: bitmap.language)
    _ = drawLevels(in: side, into: &bitmap)
    drawDay(in: side, into: &bitmap)
    var bottom = Rectangle(x: side.x, y: Layout.bottomRow.y, width: side.width, height: side.height)
    bottom = bottom.droppingFirst(drawQuietSign(in: bottom, into: &bitmap), in: bitmap.language)
    bottom = bottom.droppingFirst(drawAlarmSign(in: bottom, into: &bitmap), in: bitmap.language)
    _ = drawUnreadCount(in: bottom, into: &bitmap)
  }

  /// The weekday and the date in two rows, or the date between them.
  private func drawDay(in side: Rectangle, into bitmap: inout Bitmap) {
    let centered = TextStyle(alignment: .centered)
    var row = Rectangle(x: side.x, y: Layout.row(0).y, width: side.width, height: Layout.rowHeight)
    guard let date else { return }
    if style.showsWeekday {
      bitmap.drawLine(date.weekday.phrase, in: row, centered)
      row.y += Layout.rowHeight
    } else {
      row.y += Layout.rowHeight / 2
    }
    let text = dayText(date, width: row.width, bitmap.language)
    bitmap.drawLine(text.span, in: row, centered)
  }

  /// `20 Nov`; without spaces in a language in which it is too wide.
  func dayText(_ date: CalendarDate, width: Int, _ language: Language) -> ShortText {
    var text = ShortText()
    text.append(date, in: style.dateOrder, language)
    guard Features.hasLanguages, Layout.condensedFace.width(of: text.span) > width else { return text }
    var close = ShortText()
    var rest = text.span
    while let scalar = UTF8Scalar(decoding: &rest) {
      if scalar.value != 0x20 { close.append(scalar) }
    }
    return close
  }

  /// In the rows of a small panel: a small dial, and beside it the time and the date.
  private func drawSmallDial(_ time: TimeOfDay, into bitmap: inout Bitmap) {
    drawBar(into: &bitmap)
    let place = Layout.row(0).first(31, in: bitmap.language)
    Dial(centerX: place.x + 15, centerY: 31, radius: 15).draw(time, second: second, into: &bitmap)
    var row = Layout.row(0).droppingFirst(34, in: bitmap.language)
    var text = ShortText()
    text.append(time, style)
    bitmap.drawText(text.span, in: row, Layout.face, TextStyle(alignment: .centered))
    row.y += Layout.rowHeight
    drawDate(in: row, into: &bitmap)
  }
}

/// A dial with twelve marks and up to three hands.
private struct Dial {
  let centerX: Int
  let centerY: Int
  let radius: Int

  func draw(_ time: TimeOfDay, second: Int?, into bitmap: inout Bitmap) {
    for mark in 0..<12 {
      let isQuarter = mark % 3 == 0
      let length = radius > 20 ? (isQuarter ? 6 : 3) : (isQuarter ? 3 : 1)
      drawHand(at: 5 * mark, from: radius - length, to: radius, isWide: isQuarter, into: &bitmap)
    }
    drawHand(at: time.hour % 12 * 5 + time.minute / 12, from: 0, to: radius * 11 / 20, isWide: true, into: &bitmap)
    drawHand(at: time.minute, from: 0, to: radius * 17 / 20, isWide: radius > 20, into: &bitmap)
    if let second { drawHand(at: second, from: 0, to: radius - 2, isWide: false, into: &bitmap) }
    bitmap.fillRounded(Rectangle(x: centerX - 2, y: centerY - 2, width: 5, height: 5))
  }

  /// - Parameter minute: 0...59, clockwise from the top.
  private func drawHand(at minute: Int, from inner: Int, to outer: Int, isWide: Bool, into bitmap: inout Bitmap) {
    let start = point(at: minute, distance: inner)
    let end = point(at: minute, distance: outer)
    bitmap.drawLine(fromX: start.x, y: start.y, toX: end.x, y: end.y)
    guard isWide else { return }
    // Two more lines beside a steep hand, or above and below a flat one.
    let isSteep = abs(end.y - start.y) >= abs(end.x - start.x)
    let (dx, dy) = isSteep ? (1, 0) : (0, 1)
    bitmap.drawLine(fromX: start.x + dx, y: start.y + dy, toX: end.x + dx, y: end.y + dy)
    bitmap.drawLine(fromX: start.x - dx, y: start.y - dy, toX: end.x - dx, y: end.y - dy)
  }

  private func point(at minute: Int, distance: Int) -> (x: Int, y: Int) {
    (centerX + Self.scaled(distance, Self.sine(minute)), centerY - Self.scaled(distance, Self.sine(minute + 15)))
  }

  /// Rounded to the nearest pixel.
  private static func scaled(_ distance: Int, _ sine: Int) -> Int {
    (distance * sine + (sine < 0 ? -128 : 128)) / 256
  }

  /// 256 times the sine of so many sixtieths of a turn.
  private static func sine(_ sixtieths: Int) -> Int {
    let quarter: [16 of Int] = [0, 27, 53, 79, 104, 128, 150, 171, 190, 207, 222, 234, 243, 250, 255, 256]
    let place = sixtieths % 60
    switch place {
    case 0...15: return quarter[place]
    case 16...30: return quarter[30 - place]
    case 31...45: return -quarter[place - 30]
    default: return -quarter[60 - place]
    }
  }
}
