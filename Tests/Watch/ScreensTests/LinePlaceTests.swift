import ANCS
import Graphics
import Octets
import TestSupport
import Testing
import Typefaces
import WatchModel

@testable import Screens

/// The places of single lines in all languages.
@Suite struct LinePlaceTests {
  private static let rightToLeft = [Language.arabic, .hebrew]

  /// Whether something is drawn in these columns of the bottom row.
  private func isLit(_ columns: Range<Int>, in bitmap: borrowing Bitmap) -> Bool {
    for x in columns {
      for y in Layout.bottomRow.y..<Layout.bottomRow.maxY where bitmap.isLit(x: x, y: y) { return true }
    }
    return false
  }

  @Test(arguments: rightToLeft + [.english]) func theWordsOfAJoystickStandBesideTheirTriangles(_ language: Language) {
    var bitmap = Bitmap()
    bitmap.language = language
    HintRow(.joystick, left: .title(.inbox), right: .menu(.status)).draw(into: &bitmap)
    let isBesideUp = isLit(10..<18, in: bitmap)
    let width = TextFace.condensed.width(of: Phrase.menu(.status).text(in: language).utf8Span)
    let isBesideDown = isLit((128 - width)..<(128 - width + 8), in: bitmap)
    #expect(isBesideUp && isBesideDown)
    HintRow(.joystick, left: .title(.inbox), right: nil).draw(into: &bitmap)
    let isBesideBoth = isLit(20..<28, in: bitmap)
    #expect(isBesideBoth)
  }

  @Test func aNameThatFitsCloserTogetherIsWholeOnTheStatusScreen() {
    let name = Array("Belfry of Johanna".utf8)
    let facts = StatusFacts(name: name.span, phone: Span(), isPhoneHere: true)
    let diagnosis = LinkDiagnosis(connection: .ready, trouble: nil, hasEvents: true)
    var rows: [String] = []
    for topLine in 0...StatusScreen(diagnosis, facts, topLine: 0).maximumTopLine {
      var bitmap = Bitmap()
      StatusScreen(diagnosis, facts, topLine: topLine).draw(into: &bitmap)
      for row in 0..<Layout.rowCount { rows.append(bitmap.picture(of: Layout.row(row))) }
    }
    var expected = Bitmap()
    expected.drawLine(name.span, in: Layout.row(0))
    #expect(rows.contains(expected.picture(of: Layout.row(0))))
  }

  @Test(arguments: LanguageTests.languages, [1, 24, 255])
  func theCountOfNotificationsWithoutTextsIsWhole(_ language: Language, count: Int) {
    let none = [UInt8]()
    var text = NotificationText(
      category: .social, time: nil, appName: none.span, title: none.span, subtitle: none.span, message: none.span)
    text.count = count
    var bitmap = Bitmap()
    bitmap.language = language
    bitmap.drawCategory(of: text)
    var expected = Bitmap()
    expected.language = language
    var line = ShortText()
    line.append(.counted(.onThePhone), count, language)
    expected.drawLine(line.span, in: Layout.bottomRow, TextStyle(alignment: .centered))
    #expect(bitmap.picture(of: Layout.bottomRow) == expected.picture(of: Layout.bottomRow))
  }

  @Test(arguments: LanguageTests.languages, [(94, "11-20"), (128, "2026-11-20")])
  func aDateThatBeginsWithTheYearReadsFromTheLeft(_ language: Language, row: (Int, String)) throws {
    let date = try #require(CalendarDate(year: 2026, month: 11, day: 20))
    var screen = ClockScreen(time: nil, date: nil, unreadCount: 0, connection: .ready)
    (screen.style.dateOrder, screen.style.showsWeekday) = (.yearMonthDay, true)
    var text = ShortText()
    screen.put(date, into: &text, width: row.0, language)
    var alone = Bitmap()
    alone.drawText(Array(row.1.utf8).span, in: Layout.row(0), Layout.condensedFace)
    let width = TextFace.condensed.width(of: Array(row.1.utf8).span)
    let expected = alone.picture(of: Rectangle(x: 0, y: 0, width: width, height: 16))
    var bitmap = Bitmap()
    bitmap.language = language
    bitmap.drawText(text.span, in: Layout.row(0), Layout.condensedFace)
    let places = (0...(128 - width)).map { bitmap.picture(of: Rectangle(x: $0, y: 0, width: width, height: 16)) }
    #expect(places.contains(expected))
  }
}
