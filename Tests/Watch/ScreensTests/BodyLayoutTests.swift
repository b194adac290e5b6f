import ANCS
import Graphics
import Octets
import TestSupport
import Testing
import Typefaces
import WatchModel

@testable import Screens

@Suite struct BodyLayoutTests {
  private func rowCount(
    _ size: TextSize, title: String = "Anna", message: String = "Lunch?", label: String = "Clear", code: String = ""
  ) -> Int {
    let (title, message, label) = (Array(title.utf8), Array(message.utf8), Array(label.utf8))
    let (none, code) = ([UInt8](), Array(code.utf8))
    var text = NotificationText(
      category: .social, time: nil, appName: none.span, title: title.span, subtitle: none.span, message: message.span)
    text.size = size
    let whole = text.bringing(code.span, end: .whole, wholeSize: nil)
      .offering(positive: .none, negative: .offered(label.span))
    return whole.visibleLineCount
  }

  @Test func eachSizeHasItsRows() {
    #expect(rowCount(.small) == 4 && rowCount(.normal) == 3 && rowCount(.large) == 2)
  }

  @Test(arguments: ["Größe «№ 5» — 10 €…", "Привіт, їжак!", "Καλημέρα κόσμε", "line\nline\u{200B}", "ČĚŘŽ łódź ș"])
  func lettersOfTheSecondTypefaceKeepTheSize(_ text: String) {
    #expect(rowCount(.small, message: text) == 4 && rowCount(.large, title: text) == 2)
  }

  /// iOS writes U+202F in "9:41 AM" and around French punctuation.
  @Test(arguments: ["\u{202F}", "\u{2000}", "\u{2009}", "\u{200A}", "\u{205F}", "\t"])
  func aSpaceOfAnyWidthIsASpaceOfTheSecondTypeface(_ space: String) {
    #expect(rowCount(.small, message: "9:41\(space)AM") == 4 && rowCount(.large, message: "9:41\(space)AM") == 2)
    for size in [TextSize.small, .large] {
      let plain = picture(size, end: .whole, in: .english, title: "9:41 AM")
      #expect(picture(size, end: .whole, in: .english, title: "9:41\(space)AM") == plain)
    }
  }

  @Test(arguments: ["今天", "🍕", "שלום", "e\u{301}", "Đường Sách ở quán ạ", "हिन्दी", "1\u{FE0F}\u{20E3}"])
  func anyOtherCharacterNeedsTheNormalSize(_ text: String) {
    #expect(rowCount(.small, title: text) == 3)
    #expect(rowCount(.small, message: text) == 3)
    #expect(rowCount(.large, label: text) == 3)
  }

  @Test func aCodeKeepsItsOwnSize() {
    #expect(rowCount(.small, code: "482913") == 3 && rowCount(.large, code: "482913") == 3)
  }

  private func picture(
    _ size: TextSize, end: MessageEnd, appName: String = "", in language: Language, title: String = "Anna",
    topLine: Int = 0
  ) -> String {
    let (title, message, name) = (Array(title.utf8), Array("Lunch?".utf8), Array(appName.utf8))
    let none = [UInt8]()
    var style = ClockStyle()
    style.language = language
    var text = NotificationText(
      category: .social, time: nil, appName: name.span, title: title.span, subtitle: none.span, message: message.span,
      style: style)
    text.size = size
    var bitmap = Bitmap()
    bitmap.language = language
    DetailScreen(text.bringing(none.span, end: end, wholeSize: nil), topLine: topLine).draw(into: &bitmap)
    return bitmap.picture()
  }

  /// The words for a cut message, in a language that the small typeface does not have, would not fit the row.
  @Test func aCutMessageInSmallTextEndsInDotsWhereTheWordsDoNotFit() {
    #expect(picture(.small, end: .cut, in: .japanese) == picture(.small, end: .more, in: .japanese))
    #expect(picture(.normal, end: .cut, in: .japanese) != picture(.normal, end: .more, in: .japanese))
    #expect(picture(.small, end: .cut, in: .german) != picture(.small, end: .more, in: .german))
  }

  /// 128 pixels have room for ten large letters.
  @Test(arguments: [Language.german, .italian, .russian]) func aCutMessageInLargeTextHasItsWordsWhole(
    _ language: Language
  ) {
    let whole = picture(.large, end: .cut, in: language, topLine: 1)
    #expect(whole != picture(.large, end: .more, in: language, topLine: 1))
    let rows = whole.split(separator: "\n")
    let words = Phrase.kind(.cut).text(in: language).utf8Span
    var line = Bitmap()
    line.drawText(words, in: Layout.bar, TextFace.normal)
    let expected = line.picture().split(separator: "\n")[0..<16]
    #expect(Array(rows[40..<56]) == Array(expected))
  }

  /// The application and the title are put together for the row.
  @Test func aRowWithALongTextRunsToItsEllipsis() {
    let (name, none) = (Array("Messages".utf8), [UInt8]())
    let title = Array(String(repeating: "long ", count: 60).utf8)
    let text = NotificationText(
      category: .social, time: nil, appName: name.span, title: title.span, subtitle: none.span, message: none.span)
    let overhang = ListScreen.overhang(of: text)
    var bitmap = Bitmap()
    ListScreen(count: 1, selected: 0).draw(text, at: 0, runningBy: overhang, into: &bitmap)
    // The selected row is inverted: an ellipsis is dark at the base line, and leaves the rows above it lit.
    let rows = bitmap.picture().split(separator: "\n")[16..<32].map { Array($0) }
    #expect((120..<128).allSatisfy { x in (0..<11).allSatisfy { rows[$0][x] == "#" } })
    #expect((120..<128).contains { x in rows.contains { $0[x] == "." } })
  }

  /// With privacy a notification has no texts yet.
  @Test func aRowOfTheListNamesTheApplicationOfAHiddenNotification() {
    func row(_ name: String) -> String {
      let (name, none) = (Array(name.utf8), [UInt8]())
      let text = NotificationText(
        category: .social, time: nil, appName: name.span, title: none.span, subtitle: none.span, message: none.span)
      var bitmap = Bitmap()
      ListScreen(count: 1, selected: 0).draw(text, at: 0, isUnread: false, runningBy: 0, into: &bitmap)
      return bitmap.picture()
    }
    #expect(row("Signal") != row("WhatsApp"))
    #expect(row("") != row("Signal"))
  }

  @Test func illFormedTextIsNoTrap() {
    let (none, octets) = ([UInt8](), [0xC3, 0x28, 0xFF, 0xF0, 0x9F] as [UInt8])
    var text = NotificationText(
      category: .social, time: nil, appName: none.span, title: octets.span, subtitle: none.span, message: octets.span)
    text.size = .small
    #expect(text.visibleLineCount == 4, "it reads as U+FFFD, for which there is a glyph")
  }

  @Test func allGlyphsFitTheirRows() {
    for code in UInt32(0x20)...0xFFFF {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let octets = Array(String(Character(scalar)).utf8)
      guard TextFace.hasLetters(of: octets.span) else { continue }
      var text = NotificationText(
        category: .social, time: nil, appName: octets.span, title: octets.span, subtitle: octets.span,
        message: octets.span)
      text.size = .small
      #expect(text.lineHeight == 12)
    }
  }
}
