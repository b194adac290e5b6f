import ANCS
import Graphics
import Identifiers
import Octets
import Screens
import TestSupport
import Testing
import Timing
import WatchModel

@testable import belfry_screens

/// The measures of a screen that limit how far the user can scroll.
@Suite struct ScrollingTests {
  private func picture(_ notification: SampleNotification, topLine: Int) -> String {
    notification.detail("", topLine: topLine).bitmap().picture()
  }

  /// The line count and the last line that may be at the top.
  private func measures(_ notification: SampleNotification) -> (lineCount: Int, maximum: Int) {
    var measures = (0, 0)
    notification.withText {
      let screen = DetailScreen($0, topLine: 0)
      measures = (screen.lineCount, screen.maximumTopLine)
    }
    return measures
  }

  @Test func lineOfLabelsCounts() {
    let (title, message) = ("One", "Two\nThree")
    #expect(measures(SampleNotification(category: .social, title: title, message: message)) == (3, 0))
    let labelled = SampleNotification(category: .social, title: title, message: message, negative: "Clear")
    #expect(measures(labelled) == (4, 1))
  }

  @Test func emptyTextHasNoLines() {
    #expect(measures(SampleNotification(category: .social)) == (0, 0))
  }

  @Test func subtitleAndMessageBeginOnTheirOwnLines() {
    #expect(measures(SampleNotification(category: .email, title: "A", subtitle: "B", message: "C")) == (3, 0))
  }

  @Test func topLineIsClampedWhenDrawn() {
    let last = measures(.mail).maximum
    #expect(last > 3)
    #expect(picture(.mail, topLine: last + 40) == picture(.mail, topLine: last))
    #expect(picture(.mail, topLine: -7) == picture(.mail, topLine: 0))
  }

  @Test func oneLineDownShowsTheSameTextHigher() {
    let upper = picture(.mail, topLine: 2).split(separator: "\n")
    let lower = picture(.mail, topLine: 1).split(separator: "\n")
    #expect(upper[16..<48] == lower[32..<64])
  }

  @Test func labelsAreSeenOnlyAtTheEnd() {
    let last = measures(.mail).maximum
    let row = { (topLine: Int) in picture(.mail, topLine: topLine).split(separator: "\n")[62].prefix(40) }
    #expect(row(last).filter { $0 == "#" }.count > 20)
    #expect(row(last - 1).filter { $0 == "#" }.count < 10)
  }

  @Test(arguments: [
    (0, 0, 0..<0), (1, 0, 0..<1), (3, 2, 0..<3), (5, 0, 0..<3), (5, 1, 0..<3), (5, 2, 1..<4), (5, 4, 2..<5),
    (5, 99, 2..<5), (5, -1, 0..<3), (32, 31, 29..<32), (-4, 0, 0..<0),
  ])
  func selectedRowIsAlwaysSeen(count: Int, selected: Int, expected: Range<Int>) {
    #expect(ListScreen(count: count, selected: selected).visible == expected)
  }

  @Test func rowOutsideIsNotDrawn() {
    var bitmap = Bitmap()
    let list = ListScreen(count: 5, selected: 0)
    SampleNotification.mail.withText {
      list.draw($0, at: 3, into: &bitmap)
      list.draw($0, at: -1, into: &bitmap)
    }
    let isDark = bitmap.octets.indices.allSatisfy { bitmap.octets[$0] == 0 }
    #expect(isDark)
  }

  @Test func everyMenuItemCanBeSelected() {
    for index in 0..<MenuItem.count { #expect(MenuItem(rawValue: index) != nil) }
    #expect(MenuItem(rawValue: MenuItem.count) == nil)
  }

  /// The row of the only notification in the list, right of its icon, scrolled by `offset` pixels.
  private func runningRow(_ title: String, by offset: Int = 1) -> [Substring] {
    var bitmap = Bitmap()
    SampleNotification(category: .social, title: title).withText {
      ListScreen(count: 1, selected: 0).draw($0, at: 0, runningBy: offset, into: &bitmap)
    }
    return bitmap.picture(of: Rectangle(x: 18, y: 16, width: 110, height: 16)).split(separator: "\n")
  }

  /// A long line first shows its start, whatever follows.
  @Test(arguments: [
    ("🌹 عائلة الأحمد الكريمة ", "אאאאאאאא", "בבבבבבבב"), ("【חדשות】 הלילה בתל אביב ", "אאאאאאאא", "בבבבבבבב"),
    ("÷ שלום לכולם ומה שלומכם ", "אאאאאאאא", "בבבבבבבב"),
    ("\u{2068}John\u{2069} שלח לך הודעה חדשה ", "אאאאאאאא", "בבבבבבבב"),
    ("\u{2068}سارة الأحمد\u{2069} liked your photo ", "from Anna", "with Bert"),
  ])
  func aLineRunsFromItsBeginning(head: String, one: String, other: String) {
    let rows = [one, other].map { runningRow(head + $0 + $0) }
    #expect(rows[0] == rows[1])
    // The row is inverted.
    #expect(rows[0].contains { $0.contains(".") })
  }

  @Test func aLineToTheLeftRunsAsFarAsItIsDrawn() {
    let (short, long) = (String(repeating: "שלום ", count: 20), String(repeating: "שלום ", count: 54))
    #expect(runningRow(short) == runningRow(long))
    var overhang = 0
    SampleNotification(category: .social, title: long).withText { overhang = ListScreen.overhang(of: $0) }
    #expect(overhang == 127 * 8 - 110)
    #expect(runningRow(long, by: overhang).contains { $0.prefix(16).contains(".") })
  }

  /// The line count and the last line that may be at the top of a status screen.
  private func measures(
    _ connection: ConnectionState, _ trouble: LinkTrouble?, phone: String = "", hasAddress: Bool = false
  ) -> [Int] {
    let (name, phone) = (Array("Belfry".utf8), Array(phone.utf8))
    var facts = StatusFacts(name: name.span, phone: phone.span, isPhoneHere: true)
    if hasAddress { facts.address = DeviceAddress(kind: .public, octets: .init(repeating: 1)) }
    let diagnosis = LinkDiagnosis(connection: connection, trouble: trouble, hasEvents: true)
    let screen = StatusScreen(diagnosis, facts, topLine: 0)
    return [screen.lineCount, screen.maximumTopLine]
  }

  @Test func statusScrollsToItsLastLine() {
    #expect(measures(.ready, nil) == [3, 1])
    #expect(measures(.ready, nil, phone: "Anna") == [4, 2])
    #expect(measures(.ready, nil, phone: "Anna", hasAddress: true) == [5, 3])
    #expect(measures(.advertising, .noPhone) == [6, 4])
  }

  @Test func statusListsLossesAndRecoveries() {
    let name = Array("Belfry".utf8)
    var facts = StatusFacts(name: name.span, phone: name.span, isPhoneHere: true)
    facts.losses[.evicted] = 1
    facts.losses[.untold] = 2
    for minute in 0..<9 {
      facts.recoveries.append(
        Recovery(.renewed, .silence, at: .start, time: TimeOfDay(hour: 3, minute: minute), date: nil))
    }
    #expect(facts.recoveries.count == 8)
    #expect(facts.recoveries[0].time == TimeOfDay(hour: 3, minute: 8))
    let diagnosis = LinkDiagnosis(connection: .ready, trouble: nil, hasEvents: true)
    let lineCount = StatusScreen(diagnosis, facts, topLine: 0).lineCount
    #expect(lineCount == 4 + 2 + 2 * 8)
  }

  @Test(arguments: [NoteScreen.Note.disconnected, .forgotten, .notConnected, .noPairedPhones])
  func noteCountsTheLineOfItsPhone(note: NoteScreen.Note) {
    let phone = Array("Anna".utf8)
    let (with, without) = (
      NoteScreen(note, phone: phone.span, topLine: 0).lineCount,
      NoteScreen(note, phone: Span(), topLine: 0).lineCount
    )
    #expect(with == without + 1)
  }

  @Test func adviceForThePhoneIsReadPageByPage() {
    let screen = PairAgainScreen(topLine: 0)
    let (lineCount, last) = (screen.lineCount, screen.maximumTopLine)
    #expect(lineCount == 8 && last == 6)
  }
}
