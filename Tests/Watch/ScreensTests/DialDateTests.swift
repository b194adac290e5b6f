import Graphics
import Octets
import Testing
import Typefaces
import WatchModel

@testable import Screens

/// The date beside the dial.
@Suite struct DialDateTests {
  private static let languages = (UInt8.min...UInt8.max).compactMap { Language(rawValue: $0) }
  private static let days = (1...12).flatMap { month in
    (1...31).compactMap { CalendarDate(year: 2026, month: month, day: $0) }
  }

  @Test(arguments: languages, [DateOrder.dayMonth, .monthDay, .yearMonthDay])
  func itFits(_ language: Language, order: DateOrder) {
    var screen = ClockScreen(time: nil, date: nil, unreadCount: 0, connection: .ready)
    screen.style.dateOrder = order
    for day in Self.days {
      let text = screen.dayText(day, width: 62, language)
      let width = TextFace.condensed.width(of: text.span)
      #expect(width <= 62, "\(language): \(day.month)-\(day.day)")
      for place in [94, 128] {
        for showsWeekday in [false, true] {
          screen.style.showsWeekday = showsWeekday
          var whole = ShortText()
          screen.put(day, into: &whole, width: place, language)
          let wholeWidth = TextFace.condensed.width(of: whole.span)
          #expect(wholeWidth <= place, "\(language): \(day.month)-\(day.day)")
        }
      }
    }
  }
}
