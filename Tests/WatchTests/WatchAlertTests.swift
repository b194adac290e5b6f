import ANCS
import Peripherals
import Screens
import TestSupport
import Testing
import Timing

@testable import Watch

@Suite struct WatchAlertTests {
  private let none = AlertStrength.none

  private func wrist(_ change: (inout AlertSettings) -> Void = { _ in }) -> Wrist {
    var settings = AlertSettings()
    change(&settings)
    let wrist = Wrist(alerts: settings)
    wrist.wait(.seconds(60))
    wrist.events = []
    return wrist
  }

  private func rule(_ effect: AlertRule.Effect, _ subject: AlertRule.Subject, _ text: String) -> AlertRule {
    AlertRule(effect, subject, Array(text.utf8).span)!
  }

  private func mute(_ wrist: Wrist, _ application: String, for duration: MuteDuration) -> Bool {
    wrist.watch.mute(application: Array(application.utf8).span, for: duration, now: wrist.now)
  }

  private func unmute(_ wrist: Wrist, _ application: String) -> Bool {
    wrist.watch.unmute(application: Array(application.utf8).span)
  }

  private func isMuted(_ application: String, in table: MuteTable) -> Bool {
    table.isMuted(Array(application.utf8).span, at: .start)
  }

  // MARK: Strength

  @Test func theImportantOneBlinksAndThenStops() {
    let wrist = wrist()
    wrist.post(1, .init(flags: 0x02))
    #expect(wrist.decisions == [AlertDecision(.strong, .important)])
    var inverted: [Bool] = []
    for _ in 0..<8 {
      inverted.append(wrist.isInverted)
      wrist.wait(.milliseconds(250))
    }
    #expect(inverted == [true, false, true, false, true, false, false, false])
  }

  @Test func whoeverPutsItAwayStopsTheBlinking() {
    let wrist = wrist()
    wrist.post(1, .init(flags: 0x02))
    wrist.wait(.milliseconds(200))
    wrist.press(.decline)
    #expect(wrist.screen == .clock)
    #expect(!wrist.isInverted)
  }

  @Test func anOrdinaryOneDoesNotBlink() {
    let wrist = wrist()
    wrist.post(1, .init())
    #expect(wrist.decisions == [AlertDecision(.normal, .new)])
    #expect(!wrist.isInverted)
  }

  // MARK: What was there before

  @Test func preExistingIsBelievedForTenSeconds() {
    let wrist = Wrist()
    wrist.wait(.milliseconds(9_999))
    wrist.post(1, .init(flags: 0x04, date: "20261120T123400"))
    #expect(wrist.screen == .clock)
    wrist.wait(.milliseconds(1))
    wrist.post(2, .init(flags: 0x04, date: "20261120T123400"))
    #expect(wrist.screen == .alert)
    #expect(wrist.decisions == [AlertDecision(none, .preExisting), AlertDecision(.normal, .new)])
  }

  /// The watch's clock says 12:34 on 20 November.
  @Test(arguments: [
    ("20261120T103400", AlertReason.new), ("20261120T103359", .stale), ("20261119T123400", .stale),
    ("20261120T233000", .new), ("20261125T000000", .new), ("20200101T000000", .stale), ("", .preExisting),
    ("99991231T235959", .new), ("00010101T000000", .preExisting),
  ]) func afterThatItsDateDecides(_ date: String, _ reason: AlertReason) {
    let wrist = wrist()
    wrist.post(1, .init(flags: 0x04, date: date))
    #expect(wrist.decisions.map(\.reason) == [reason])
  }

  @Test func withoutATimeThePhoneIsBelieved() {
    let wrist = wrist()
    wrist.watch.setTime(nil, nil, now: wrist.now)
    wrist.post(1, .init(flags: 0x04, date: "20261120T123400"))
    #expect(wrist.decisions == [AlertDecision(none, .preExisting)])
  }

  // MARK: The same again

  @Test func aReconnectionDoesNotAlertAgain() {
    let wrist = wrist()
    wrist.post(1, .init(title: "one"))
    wrist.press(.decline)
    wrist.disconnect()
    wrist.connect()
    wrist.events = []
    wrist.post(0, .init(title: "one"))
    #expect(wrist.screen == .clock)
    #expect(wrist.watch.unreadCount == 0)
    #expect(wrist.decisions == [AlertDecision(none, .repeated)])
    wrist.post(2, .init(title: "two"))
    #expect(wrist.decisions.last == AlertDecision(.normal, .new))
  }

  @Test func lateInASessionTheSameIsNewsAlsoWhereTextsAreAwaited() {
    let wrist = wrist()
    #expect(mute(wrist, "com.example.other", for: .always))
    wrist.post(1, .init())
    wrist.press(.decline)
    wrist.remove(1)
    wrist.disconnect()
    wrist.connect()
    wrist.wait(.milliseconds(59_999))
    wrist.post(0, .init())
    #expect(wrist.decisions.last == AlertDecision(none, .repeated))
    wrist.wait(.milliseconds(1))
    wrist.post(2, .init())
    #expect(wrist.decisions.last == AlertDecision(.normal, .new))
  }

  @Test func inOneSessionTheSameMayBeSaidTwice() {
    let wrist = wrist()
    wrist.post(1, .init())
    wrist.press(.decline)
    wrist.remove(1)
    wrist.post(2, .init())
    #expect(wrist.decisions == [AlertDecision(.normal, .new), AlertDecision(.normal, .new)])
  }

  @Test func aPhoneThatDoesNotAnswerIsNoReasonToKeepQuiet() {
    let wrist = wrist()
    wrist.post(1, .init())
    wrist.press(.decline)
    wrist.disconnect()
    wrist.connect()
    wrist.isMute = true
    wrist.events = []
    wrist.post(0, .init(title: "two"))
    wrist.wait(.milliseconds(4_999))
    #expect(wrist.decisions.isEmpty)
    wrist.wait(.milliseconds(1))
    #expect(wrist.decisions == [AlertDecision(.normal, .new)])
    #expect(wrist.screen == .alert)
  }

  @Test func whatIsRemovedMeanwhileIsNotAnnounced() {
    let wrist = wrist { _ = $0.pushLast(rule(.mute, .text, "Sale")) }
    wrist.isMute = true
    wrist.post(1, .init())
    wrist.remove(1)
    wrist.wait(.seconds(10))
    #expect(wrist.decisions.isEmpty)
    #expect(wrist.screen == .clock)
  }

  @Test func aStormThatWaitsForTextsIsDecidedOn() {
    let wrist = wrist { _ = $0.pushLast(rule(.mute, .text, "Sale")) }
    wrist.isMute = true
    for uid in 1...100 as ClosedRange<UInt32> { wrist.post(uid, .init()) }
    wrist.isMute = false
    wrist.pump()
    wrist.wait(.seconds(60))
    #expect(wrist.screen == .clock, "the alert was shown, and is over")
    #expect(wrist.decisions.count >= 32)
  }

  @Test func aReplyAboutOneThatIsGoneDoesNotDecideOnAnotherWithItsUID() throws {
    let wrist = wrist()
    let game = Wrist.Posted(app: "com.example.game")
    #expect(mute(wrist, game.app, for: .always))
    wrist.isMute = true
    wrist.post(1, game)
    wrist.answer(try #require(wrist.command()))
    let rest = try #require(wrist.command())
    for uid in 2...33 as ClosedRange<UInt32> { wrist.post(uid, .init()) }
    wrist.post(1, game, modified: true)
    wrist.answer(rest)
    wrist.collect()
    #expect(decisions(about: 1, wrist).isEmpty)
    wrist.isMute = false
    wrist.pump()
    #expect(decisions(about: 1, wrist) == [AlertDecision(none, .muted)])
  }

  private func decisions(about uid: NotificationUID, _ wrist: Wrist) -> [AlertDecision] {
    wrist.events.compactMap { if case .alert(uid, let decision) = $0 { decision } else { nil } }
  }

  // MARK: Quiet hours

  @Test func inQuietHoursThingsAreListedOnly() {
    let wrist = wrist { $0.quietHours = QuietHours(start: 12 * 60, end: 13 * 60) }
    wrist.post(1, .init(flags: 0x02))
    #expect(wrist.screen == .clock)
    #expect(wrist.watch.unreadCount == 1)
    wrist.post(2, .init(category: 1, flags: 0x18))
    #expect(wrist.screen == .call)
    wrist.watch.setTime(TimeOfDay(hour: 13, minute: 0), CalendarDate(year: 2026, month: 11, day: 20), now: wrist.now)
    wrist.remove(2)
    wrist.post(3, .init())
    #expect(wrist.screen == .alert)
  }

  @Test func callsMayBeQuietToo() {
    let wrist = wrist { ($0.quietHours, $0.areCallsQuiet) = (QuietHours(start: 0, end: 1_439), true) }
    wrist.post(1, .init(category: 1, flags: 0x18))
    #expect(wrist.screen == .clock)
  }

  // MARK: Rules and mutes

  @Test func rulesLookAtTheTexts() {
    let wrist = wrist {
      _ = $0.pushLast(rule(.alert, .text, "code"))
      _ = $0.pushLast(rule(.mute, .text, "Sale"))
      _ = $0.pushLast(rule(.mute, .application, "com.example.game"))
    }
    wrist.post(1, .init(title: "Big Sale!"))
    wrist.post(2, .init(message: "your code: Sale"))
    wrist.post(3, .init(app: "com.example.game"))
    wrist.post(4, .init(app: "com.example.game2", title: "sale"))
    #expect(
      wrist.decisions == [
        AlertDecision(none, .rule), AlertDecision(.strong, .rule), AlertDecision(none, .rule),
        AlertDecision(.normal, .new),
      ])
    #expect(wrist.watch.unreadCount == 4)
  }

  @Test(arguments: [(MuteDuration.hour, UInt32(60)), (.today, 11 * 60 + 26)])
  func aMuteEnds(_ duration: MuteDuration, _ minutes: UInt32) {
    let wrist = wrist()
    #expect(mute(wrist, "a.b", for: duration))
    wrist.wait(.milliseconds(minutes * 60_000 - 1))
    wrist.post(1, .init())
    wrist.post(2, .init(app: "a.c"))
    wrist.wait(.milliseconds(1))
    wrist.post(3, .init())
    #expect(wrist.decisions.map(\.reason) == [.muted, .new, .new])
  }

  @Test func aMuteForEverEndsByHand() {
    let wrist = wrist()
    #expect(mute(wrist, "a.b", for: .always))
    wrist.wait(.minutes(60 * 24 * 30))
    wrist.post(1, .init())
    #expect(unmute(wrist, "a.b"))
    wrist.post(2, .init())
    #expect(wrist.decisions.map(\.reason) == [.muted, .new])
    #expect(!unmute(wrist, "a.b"))
  }

  @Test func mutesAreBounded() {
    let wrist = wrist()
    for number in 0..<MuteTable.capacity { #expect(mute(wrist, "app.\(number)", for: .hour)) }
    #expect(!mute(wrist, "app.more", for: .always))
    wrist.wait(.minutes(60))
    #expect(mute(wrist, "app.more", for: .always))
    #expect(!mute(wrist, "", for: .always))
    #expect(!mute(wrist, String(repeating: "a", count: 129), for: .always))
  }

  // MARK: From the detail screen

  private func reading(_ posted: Wrist.Posted = .init(flags: 0x01)) -> Wrist {
    let wrist = wrist()
    wrist.post(1, posted)
    wrist.press(.accept)
    wrist.press(.accept)
    return wrist
  }

  @Test func acceptHeldMutesWhereThereIsNoAction() {
    let wrist = reading()
    wrist.hold(.accept)
    #expect(wrist.screen == .mute)
    wrist.press(.accept)
    #expect(wrist.screen == .detail)
    wrist.post(2, .init())
    #expect(wrist.decisions.last == AlertDecision(none, .muted))
    wrist.wait(.minutes(61))
    wrist.post(3, .init())
    #expect(wrist.screen == .alert)
  }

  @Test func selectHeldMutesAlways() {
    let wrist = reading(.init(flags: 0x09))
    wrist.hold(.select)
    #expect(wrist.screen == .mute)
    wrist.press(.down)
    wrist.press(.down)
    wrist.press(.accept)
    wrist.wait(.minutes(60 * 24 * 30))
    wrist.post(2, .init())
    #expect(wrist.decisions.last == AlertDecision(none, .muted))
  }

  @Test func whatIsMutedIsUnmutedThere() {
    let wrist = reading()
    wrist.hold(.accept)
    wrist.press(.accept)
    wrist.hold(.accept)
    wrist.press(.accept)
    wrist.post(2, .init())
    #expect(wrist.screen == .alert)
  }

  @Test(arguments: [Button.back, .decline]) func theChoiceCanBeLeft(_ button: Button) {
    let wrist = reading()
    wrist.hold(.accept)
    for _ in 0..<(button == .decline ? 3 : 1) { wrist.press(button) }
    #expect(wrist.screen == .detail)
    let haveMutesChanged = wrist.watch.takeHaveMutesChanged()
    #expect(!haveMutesChanged)
  }

  @Test func theChoiceGoesWithItsNotification() {
    let wrist = reading()
    wrist.hold(.accept)
    wrist.remove(1)
    #expect(wrist.screen == .list)
  }

  // MARK: The record

  private func record(_ table: MuteTable) -> [UInt8] {
    output(capacity: MuteTable.recordCapacity) { try? table.encode(into: &$0) }
  }

  @Test func lastingMutesSurviveInTheRecord() throws {
    let wrist = wrist()
    _ = mute(wrist, "a.b", for: .always)
    _ = mute(wrist, "a.c", for: .hour)
    _ = mute(wrist, "a.d", for: .always)
    let octets = record(wrist.watch.mutes)
    let table = try MuteTable(decoding: octets.span)
    #expect(record(table) == octets)
    #expect(isMuted("a.d", in: table))
    #expect(!isMuted("a.c", in: table))
  }

  @Test func aFullTableFitsTheRecord() throws {
    let wrist = wrist()
    for number in 10..<10 + MuteTable.capacity {
      #expect(mute(wrist, "\(number)" + String(repeating: "a", count: 126), for: .always))
    }
    let octets = record(wrist.watch.mutes)
    #expect(octets.count == MuteTable.recordCapacity)
    let table = try MuteTable(decoding: octets.span)
    #expect(record(table) == octets)
  }

  @Test func aDamagedRecordIsRefused() {
    let wrist = wrist()
    _ = mute(wrist, "a.b", for: .always)
    let octets = record(wrist.watch.mutes)
    for index in octets.indices {
      var damaged = octets
      damaged[index] ^= 0x10
      #expect(throws: (any Error).self) { _ = try MuteTable(decoding: damaged.span) }
      let cut = Array(octets[..<index])
      #expect(throws: (any Error).self) { _ = try MuteTable(decoding: cut.span) }
    }
  }
}
