import Peripherals
import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

@Suite struct QuietNowTests {
  private func time(_ hour: Int, _ minute: Int = 0) -> TimeOfDay? { TimeOfDay(hour: hour, minute: minute) }

  /// Opens *Quiet now* with two buttons.
  private func open(_ harness: MachineHarness) {
    harness.hold(.decline)
    for _ in 0..<MenuItem.quiet.rawValue { harness.press(.decline) }
    harness.press(.accept)
    #expect(harness.screen == .quiet)
  }

  private func choose(_ row: Int, _ harness: MachineHarness) {
    open(harness)
    for _ in 0..<row { harness.press(.decline) }
    harness.press(.accept)
    #expect(harness.screen == .clock)
  }

  private func decision(on uid: UInt32, _ harness: MachineHarness) -> AlertDecision? {
    harness.post(uid, .init())
    harness.press(.back)
    return harness.decisions.last
  }

  @Test func anHourOfQuietEndsByItself() {
    let harness = MachineHarness()
    choose(0, harness)
    #expect(harness.events.contains(.quiet(.hour)))
    #expect(decision(on: 1, harness) == AlertDecision(.none, .quietHours))
    harness.wait(.minutes(59))
    #expect(!harness.events.contains(.quiet(nil)))
    harness.wait(.minutes(1))
    #expect(harness.events.contains(.quiet(nil)))
    #expect(decision(on: 2, harness) == AlertDecision(.normal, .new))
  }

  @Test func quietUntilMorningEndsAtSeven() {
    let harness = MachineHarness()
    choose(1, harness)
    // It is 12:34.
    harness.wait(.minutes(18 * 60 + 25))
    #expect(decision(on: 1, harness) == AlertDecision(.none, .quietHours))
    harness.wait(.minutes(1))
    #expect(decision(on: 2, harness) == AlertDecision(.normal, .new))
  }

  @Test func quietUntilChangedEndsOnTheSameScreen() {
    let harness = MachineHarness()
    choose(2, harness)
    harness.wait(.minutes(3 * 1_440))
    #expect(decision(on: 1, harness) == AlertDecision(.none, .quietHours))
    choose(0, harness)
    #expect(harness.events.contains(.quiet(nil)))
    #expect(decision(on: 2, harness) == AlertDecision(.normal, .new))
  }

  @Test func theClockHasASign() {
    let harness = MachineHarness()
    let before = harness.picture
    choose(2, harness)
    #expect(harness.picture != before)
    choose(0, harness)
    #expect(harness.picture == before)
  }

  @Test func aCallRings() {
    let harness = MachineHarness()
    choose(0, harness)
    harness.post(1, .init(category: 1, flags: 0x18))
    #expect(harness.decisions.last == AlertDecision(.strong, .call))
  }

  @Test func sixButtonsLeadThroughTheChoices() {
    let harness = MachineHarness()
    open(harness)
    for _ in 0..<5 { harness.press(.down) }
    harness.press(.up)
    #expect(harness.watch.navigation.page == .quiet(row: 1))
    harness.press(.back)
    #expect(harness.watch.navigation.page == .menu(.quiet))
    harness.press(.select)
    harness.press(.select)
    #expect(harness.events.contains(.quiet(.hour)))
  }

  @Test func declineLeadsPastTheLastChoiceAndHeldAway() {
    let harness = MachineHarness()
    open(harness)
    for _ in 0..<3 { harness.press(.decline) }
    #expect(harness.watch.navigation.page == .menu(.quiet))
    harness.press(.accept)
    harness.hold(.decline)
    #expect(harness.watch.navigation.page == .menu(.quiet))
    #expect(harness.watch.notifications.alerts.quietNow.isOn == false)
  }

  @Test func theNightEndsWithTheQuietHours() {
    var settings = AlertSettings()
    #expect(settings.untilMorning(from: time(23)) == .minutes(8 * 60))
    #expect(settings.untilMorning(from: time(6)) == .minutes(60))
    #expect(settings.untilMorning(from: time(7)) == .minutes(1_440))
    #expect(settings.untilMorning(from: time(6), isTomorrow: true) == .minutes(25 * 60))
    #expect(settings.untilMorning(from: nil) == .minutes(8 * 60))
    settings.quietHours = QuietHours(start: 22 * 60, end: 6 * 60 + 30)
    #expect(settings.untilMorning(from: time(6)) == .minutes(30))
  }
}
