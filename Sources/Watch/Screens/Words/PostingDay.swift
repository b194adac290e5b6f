internal import Octets
public import WatchModel

/// The day on which a notification was posted, as seen from today.
public enum PostingDay: Equatable, Sendable {
  /// The same day, or today's date or the notification's date is not known.
  case today
  case yesterday
  /// Two to six days ago.
  case weekday(CalendarDate.Weekday, CalendarDate)
  /// Longer ago, or in the future.
  case date(CalendarDate, isThisYear: Bool)

  public init(_ posted: CalendarDate, from today: CalendarDate) {
    switch today.dayNumber - posted.dayNumber {
    case 0: self = .today
    case 1: self = .yesterday
    case 2...6: self = .weekday(posted.weekday, posted)
    default: self = .date(posted, isThisYear: posted.year == today.year)
    }
  }
}

extension BoundedText {
  /// The small numerals have only English letters: another language has `18-11` in the place of the words.
  ///
  /// Appends `23:12` for today, then `yesterday`, `Tue`, `17 Nov` or `17 Nov 25`, or what the style has in their place.
  mutating func append(_ day: PostingDay, _ time: TimeOfDay, _ style: ClockStyle = ClockStyle()) {
    guard style.language == .english else { return appendNumbers(of: day, time, style) }
    switch day {
    case .today: append(time, style)
    case .yesterday: append("yesterday")
    case .weekday(let weekday, _): append(weekday.phrase, .english)
    case .date(let date, let isThisYear):
      append(date, in: style.dateOrder, .english, withYear: !isThisYear)
      if isThisYear || style.dateOrder == .yearMonthDay { return }
      append(" ")
      append(date.year % 100, minimumDigits: 2)
    }
  }

  /// Appends the day as numbers in the order of the style: `18-11`, `11-18` or, with a year, `28-12-25`.
  private mutating func appendNumbers(of day: PostingDay, _ time: TimeOfDay, _ style: ClockStyle) {
    switch day {
    case .today: append(time, style)
    case .yesterday: append("-1")
    case .weekday(_, let date): append(date, style, isThisYear: true)
    case .date(let date, let isThisYear): append(date, style, isThisYear: isThisYear)
    }
  }

  private mutating func append(_ date: CalendarDate, _ style: ClockStyle, isThisYear: Bool) {
    if style.dateOrder == .yearMonthDay { return append(date, in: .yearMonthDay, .english, withYear: !isThisYear) }
    append(style.dateOrder == .dayMonth ? date.day : date.month)
    append("-")
    append(style.dateOrder == .dayMonth ? date.month : date.day)
    if isThisYear { return }
    append("-")
    append(date.year % 100, minimumDigits: 2)
  }

  /// Appends `now`, `5m`, `3h`, `12d` or `20w`.
  mutating func append(shortAge minutes: Int) {
    switch minutes {
    case ..<1: append("now")
    case ..<60: append(minutes, unit: "m")
    case ..<1_440: append(minutes / 60, unit: "h")
    case ..<144_000: append(minutes / 1_440, unit: "d")
    default: append(minutes / 10_080, unit: "w")
    }
  }

  private mutating func append(_ value: Int, unit: Wording) {
    append(value)
    append(unit)
  }
}
