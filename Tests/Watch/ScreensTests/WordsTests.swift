import ANCS
import Features
import Graphics
import Octets
import Testing
import Timing
import Typefaces
import WatchModel

@testable import Screens

/// The watch's own texts fit where they are drawn.
@Suite struct WordsTests {
  private let face = Unifont(isCondensed: true)
  /// The width of the title bar without icon and scroll mark.
  private let barWidth = 128 - 18 - 5

  private static let connections: [ConnectionState] = [
    .starting, .advertising, .pairingOpen, .connected, .pairing, .encrypted, .discovering, .ready, .unauthorized,
    .noNotifications, .recovering, .disconnected, .phoneRefused,
  ]

  @Test(arguments: connections)
  func headlineFitsIntoTheBarAndTheClocksRow(connection: ConnectionState) {
    let width = face.width(of: connection.headline.text(in: .english).utf8Span)
    let plainWidth = Unifont().width(of: connection.headline.text(in: .english).utf8Span)
    #expect(width <= barWidth && plainWidth <= 128)
  }

  private static let troubles = (UInt8.min...UInt8.max).compactMap { LinkTrouble(rawValue: $0) }

  @Test(arguments: troubles)
  func troubleIsNamedInTheBarAndHasARemedy(trouble: LinkTrouble) {
    let width = Unifont().width(of: trouble.headline.text(in: .english).utf8Span)
    var lines = TextLines(trouble.remedy.text(in: .english).utf8Span, Unifont())
    let count = lines.countRemaining(width: 128)
    #expect(width <= barWidth)
    #expect((1...8).contains(count))
  }

  /// The texts of `Phrase.Trouble` belong to the status page.
  @Test(arguments: [LinkTrouble.radioOff, .controllerFailed])
  func theClockNamesARadioThatDoesNotWorkInEachBuild(trouble: LinkTrouble) {
    let isLeftOut = if case .trouble = trouble.headline { true } else { false }
    #expect(!isLeftOut && !trouble.headline.text(in: .english).utf8Span.isEmpty)
  }

  @Test func theClockNamesTheStatusPageIfThereIsOne() {
    let expected: Phrase.State = Features.hasStatusPage ? .seeStatus : .advertising
    #expect(ConnectionState.phoneRefused.headline == .state(expected))
  }

  /// Any radio can cause these troubles while there is a good bond, so no text may advise the user to delete it.
  @Test(arguments: [LinkTrouble.pairingRequested, .bondUnknownToPhone, .keyRequested])
  func noStrangerMakesTheWatchAdviseToDeleteABond(trouble: LinkTrouble) {
    let words = (trouble.headline.text(in: .english).description + trouble.remedy.text(in: .english).description)
      .lowercased()
    #expect(!words.contains("forget") && !words.contains("delete"))
  }

  @Test(arguments: [Banner.busy, .notReady, .gone, .noAnswer, .refused])
  func bannerFitsOnItsLine(banner: Banner) {
    let width = Unifont().width(of: banner.text.text(in: .english).utf8Span)
    #expect(width <= 124)
  }

  @Test(
    arguments: [
      (0, "just now"), (59, "just now"), (60, "1 min ago"), (3_599, "59 min ago"), (3_600, "1 h ago"),
      (172_799, "47 h ago"), (172_800, "2 days ago"), (4_000_000_000, "46296 days ago"),
    ] as [(UInt32, String)])
  func ageIsShown(seconds: UInt32, expected: String) {
    var text = ShortText()
    text.append(age: .seconds(seconds), .english)
    let written = String(decoding: text.span.indices.map { text.span[$0] }, as: UTF8.self)
    #expect(written == expected)
  }

  @Test(arguments: [(false, "22:00", "21 Nov 15:12"), (true, "10:00pm", "21 Nov 3:12pm")])
  func theStyleOfTheClockIsThatOfAllTimes(_ hasTwelveHours: Bool, _ setting: String, _ status: String) throws {
    var style = ClockStyle()
    style.hasTwelveHours = hasTwelveHours
    let value = SettingWords(22 * 60, of: .quietFrom, style).text
    var recovery = ShortText()
    recovery.append(
      Recovery(
        .renewed, .silence, at: .start, time: TimeOfDay(hour: 15, minute: 12),
        date: CalendarDate(year: 2026, month: 11, day: 21)),
      now: .start, style)
    let written = [value, recovery].map { text in
      String(decoding: text.span.indices.map { text.span[$0] }, as: UTF8.self)
    }
    #expect(written == [setting, status])
  }

  @Test(arguments: LanguageTests.languages)
  func explanationFitsOnTheDisplay(language: Language) {
    let failures: [PairingFailureExplanation] = [.refused, .mismatch, .timedOut, .windowClosed, .noRoom, .other]
    for phrase in failures.map(\.text) + [.note(.willCome)] {
      var lines = TextLines(phrase.text(in: language).utf8Span, TextFace.normal)
      let count = lines.countRemaining(width: 128)
      #expect(count <= 3, "\(language): \(phrase.text(in: language))")
    }
  }

  @Test(arguments: 0...14)
  func categoryWordFitsOnOneLine(category: Int) {
    let width = Unifont().width(of: CategoryID(rawValue: UInt8(category)).word.text(in: .english).utf8Span)
    #expect(width <= 128)
  }

  @Test func activeCallHasItsOwnIconAndUnknownOnesABell() {
    #expect(CategoryID(rawValue: 12).icon == .activeCall)
    #expect(CategoryID(rawValue: 13).icon == .other)
    #expect(CategoryID(rawValue: 0).icon == .other)
    #expect(CategoryID(rawValue: 6).icon == .email)
  }

  @Test func numbersAreWrittenInDecimal() {
    for (value, digits, expected) in [(0, 1, "0"), (7, 2, "07"), (42_137, 6, "042137"), (120, 1, "120"), (-3, 1, "0")] {
      var text = ShortText()
      text.append(value, minimumDigits: digits)
      let written = String(decoding: text.span.indices.map { text.span[$0] }, as: UTF8.self)
      #expect(written == expected)
    }
  }
}
