import Graphics
import Octets
import TestSupport
import Testing
import Typefaces
import WatchModel

@testable import Screens

/// A row of the list of alarms: the time and the days.
@Suite struct AlarmRowTests {
  private static let languages = (UInt8.min...UInt8.max).compactMap { Language(rawValue: $0) }
  private static let choices = (UInt8(0)...0x7F).compactMap { Weekdays(rawValue: $0) }

  private func style(_ hasTwelveHours: Bool) -> ClockStyle {
    var style = ClockStyle()
    style.hasTwelveHours = hasTwelveHours
    return style
  }

  @Test(arguments: languages, [false, true]) func theTextFits(_ language: Language, hasTwelveHours: Bool) {
    for days in Self.choices {
      let alarm = Alarm(TimeOfDay(minuteOfDay: 1_350), days)
      let row = AlarmRow(alarm, style(hasTwelveHours), language, width: 110)
      let width = TextFace.condensed.width(of: row.text.span) + (row.hasBoxes ? AlarmRow.boxesWidth : 0)
      #expect(width <= 110, "\(language): \(days.rawValue)")
    }
  }

  @Test(arguments: languages, [false, true]) func allDaysAreSeen(_ language: Language, hasTwelveHours: Bool) {
    var pictures: Set<String> = []
    for days in Self.choices {
      var bitmap = Bitmap()
      bitmap.language = language
      AlarmsScreen(count: 1, selected: 1).draw(
        Alarm(TimeOfDay(minuteOfDay: 1_350), days), at: 0, style(hasTwelveHours), into: &bitmap)
      pictures.insert(bitmap.picture())
    }
    #expect(pictures.count == 128)
  }
}
