import ANCS
import Peripherals
import Screens
import TestSupport
import Testing
import Timing
import WatchModel

@testable import Watch

@Suite struct WatchAlertTests {
  private let none = AlertStrength.none

  private func harness(_ change: (inout AlertSettings) -> Void = { _ in }) -> MachineHarness {
    var settings = AlertSettings()
    change(&settings)
    let harness = MachineHarness(alerts: settings)
    harness.wait(.seconds(60))
    harness.events = []
    return harness
  }

  private func rule(_ effect: AlertRule.Effect, _ subject: AlertRule.Subject, _ text: String) -> AlertRule {
    AlertRule(effect, subject, Array(text.utf8).span)!
  }

  private func mute(_ harness: MachineHarness, _ application: String, for duration: MuteDuration) -> Bool {
    harness.watch.mute(application: Array(application.utf8).span, for: duration, now: harness.now)
  }

  private func unmute(_ harness: MachineHarness, _ application: String) -> Bool {
    harness.watch.unmute(application: Array(application.utf8).span)
  }

  private func isMuted(_ application: String, in table: MuteTable) -> Bool {
    table.isMuted(Array(application.utf8).span, at: .start)
  }

  // MARK: Strength

  @Test func theImportantOneBlinksAndThenStops() {
    let harness = harness()
    harness.post(1, .init(flags: 0x02))
    #expect(harness.decisions == [AlertDecision(.strong, .important)])
    var inverted: [Bool] = []
    for _ in 0..<8 {
      inverted.append(harness.isInverted)
      harness.wait(.milliseconds(250))
    }
    #expect(inverted == [true, false, true, false, true, false, false, false])
  }

  @Test func puttingTheAlertAwayStopsTheBlinking() {
    let harness = harness()
    harness.post(1, .init(flags: 0x02))
    harness.wait(.milliseconds(200))
    harness.press(.decline)
    #expect(harness.screen == .clock)
    #expect(!harness.isInverted)
  }

  @Test func anOrdinaryOneDoesNotBlink() {
    let harness = harness()
    harness.post(1, .init())
    #expect(harness.decisions == [AlertDecision(.normal, .new)])
    #expect(!harness.isInverted)
  }

  // MARK: Existing notifications

  @Test func preExistingIsBelievedForTenSeconds() {
    let harness = MachineHarness()
    harness.wait(.milliseconds(9_999))
    harness.post(1, .init(flags: 0x04, date: "20261120T123400"))
    #expect(harness.screen == .clock)
    harness.wait(.milliseconds(1))
    harness.post(2, .init(flags: 0x04, date: "20261120T123400"))
    #expect(harness.screen == .alert)
    #expect(harness.decisions == [AlertDecision(none, .preExisting), AlertDecision(.normal, .new)])
  }

  /// The watch's clock shows 12:34 on 20 November.
  @Test(arguments: [
    ("20261120T103400", AlertReason.new), ("20261120T103359", .stale), ("20261119T123400", .stale),
    ("20261120T233000", .new), ("20261125T000000", .new), ("20200101T000000", .stale), ("", .preExisting),
    ("99991231T235959", .new), ("00010101T000000", .preExisting),
  ]) func afterThatItsDateDecides(_ date: String, _ reason: AlertReason) {
    let harness = harness()
    harness.post(1, .init(flags: 0x04, date: date))
    #expect(harness.decisions.map(\.reason) == [reason])
  }

  @Test func withoutATimeThePhoneIsBelieved() {
    let harness = harness()
    harness.setTime(nil, nil, now: harness.now)
    harness.post(1, .init(flags: 0x04, date: "20261120T123400"))
    #expect(harness.decisions == [AlertDecision(none, .preExisting)])
  }

  // MARK: The same again

  @Test func aReconnectionDoesNotAlertAgain() {
    let harness = harness()
    harness.post(1, .init(title: "one"))
    harness.press(.decline)
    harness.disconnect()
    harness.connect()
    harness.events = []
    harness.post(0, .init(title: "one"))
    #expect(harness.screen == .clock)
    #expect(harness.watch.unreadCount == 0)
    #expect(harness.decisions == [AlertDecision(none, .repeated)])
    harness.post(2, .init(title: "two"))
    #expect(harness.decisions.last == AlertDecision(.normal, .new))
  }

  @Test func lateInASessionAnEqualTextAlertsAlsoAfterWaitingForTexts() {
    let harness = harness()
    #expect(mute(harness, "com.example.other", for: .always))
    harness.post(1, .init())
    harness.press(.decline)
    harness.remove(1)
    harness.disconnect()
    harness.connect()
    harness.wait(.milliseconds(59_999))
    harness.post(0, .init())
    #expect(harness.decisions.last == AlertDecision(none, .repeated))
    harness.wait(.milliseconds(1))
    harness.post(2, .init())
    #expect(harness.decisions.last == AlertDecision(.normal, .new))
  }

  @Test func inOneSessionTheSameMayBeSaidTwice() {
    let harness = harness()
    harness.post(1, .init())
    harness.press(.decline)
    harness.remove(1)
    harness.post(2, .init())
    #expect(harness.decisions == [AlertDecision(.normal, .new), AlertDecision(.normal, .new)])
  }

  @Test func aPhoneThatDoesNotAnswerDoesNotPreventTheAlert() {
    let harness = harness()
    harness.post(1, .init())
    harness.press(.decline)
    harness.disconnect()
    harness.connect()
    harness.isMute = true
    harness.events = []
    harness.post(0, .init(title: "two"))
    harness.wait(.milliseconds(4_999))
    #expect(harness.decisions.isEmpty)
    harness.wait(.milliseconds(1))
    #expect(harness.decisions == [AlertDecision(.normal, .new)])
    #expect(harness.screen == .alert)
  }

  @Test func notificationsRemovedMeanwhileDoNotAlert() {
    let harness = harness { _ = $0.pushLast(rule(.mute, .text, "Sale")) }
    harness.isMute = true
    harness.post(1, .init())
    harness.remove(1)
    harness.wait(.seconds(10))
    #expect(harness.decisions.isEmpty)
    #expect(harness.screen == .clock)
  }

  @Test func aStormThatWaitsForTextsIsDecidedOn() {
    let harness = harness { _ = $0.pushLast(rule(.mute, .text, "Sale")) }
    harness.isMute = true
    for uid in 1...100 as ClosedRange<UInt32> { harness.post(uid, .init()) }
    harness.isMute = false
    harness.pump()
    harness.wait(.seconds(60))
    #expect(harness.screen == .clock, "the alert was shown, and is over")
    #expect(harness.decisions.count >= 32)
  }

  @Test func aReplyAboutOneThatIsGoneDoesNotDecideOnAnotherWithItsUID() throws {
    let harness = harness()
    let game = MachineHarness.Posted(app: "com.example.game")
    #expect(mute(harness, game.app, for: .always))
    harness.isMute = true
    harness.post(1, game)
    harness.answer(try #require(harness.command()))
    let rest = try #require(harness.command())
    for uid in 2...33 as ClosedRange<UInt32> { harness.post(uid, .init()) }
    harness.post(1, game, modified: true)
    harness.answer(rest)
    harness.collect()
    #expect(decisions(about: 1, harness).isEmpty)
    harness.isMute = false
    harness.pump()
    #expect(decisions(about: 1, harness) == [AlertDecision(none, .muted)])
  }

  private func decisions(about uid: NotificationUID, _ harness: MachineHarness) -> [AlertDecision] {
    harness.events.compactMap { if case .alert(uid, let decision) = $0 { decision } else { nil } }
  }

  // MARK: Quiet hours

  @Test func inQuietHoursThingsAreListedOnly() {
    let harness = harness { $0.quietHours = QuietHours(start: 12 * 60, end: 13 * 60) }
    harness.post(1, .init(flags: 0x02))
    #expect(harness.screen == .clock)
    #expect(harness.watch.unreadCount == 1)
    harness.post(2, .init(category: 1, flags: 0x18))
    #expect(harness.screen == .call)
    harness.setTime(TimeOfDay(hour: 13, minute: 0), CalendarDate(year: 2026, month: 11, day: 20), now: harness.now)
    harness.remove(2)
    harness.post(3, .init())
    #expect(harness.screen == .alert)
  }

  @Test func callsMayBeQuietToo() {
    let harness = harness { ($0.quietHours, $0.areCallsQuiet) = (QuietHours(start: 0, end: 1_439), true) }
    harness.post(1, .init(category: 1, flags: 0x18))
    #expect(harness.screen == .clock)
  }

  // MARK: Rules and mutes

  @Test func rulesLookAtTheTexts() {
    let harness = harness {
      _ = $0.pushLast(rule(.alert, .text, "code"))
      _ = $0.pushLast(rule(.mute, .text, "Sale"))
      _ = $0.pushLast(rule(.mute, .application, "com.example.game"))
    }
    harness.post(1, .init(title: "Big Sale!"))
    harness.post(2, .init(message: "your code: Sale"))
    harness.post(3, .init(app: "com.example.game"))
    harness.post(4, .init(app: "com.example.game2", title: "sale"))
    #expect(
      harness.decisions == [
        AlertDecision(none, .rule), AlertDecision(.strong, .rule), AlertDecision(none, .rule),
        AlertDecision(.normal, .new),
      ])
    #expect(harness.watch.unreadCount == 4)
  }

  @Test(arguments: [(MuteDuration.hour, UInt32(60)), (.today, 11 * 60 + 26)])
  func aMuteEnds(_ duration: MuteDuration, _ minutes: UInt32) {
    let harness = harness()
    #expect(mute(harness, "a.b", for: duration))
    harness.wait(.milliseconds(minutes * 60_000 - 1))
    harness.post(1, .init())
    harness.post(2, .init(app: "a.c"))
    harness.wait(.milliseconds(1))
    harness.post(3, .init())
    #expect(harness.decisions.map(\.reason) == [.muted, .new, .new])
  }

  @Test func aMuteWithoutALimitIsEndedByTheUser() {
    let harness = harness()
    #expect(mute(harness, "a.b", for: .always))
    harness.wait(.minutes(60 * 24 * 30))
    harness.post(1, .init())
    #expect(unmute(harness, "a.b"))
    harness.post(2, .init())
    #expect(harness.decisions.map(\.reason) == [.muted, .new])
    #expect(!unmute(harness, "a.b"))
  }

  @Test func mutesAreBounded() {
    let harness = harness()
    for number in 0..<MuteTable.capacity { #expect(mute(harness, "app.\(number)", for: .hour)) }
    #expect(!mute(harness, "app.more", for: .always))
    harness.wait(.minutes(60))
    #expect(mute(harness, "app.more", for: .always))
    #expect(!mute(harness, "", for: .always))
    #expect(!mute(harness, String(repeating: "a", count: 129), for: .always))
  }

  @Test func aRejectedMuteIsNotSaved() {
    let harness = harness()
    for number in 0..<MuteTable.capacity { #expect(mute(harness, "app.\(number)", for: .always)) }
    let haveMutesChanged = harness.watch.takeHaveMutesChanged()
    #expect(haveMutesChanged)
    #expect(!mute(harness, "app.more", for: .always))
    #expect(!mute(harness, "", for: .always))
    let haveMutesChangedAgain = harness.watch.takeHaveMutesChanged()
    #expect(!haveMutesChangedAgain)
  }

  // MARK: From the detail screen

  private func reading(_ posted: MachineHarness.Posted = .init(flags: 0x01)) -> MachineHarness {
    let harness = harness()
    harness.post(1, posted)
    harness.press(.accept)
    harness.press(.accept)
    return harness
  }

  @Test func acceptHeldMutesIfThereIsNoAction() {
    let harness = reading()
    harness.hold(.accept)
    #expect(harness.screen == .mute)
    harness.press(.accept)
    #expect(harness.screen == .detail)
    harness.post(2, .init())
    #expect(harness.decisions.last == AlertDecision(none, .muted))
    harness.wait(.minutes(61))
    harness.post(3, .init())
    #expect(harness.screen == .alert)
  }

  @Test func selectHeldMutesAlways() {
    let harness = reading(.init(flags: 0x09))
    harness.hold(.select)
    #expect(harness.screen == .mute)
    harness.press(.down)
    harness.press(.down)
    harness.press(.accept)
    harness.wait(.minutes(60 * 24 * 30))
    harness.post(2, .init())
    #expect(harness.decisions.last == AlertDecision(none, .muted))
  }

  @Test func mutedApplicationsAreUnmutedTheSameWay() {
    let harness = reading()
    harness.hold(.accept)
    harness.press(.accept)
    harness.hold(.accept)
    harness.press(.accept)
    harness.post(2, .init())
    #expect(harness.screen == .alert)
  }

  @Test(arguments: [Button.back, .decline]) func theChoiceCanBeLeft(_ button: Button) {
    let harness = reading()
    harness.hold(.accept)
    for _ in 0..<(button == .decline ? 7 : 1) { harness.press(button) }
    #expect(harness.screen == .detail)
    let haveMutesChanged = harness.watch.takeHaveMutesChanged()
    #expect(!haveMutesChanged)
  }

  @Test func theChoiceGoesWithItsNotification() {
    let harness = reading()
    harness.hold(.accept)
    harness.remove(1)
    #expect(harness.screen == .list)
  }

  // MARK: The record

  private func record(_ table: MuteTable) -> [UInt8] {
    output(capacity: MuteTable.recordCapacity) { try? table.encode(into: &$0) }
  }

  @Test func lastingMutesSurviveInTheRecord() throws {
    let harness = harness()
    _ = mute(harness, "a.b", for: .always)
    _ = mute(harness, "a.c", for: .hour)
    _ = mute(harness, "a.d", for: .always)
    let octets = record(harness.watch.mutes)
    let table = try MuteTable(decoding: octets.span)
    #expect(record(table) == octets)
    #expect(isMuted("a.d", in: table))
    #expect(!isMuted("a.c", in: table))
  }

  @Test func aFullTableFitsTheRecord() throws {
    let harness = harness()
    for number in 10..<10 + MuteTable.capacity {
      #expect(mute(harness, "\(number)" + String(repeating: "a", count: 126), for: .always))
    }
    let octets = record(harness.watch.mutes)
    #expect(octets.count == MuteTable.recordCapacity)
    let table = try MuteTable(decoding: octets.span)
    #expect(record(table) == octets)
  }

  @Test func aDamagedRecordIsRefused() {
    let harness = harness()
    _ = mute(harness, "a.b", for: .always)
    let octets = record(harness.watch.mutes)
    for index in octets.indices {
      var damaged = octets
      damaged[index] ^= 0x10
      #expect(throws: (any Error).self) { _ = try MuteTable(decoding: damaged.span) }
      let cut = Array(octets[..<index])
      #expect(throws: (any Error).self) { _ = try MuteTable(decoding: cut.span) }
    }
  }
}
