import ANCS
import Octets
import Peripherals
import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

@Suite struct SnoozeTests {
  private static let again = AlertDecision(.normal, .snoozed)

  /// Snoozes the newest notification in the list, with two buttons.
  private func snooze(_ row: Int = 3, _ harness: MachineHarness) {
    harness.press(.back)
    harness.press(.accept)
    harness.hold(.accept)
    #expect(harness.screen == .mute)
    for _ in 0..<row { harness.press(.decline) }
    harness.press(.accept)
    #expect(harness.screen == .list)
    harness.hold(.decline)
    #expect(harness.screen == .clock)
  }

  @Test(arguments: [(3, SnoozeDuration.tenMinutes, 10), (4, .hour, 60), (5, .tomorrow, 18 * 60 + 26)])
  func aNotificationComesAgain(_ row: Int, _ duration: SnoozeDuration, _ minutes: UInt32) {
    let harness = MachineHarness()
    harness.post(1, .init())
    snooze(row, harness)
    #expect(harness.events.contains(.snoozed(1, duration)))
    #expect(harness.watch.unreadCount == 0)
    harness.wait(.minutes(minutes - 1))
    #expect(harness.decisions.last != Self.again)
    harness.wait(.minutes(1))
    #expect(harness.decisions.last == Self.again)
    #expect(harness.screen == .alert)
    #expect(harness.watch.unreadCount == 1)
    // Once.
    harness.wait(.minutes(2_880))
    #expect(harness.decisions.filter { $0 == Self.again }.count == 1)
  }

  @Test func itIsPutOffFromItsPage() {
    let harness = MachineHarness()
    harness.post(1, .init())
    harness.press(.select)
    #expect(harness.screen == .detail)
    harness.hold(.select)
    for _ in 0..<3 { harness.press(.down) }
    harness.press(.select)
    #expect(harness.screen == .detail)
    #expect(harness.events.contains(.snoozed(1, .tenMinutes)))
  }

  @Test func whatThePhoneRemovesDoesNotComeAgain() {
    let harness = MachineHarness()
    harness.post(1, .init())
    snooze(3, harness)
    harness.remove(1)
    harness.wait(.minutes(11))
    #expect(harness.decisions.last != Self.again)
    // A new notification with the same number does not alert either.
    harness.post(1, .init(title: "other", flags: 0x01))
    harness.wait(.minutes(11))
    #expect(harness.decisions.last == AlertDecision(.none, .silent))
  }

  @Test func itIsFoundAfterANewConnection() {
    let harness = MachineHarness()
    harness.post(1, .init())
    snooze(3, harness)
    harness.disconnect()
    harness.wait(.minutes(1))
    harness.connect()
    harness.post(7, .init(flags: 0x04))
    harness.wait(.minutes(10))
    #expect(harness.decisions.last == Self.again)
    #expect(harness.events.contains(.alert(7, Self.again)))
  }

  /// With privacy, only the application and the date are known.
  @Test(arguments: [false, true]) func aMissingSnoozedNotificationAlertsWhenThePhoneSendsIt(_ isPrivate: Bool) {
    var settings = AlertSettings()
    settings.isDiscreet = isPrivate
    let harness = MachineHarness(alerts: settings)
    harness.post(1, .init(date: "20261120T123400"))
    snooze(3, harness)
    harness.disconnect()
    harness.connect()
    // Nothing was sent again for so long that the watch has forgotten it.
    harness.wait(.minutes(20))
    #expect(harness.listCount == 0)
    #expect(harness.decisions.last != Self.again)
    harness.disconnect()
    harness.connect()
    harness.post(7, .init(flags: 0x04, date: "20261120T123400"))
    harness.wait(.seconds(1))
    #expect(harness.decisions.last == Self.again)
  }

  @Test func quietIsKept() {
    let harness = MachineHarness()
    var settings = AlertSettings()
    settings.quietHours = QuietHours(start: 0, end: 1_439)
    let quiet = MachineHarness(alerts: settings)
    for harness in [harness, quiet] {
      harness.post(1, .init())
      snooze(3, harness)
      harness.wait(.minutes(10))
    }
    #expect(harness.decisions.last == Self.again)
    #expect(quiet.decisions.last == AlertDecision(.none, .quietHours))
    #expect(quiet.watch.unreadCount == 1)
  }

  @Test(arguments: [
    (AlertRule.Effect.alert, AlertDecision(.strong, .rule)), (.mute, AlertDecision(.none, .rule)),
  ]) func theRulesOfTheConfigurationHoldAtTheEnd(_ effect: AlertRule.Effect, _ decision: AlertDecision) {
    var settings = AlertSettings()
    settings.quietHours = QuietHours(start: 0, end: 1_439)
    _ = settings.rules.pushLast(AlertRule(effect, .application, Array("a.b".utf8).span)!)
    let harness = MachineHarness(alerts: settings)
    harness.post(1, .init())
    #expect(harness.decisions.last == decision)
    snooze(3, harness)
    harness.wait(.minutes(10))
    #expect(harness.decisions.count == 2 && harness.decisions.last == decision)
  }

  @Test func aMutedApplicationCanBePutOff() {
    let harness = MachineHarness()
    harness.post(1, .init())
    harness.press(.select)
    harness.hold(.select)
    harness.press(.accept)
    harness.hold(.select)
    #expect(harness.screen == .mute)
    harness.press(.decline)
    harness.press(.accept)
    #expect(harness.events.contains(.snoozed(1, .tenMinutes)))
    harness.wait(.minutes(10))
    #expect(harness.decisions.last == AlertDecision(.none, .muted))
  }

  @Test func noMoreThanTheTableHoldsArePutOff() {
    let harness = MachineHarness()
    for uid in 1...17 { harness.post(UInt32(uid), .init(message: "\(uid)")) }
    var snoozes = SnoozeTable()
    let end = harness.now + .minutes(10)
    let chosen = ChosenEnd(end, isClockTime: false)
    let areSnoozed = (0..<17).map { index in snoozes.snooze(index, until: chosen, harness.phone) }
    #expect(areSnoozed == Array(repeating: true, count: 16) + [false])
    // Again, in its own place.
    let isSnoozedAgain = snoozes.snooze(0, until: ChosenEnd(end + .minutes(1), isClockTime: false), harness.phone)
    #expect(isSnoozedAgain)
    var count = 0
    while snoozes.takeDue(harness.phone, now: end) != nil { count += 1 }
    #expect(count == 15)
    #expect(snoozes.deadline == end + .minutes(1))
  }
}
