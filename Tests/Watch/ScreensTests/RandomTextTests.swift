import ANCS
import Graphics
import Screens
import TestSupport
import Testing
import WatchModel

@testable import belfry_screens

/// For any octets of a phone, every screen is drawn and returns.
@Suite struct RandomTextTests {
  private static let fragments: [[UInt8]] = [
    [0x20], [0x0A], [0x0D, 0x0A], [0x61], [0xE4, 0xBD, 0xA0], [0xE3, 0x80, 0x82], [0xCC, 0x81],
    [0xF0, 0x9F, 0x98, 0x80], [0xE2, 0x81, 0xA8],
    [0xD7, 0xA9], [0xFF], [0xE4, 0xBD], [0x00], [0xED, 0xA0, 0x80], [0x2D],
  ]

  private static func text(_ random: inout SeededGenerator) -> [UInt8] {
    var octets: [UInt8] = []
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      octets += fragments.randomElement(using: &random) ?? []
    }
    return octets
  }

  @Test func noTextStopsAScreen() {
    var random = SeededGenerator(seed: 0x5C2EE)
    var bitmap = Bitmap()
    for _ in 0..<150 {
      let app = Self.text(&random)
      let title = Self.text(&random)
      let message = Self.text(&random)
      let label = Self.text(&random)
      let category = CategoryID(rawValue: UInt8.random(in: 0...20, using: &random))
      let text = NotificationText(
        category: category, time: nil, appName: app.span, title: title.span, subtitle: label.span,
        message: message.span)
      let selected = Int.random(in: -2...9, using: &random)
      Self.draw(text, selected, into: &bitmap)
      Self.draw(
        text.offering(positive: .offered(label.span), negative: .offered(title.span)), selected, into: &bitmap)
      Self.draw(text.offering(positive: .offered(app.span), negative: .none), selected, into: &bitmap)
      Self.drawPhones(title, selected, into: &bitmap)
    }
    let isBarLit = bitmap.isLit(x: 64, y: 0)
    #expect(isBarLit)
  }

  private static func draw(_ text: NotificationText, _ number: Int, into bitmap: inout Bitmap) {
    AlertScreen(text).draw(into: &bitmap)
    CallScreen(text).draw(into: &bitmap)
    DetailScreen(text, topLine: number).draw(into: &bitmap)
    let list = ListScreen(count: 7, selected: number)
    list.draw(into: &bitmap)
    for index in list.visible { list.draw(text, at: index, into: &bitmap) }
  }

  private static func drawPhones(_ name: [UInt8], _ number: Int, into bitmap: inout Bitmap) {
    let facts = StatusFacts(name: name.span, phone: name.span, isPhoneHere: number > 0)
    let trouble = LinkTrouble(rawValue: UInt8(number & 15))
    let diagnosis = LinkDiagnosis(connection: .ready, trouble: trouble, hasEvents: false)
    StatusScreen(diagnosis, facts, topLine: number).draw(into: &bitmap)
    let list = PhonesScreen(.choose, count: number, selected: number)
    list.draw(into: &bitmap)
    for index in -1...9 {
      list.draw(PhoneRow(name: name.span, isChosen: true, isConnected: true), at: index, into: &bitmap)
    }
    QuestionScreen(.replace, about: name.span).draw(into: &bitmap)
    NoteScreen(.forgotten, phone: name.span, topLine: number).draw(into: &bitmap)
    PairAgainScreen(topLine: number).draw(into: &bitmap)
  }

  @Test func numbersOutOfRangeAreDrawn() {
    var bitmap = Bitmap()
    for value in [Int.min, -1, 0, 100, 101, Int.max] {
      ClockScreen(time: nil, date: nil, unreadCount: value, connection: .starting, batteryLevel: value).draw(
        into: &bitmap)
    }
    PairingScreen(.compare(pairingCode: .max)).draw(into: &bitmap)
    let isBarLit = bitmap.isLit(x: 64, y: 0)
    #expect(isBarLit)
  }
}
