import ANCS
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

  @Test(arguments: ["今天", "🍕", "שלום", "e\u{301}", "Đường Sách ở quán ạ", "हिन्दी", "1\u{FE0F}\u{20E3}"])
  func anyOtherCharacterNeedsTheNormalSize(_ text: String) {
    #expect(rowCount(.small, title: text) == 3)
    #expect(rowCount(.small, message: text) == 3)
    #expect(rowCount(.large, label: text) == 3)
  }

  @Test func aCodeKeepsItsOwnSize() {
    #expect(rowCount(.small, code: "482913") == 3 && rowCount(.large, code: "482913") == 3)
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
