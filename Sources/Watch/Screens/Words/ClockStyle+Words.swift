internal import Octets
internal import WatchModel

extension BoundedText {
  /// Appends `23:12`, or `11:12pm`.
  mutating func append(_ time: TimeOfDay, _ style: ClockStyle) {
    guard style.hasTwelveHours else { return append(time) }
    append(time.hourOnDial)
    append(":")
    append(time.minute, minimumDigits: 2)
    append(time.isAfternoon ? "pm" : "am")
  }

  /// Appends `20 Nov`, `Nov 20` or, with a year, `2026-11-20`; without a year, the last one is `11-20`.
  /// The first two are in the language of the wearer.
  mutating func append(
    _ date: CalendarDate, in order: DateOrder, _ language: Language, withYear isYearShown: Bool = false
  ) {
    switch order {
    case .dayMonth:
      append(.dayMonth, date, language)
    case .monthDay:
      append(.monthDay, date, language)
    case .yearMonthDay:
      if isYearShown {
        append(date.year, minimumDigits: 4)
        append("-")
      }
      append(date.month, minimumDigits: 2)
      append("-")
      append(date.day, minimumDigits: 2)
    }
  }
}
