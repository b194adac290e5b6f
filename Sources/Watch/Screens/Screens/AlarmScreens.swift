public import Graphics
internal import Octets
internal import Typefaces
public import WatchModel

/// A value of an alarm that the wearer can change, in the order of the screen.
public enum AlarmField: UInt8, Equatable, Sendable {
  case hour
  /// The first digit of the minute.
  case tens
  /// The second digit of the minute.
  case ones
  case days
  /// On or off.
  case power
}

/// The list of the alarms.
///
///     alarms.draw(into: &bitmap)
///     for index in alarms.visible { alarms.draw(…, at: index, into: &bitmap) }
public struct AlarmsScreen {
  private let count: Int
  private let selected: Int

  public init(count: Int, selected: Int) {
    self.count = count
    self.selected = selected
  }

  public var visible: Range<Int> { RowWindow(count: count, selected: selected).range }

  /// Draws the bar. The caller draws the rows.
  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    var position = ShortText()
    position.append(position: selected + 1, of: count)
    let scroll = ScrollPosition(top: visible.lowerBound, visible: visible.count, total: count)
    bitmap.drawBar(.alarm, ("Alarms" as StaticString).utf8Span, numerals: position, scroll: scroll)
  }

  /// Draws row `index`: a mark if the alarm is on, its time and its days.
  public func draw(_ alarm: Alarm, at index: Int, _ style: ClockStyle, into bitmap: inout Bitmap) {
    let area = Layout.row(index - visible.lowerBound)
    if alarm.isOn { bitmap.draw(Icon.tick.glyph, x: area.x, y: area.y) }
    var text = ShortText()
    text.append(alarm.time, style)
    text.append(" ")
    text.append(alarm.weekdays)
    bitmap.drawLine(text.span, in: area.droppingLeft(Icon.side + Layout.gap))
    if index == selected { bitmap.invert(area) }
  }
}

/// One alarm while it is changed: the value that *accept* changes is selected.
public struct EditAlarmScreen {
  private let index: Int
  private let alarm: Alarm
  private let field: AlarmField
  private let style: ClockStyle

  public init(_ index: Int, _ alarm: Alarm, _ field: AlarmField, _ style: ClockStyle) {
    self.index = index
    self.alarm = alarm
    self.field = field
    self.style = style
  }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    var title = ShortText("Alarm ")
    title.append(index + 1)
    bitmap.drawBar(.alarm, title.span)
    drawTime(into: &bitmap)
    let power = Rectangle(x: 100, y: Layout.rowHeight, width: 28, height: Layout.rowHeight)
    bitmap.drawText(alarm.isOn ? "On" : "Off", in: power, Layout.face, TextStyle(alignment: .centered))
    if field == .power { bitmap.invert(power) }
    var days = ShortText()
    days.append(alarm.weekdays)
    let row = Layout.row(1)
    bitmap.drawText(days.span, in: row, Layout.face, TextStyle(alignment: .centered))
    if field == .days { bitmap.invert(row) }
    bitmap.drawLabels(
      positive: .offered(("Change" as StaticString).utf8Span),
      negative: .offered((field == .power ? "Done" as StaticString : "Next").utf8Span))
  }

  private func drawTime(into bitmap: inout Bitmap) {
    let time = alarm.time
    var text = ShortText()
    if style.hasTwelveHours, time.hourOnDial < 10 { text.append(" ") }
    text.append(time, style)
    bitmap.drawText(text.span, in: Layout.row(0).droppingLeft(8), Layout.face)
    let place: (x: Int, width: Int)
    switch field {
    case .hour: place = (8, 16)
    case .tens: place = (32, 8)
    case .ones: place = (40, 8)
    case .days, .power: return
    }
    bitmap.invert(Rectangle(x: place.x, y: Layout.rowHeight, width: place.width, height: Layout.rowHeight))
  }
}

/// An alarm that rings, or was missed.
public struct AlarmScreen {
  private let alarm: Alarm
  private let isMissed: Bool
  private let style: ClockStyle

  public init(_ alarm: Alarm, isMissed: Bool, _ style: ClockStyle) {
    self.alarm = alarm
    self.isMissed = isMissed
    self.style = style
  }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    bitmap.drawBar(.alarm, (isMissed ? "Missed alarm" as StaticString : "Alarm").utf8Span)
    var text = ShortText()
    text.append(alarm.time, style)
    bitmap.drawLarge(text.span)
    bitmap.drawLabels(
      positive: .offered((isMissed ? "OK" as StaticString : "Stop").utf8Span),
      negative: isMissed ? .none : .offered(("Snooze" as StaticString).utf8Span))
  }
}

extension BoundedText {
  /// Appends `Once`, `Daily`, `Mon-Fri`, `Weekend`, one day, or a letter for each day: `M-W-F--`.
  mutating func append(_ days: Weekdays) {
    switch days {
    case .none: append("Once")
    case .all: append("Daily")
    case .mondayToFriday: append("Mon-Fri")
    case .weekend: append("Weekend")
    default: appendList(of: days)
    }
  }

  private mutating func appendList(of days: Weekdays) {
    let letters: StaticString = "MTWTFSS"
    let octets = letters.utf8Span
    for value in 0..<7 {
      guard let day = CalendarDate.Weekday(rawValue: value) else { continue }
      if days == Weekdays(day) { return append(day.abbreviation) }
    }
    for value in 0..<7 {
      guard let day = CalendarDate.Weekday(rawValue: value) else { continue }
      let letter = days.contains(day) ? octets[value] : UInt8(ascii: "-")
      append(UTF8Scalar(value: UInt32(letter)) ?? .replacement)
    }
  }
}
