import Graphics
import Octets
import Testing
import Typefaces
import WatchModel

@testable import Screens

/// All cases of an enumeration of bytes.
private func all<Value: RawRepresentable<UInt8>>(_: Value.Type) -> [Value] {
  (UInt8.min...UInt8.max).compactMap { Value(rawValue: $0) }
}

/// The tables of all languages. The compiler proves that each one is complete.
@Suite struct LanguageTests {
  static let languages = (UInt8.min...UInt8.max).compactMap { Language(rawValue: $0) }

  private static let buttons = all(Phrase.Button.self).map { Phrase.button($0) }
  private static let counted: [Phrase] =
    all(Phrase.Counted.self).map { .counted($0) } + all(Phrase.CountedFact.self).map { .countedFact($0) }
  /// Texts of one line, without the ones that the line shares with other parts.
  private static let lines: [Phrase] =
    all(Phrase.Title.self).map { .title($0) } + all(Phrase.OutcomeTitle.self).map { .outcomeTitle($0) }
    + all(Phrase.Menu.self).map { .menu($0) }
    + all(Phrase.Choice.self).map { .choice($0) } + all(Phrase.Banner.self).map { .banner($0) }
    + all(Phrase.MuteResult.self).map { .muteResult($0) } + all(Phrase.MusicLine.self).map { .musicLine($0) }
    + all(Phrase.AlarmDays.self).map { .alarmDays($0) }
    + all(Phrase.State.self).map { .state($0) } + all(Phrase.Trouble.self).map { .trouble($0) }
    + all(Phrase.Kind.self).map { .kind($0) } + all(Phrase.Line.self).map { .line($0) }
    + all(Phrase.Fact.self).map { .fact($0) } + counted + all(Phrase.Day.self).map { .day($0) }
    + all(Phrase.Month.self).map { .month($0) } + all(Phrase.Setting.self).map { .setting($0) }
    + all(Phrase.Value.self).map { .value($0) }
  /// The words for the icons, which follow a text such as `4/8: `.
  private static let steps = (0..<LinkStep.count).compactMap { LinkStep(rawValue: $0) }.map { Phrase.step($0) }
  private static let paragraphs: [Phrase] =
    all(Phrase.Advice.self).map { .advice($0) } + all(Phrase.Note.self).map { .note($0) }
    + all(Phrase.Outcome.self).map { .outcome($0) }

  private static let lessons = all(Phrase.Lesson.self).map { Phrase.lesson($0) }

  private func width(_ phrase: Phrase, _ language: Language, _ face: TextFace) -> Int {
    face.width(of: phrase.text(in: language).utf8Span)
  }

  @Test(arguments: languages) func linesFit(_ language: Language) {
    for phrase in Self.lines {
      #expect(width(phrase, language, .condensed) <= 128, "\(language): \(phrase.text(in: language))")
    }
  }

  @Test(arguments: languages) func wordsOfTheIconsFit(_ language: Language) {
    for phrase in Self.steps {
      #expect(width(phrase, language, .normal) <= 128 - 5 * 8, "\(language): \(phrase.text(in: language))")
    }
  }

  @Test(arguments: languages) func titlesFitIntoTheBar(_ language: Language) {
    let titles =
      all(Phrase.Title.self).map { Phrase.title($0) } + all(Phrase.OutcomeTitle.self).map { .outcomeTitle($0) }
      + all(Phrase.State.self).map { .state($0) }
      + all(Phrase.Trouble.self).map { .trouble($0) }
    for phrase in titles {
      #expect(width(phrase, language, .condensed) <= 128 - 18, "\(language): \(phrase.text(in: language))")
    }
  }

  @Test(arguments: languages) func rowsFitBesideTheirIcon(_ language: Language) {
    for phrase in all(Phrase.Menu.self).map({ Phrase.menu($0) }) + all(Phrase.Choice.self).map({ .choice($0) }) {
      #expect(width(phrase, language, .condensed) <= 128 - 18, "\(language): \(phrase.text(in: language))")
    }
  }

  /// Two labels share a row.
  @Test(arguments: languages) func labelsFitBesideEachOther(_ language: Language) {
    for phrase in Self.buttons {
      #expect(width(phrase, language, .condensed) <= 128 / 2 + 2, "\(language): \(phrase.text(in: language))")
    }
  }

  /// The labels of the hints that share the row with another one.
  private static let hints: [Phrase] = [.title(.inbox), .menu(.status), .menu(.music), .button(.menu)]

  @Test(arguments: languages) func hintsFitBesideEachOther(_ language: Language) {
    for (left, right) in [(0, 1), (2, 3)] {
      // Beside *up* and *down* stand triangles.
      let both = width(Self.hints[left], language, .condensed) + width(Self.hints[right], language, .condensed)
      #expect(both <= 128 - 2 * 10, "\(language): \(Self.hints[left].text(in: language))")
    }
  }

  @Test(arguments: languages) func lessonsHaveTwoLines(_ language: Language) {
    for phrase in Self.lessons {
      var lines = TextLines(phrase.text(in: language).utf8Span, TextFace.normal)
      let count = lines.countRemaining(width: 128)
      #expect((1...2).contains(count), "\(language): \(phrase.text(in: language))")
    }
    let titles: [Phrase.Lesson] = [.acceptTitle, .declineTitle, .holdTitle, .displayTitle, .joystickTitle]
    for title in titles {
      #expect(width(.lesson(title), language, .condensed) <= 128 - 18 - 20, "\(language): \(title)")
    }
  }

  @Test(arguments: languages) func paragraphsAreShort(_ language: Language) {
    for phrase in Self.paragraphs {
      var lines = TextLines(phrase.text(in: language).utf8Span, TextFace.normal)
      let count = lines.countRemaining(width: 128)
      #expect((1...10).contains(count), "\(language): \(phrase.text(in: language))")
    }
  }

  @Test(arguments: languages) func everyCharacterHasAGlyph(_ language: Language) {
    for phrase in Self.buttons + Self.lines + Self.steps + Self.paragraphs + Self.lessons {
      let count = MissingGlyphs.count(in: phrase.text(in: language).utf8Span)
      #expect(count == 0, "\(language): \(phrase.text(in: language))")
    }
  }

  /// A word may be the same in English, a sentence may not.
  @Test(arguments: languages.filter { $0 != .english }) func noParagraphIsEnglish(_ language: Language) {
    for phrase in Self.paragraphs {
      #expect(phrase.text(in: language).description != phrase.text(in: .english).description)
    }
  }

  @Test(arguments: languages) func everyNumberHasAPlace(_ language: Language) {
    for phrase in Self.counted {
      let text = phrase.text(in: language).description
      #expect(text.filter { $0 == "#" }.count == 1, "\(language): \(text)")
    }
  }

  @Test(arguments: languages) func everyWeekdayHasALetter(_ language: Language) {
    #expect(Phrase.alarmDays(.letters).text(in: language).description.unicodeScalars.count == 7)
  }

  /// A label of two languages would let the language change with each notification.
  @Test func labelsOfThePhoneTellItsLanguage() {
    let labels: [(String, Language?)] = [
      ("Clear", .english), ("Löschen", .german), ("Effacer", .french), ("Borrar", .spanish), ("Rifiuta", .italian),
      ("Recusar", .portuguese), ("Отклонить", .russian), ("拒绝", .simplifiedChinese), ("拒絕", .traditionalChinese),
      ("拒否", .japanese), ("거절", .korean), ("Từ chối", .vietnamese), ("رفض", .arabic), ("דחה", .hebrew),
      ("ปฏิเสธ", .thai), ("Messages", nil), ("Kalender", nil), ("清除", nil), ("電話", nil), ("", nil), ("clear", nil),
    ]
    for (label, language) in labels {
      #expect(Language(ofLabel: Array(label.utf8).span) == language, "\(label)")
    }
  }

  @Test func namesOfLanguagesDiffer() {
    #expect(Set(Self.languages.map(\.ownName.description)).count == Self.languages.count)
    #expect(Set(Self.languages.map(\.tag.description)).count == Self.languages.count)
  }

  /// A clock of twelve hours has the longest times.
  private func widest(_ language: Language) -> ClockStyle {
    var style = ClockStyle()
    (style.language, style.hasTwelveHours) = (language, true)
    return style
  }

  /// The label and the widest value of each setting share a row.
  @Test(arguments: languages) func settingsFitTheirRows(_ language: Language) {
    for row in 0..<WearerSetting.rowCount {
      guard let setting = WearerSetting.inRow(row), setting != .name else { continue }
      let label = width(.setting(setting.label), language, .condensed)
      for index in 0..<setting.offeredCount {
        guard let value = setting.offered(at: index) else { continue }
        let words = SettingWords(value, of: setting, widest(language))
        let whole = label + 2 + TextFace.condensed.width(of: words.text.span)
        #expect(whole <= 128, "\(language): \(setting) \(value) is \(whole) wide")
      }
    }
  }

  /// The title of the page of a setting shares the bar with the position of the selected row, and may be cut.
  @Test(arguments: languages) func titlesOfSettingsDiffer(_ language: Language) {
    var titles: Set<[UInt8]> = []
    for row in 0..<WearerSetting.rowCount {
      guard let setting = WearerSetting.inRow(row) else { continue }
      let title = Phrase.setting(setting.label).text(in: language).utf8Span
      // 10/10: two numbers of two digits, 6 pixels each, and the arrows.
      let fit = TextFace.condensed.fit(title, into: 128 - 18 - 5 - 5 * 6 - 2)
      titles.insert((0..<fit.count).map { title[$0] } + (fit.isTruncated ? Array("…".utf8) : []))
    }
    #expect(titles.count == WearerSetting.rowCount)
  }

  /// The first value of a setting is the one of the configuration, behind a word that says so.
  @Test(arguments: languages) func configuredValuesFit(_ language: Language) {
    let label = width(.value(.configured), language, .condensed) + 2
    for row in 0..<WearerSetting.rowCount {
      guard let setting = WearerSetting.inRow(row), setting != .name, setting != .language else { continue }
      for index in 0..<setting.offeredCount {
        guard let value = setting.offered(at: index) else { continue }
        let words = SettingWords(value, of: setting, widest(language))
        let whole = label + TextFace.condensed.width(of: words.text.span)
        #expect(whole <= 110, "\(language): \(setting) \(value) is \(whole) wide")
      }
    }
    let automatic = label + width(.value(.automatic), language, .condensed)
    #expect(automatic <= 110, "\(language): automatic is \(automatic) wide")
  }

  @Test func numbersAndDatesAreWrittenInTheLanguage() throws {
    let date = try #require(CalendarDate(year: 2026, month: 11, day: 20))
    var german = ShortText(notificationCount: 3, .german)
    #expect(string(german) == "3 Mitteilungen")
    german = ShortText()
    german.append(date, in: .dayMonth, .german)
    #expect(string(german) == "20. Nov")
    var chinese = ShortText()
    chinese.append(date, in: .dayMonth, .simplifiedChinese)
    #expect(string(chinese) == "11月20日")
  }

  private func string(_ text: borrowing ShortText) -> String {
    let span = text.span
    return String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
  }

  /// The choice is Saturday and Sunday, so the word for the weekend is wrong in a country with another one.
  @Test(arguments: [(Language.arabic, "أحد"), (.hebrew, "ראשון")])
  func theWeekendIsNamedByItsDaysWhereItIsAnother(language: Language, sunday: String) {
    #expect(String(describing: Phrase.alarmDays(.weekend).text(in: language)).contains(sunday))
  }
}
