internal import Features
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
    bitmap.drawBar(.alarm, .menu(.alarms), numerals: position, scroll: scroll)
  }

  /// Draws row `index`: a mark if the alarm is on, its time and its days.
  public func draw(_ alarm: Alarm, at index: Int, _ style: ClockStyle, into bitmap: inout Bitmap) {
    let area = Layout.row(index - visible.lowerBound)
    if alarm.isOn { bitmap.drawFirst(.tick, in: area) }
    let place = area.droppingFirst(Icon.side + Layout.gap, in: bitmap.language)
    let row = AlarmRow(alarm, style, bitmap.language, width: place.width)
    bitmap.drawLine(row.text.span, in: place, TextStyle(alignment: bitmap.beginning))
    if Features.hasLanguages, row.hasBoxes {
      bitmap.drawBoxes(of: alarm.weekdays, in: place.last(AlarmRow.boxesWidth, in: bitmap.language))
    }
    if index == selected { bitmap.invert(area) }
  }
}

/// The text of a row in the list: the time and the days.
///
/// In some languages the word for the days is too wide. The letters of the days follow, then those without the dashes
/// for the other days. If even these are too wide, the row has a box for each day instead.
struct AlarmRow {
  /// Seven boxes, and the gap before them.
  static var boxesWidth: Int { 50 }

  private(set) var text = ShortText()
  /// Whether the days are not in the text.
  private(set) var hasBoxes = false

  init(_ alarm: Alarm, _ style: ClockStyle, _ language: Language, width: Int) {
    text.append(alarm.time, style)
    let time = text
    text.append(" ")
    text.append(alarm.weekdays, language)
    guard Features.hasLanguages else { return }
    for hasDashes in 0..<2 where Layout.condensedFace.width(of: text.span) > width {
      text = time
      text.append(" ")
      text.append(lettersOf: alarm.weekdays, hasDashes: hasDashes == 0, language)
    }
    guard Layout.condensedFace.width(of: text.span) > width else { return }
    text = time
    hasBoxes = true
  }
}

extension Bitmap {
  /// Draws a box for each day, from Monday: a full one for a day on which the alarm rings, a line for another day.
  fileprivate mutating func drawBoxes(of days: Weekdays, in area: Rectangle) {
    for value in 0..<7 {
      guard let day = CalendarDate.Weekday(rawValue: value) else { continue }
      let height = days.contains(day) ? 10 : 1
      fill(Rectangle(x: area.x + 2 + 7 * value, y: area.y + 13 - height, width: 6, height: height))
    }
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
    let language = bitmap.language
    var title = ShortText()
    title.append(.counted(.alarm), index + 1, language)
    bitmap.drawBar(.alarm, title.span)
    drawTime(into: &bitmap)
    let words = bitmap.words(.button(alarm.isOn ? .on : .off)).utf8Span
    let power = Layout.row(0).last(max(28, min(56, Layout.face.width(of: words) + 4)), in: language)
    bitmap.drawLine(words, in: power, TextStyle(alignment: .centered))
    if field == .power { bitmap.invert(power) }
    var days = ShortText()
    days.append(alarm.weekdays, language)
    let row = Layout.row(1)
    bitmap.drawText(days.span, in: row, Layout.face, TextStyle(alignment: .centered))
    if field == .days { bitmap.invert(row) }
    bitmap.drawButtons(positive: .change, negative: field == .power ? .done : .next)
  }

  private func drawTime(into bitmap: inout Bitmap) {
    let time = alarm.time
    var text = ShortText()
    if style.hasTwelveHours, time.hourOnDial < 10 { text.append(" ") }
    text.append(time, style)
    let width = Layout.face.width(of: text.span)
    let area = Layout.row(0).droppingFirst(8, in: bitmap.language).first(width, in: bitmap.language)
    bitmap.drawText(text.span, in: area, Layout.face)
    let place: (offset: Int, width: Int)
    switch field {
    case .hour: place = (0, 16)
    case .tens: place = (24, 8)
    case .ones: place = (32, 8)
    case .days, .power: return
    }
    bitmap.invert(Rectangle(x: area.x + place.offset, y: area.y, width: place.width, height: area.height))
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
    bitmap.drawBar(.alarm, .title(isMissed ? .missedAlarm : .alarm))
    var text = ShortText()
    text.append(alarm.time, style)
    bitmap.drawLarge(text.span)
    bitmap.drawButtons(positive: isMissed ? .ok : .stop, negative: isMissed ? nil : .snooze)
  }
}

extension BoundedText {
  /// Appends `Once`, `Daily`, `Mon-Fri`, `Weekend`, one day, or a letter for each day: `M-W-F--`.
  mutating func append(_ days: Weekdays, _ language: Language) {
    switch days {
    case .none: append(.alarmDays(.once), language)
    case .all: append(.alarmDays(.daily), language)
    case .mondayToFriday: append(.alarmDays(.mondayToFriday), language)
    case .weekend: append(.alarmDays(.weekend), language)
    default:
      for value in 0..<7 {
        guard let day = CalendarDate.Weekday(rawValue: value) else { continue }
        if days == Weekdays(day) { return append(day.phrase, language) }
      }
      append(lettersOf: days, hasDashes: true, language)
    }
  }

  /// Appends a letter for each day, and a dash for each other day.
  fileprivate mutating func append(lettersOf days: Weekdays, hasDashes: Bool, _ language: Language) {
    var letters = Phrase.alarmDays(.letters).text(in: language).utf8Span
    for value in 0..<7 {
      guard let day = CalendarDate.Weekday(rawValue: value) else { continue }
      let letter = UTF8Scalar(decoding: &letters) ?? .replacement
      if days.contains(day) { append(letter) } else if hasDashes { append("-") }
    }
  }
}
