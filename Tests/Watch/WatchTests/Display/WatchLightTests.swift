import ANCS
import Peripherals
import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

@Suite struct WatchLightTests {
  private func harness(_ times: LightTimes = .usual, alerts: AlertSettings = AlertSettings()) -> MachineHarness {
    let harness = MachineHarness(alerts: alerts)
    harness.fit { $0.light = times }
    harness.press(.select)
    harness.press(.back)
    harness.events = []
    return harness
  }

  private func levels(_ harness: MachineHarness) -> [LightLevel] {
    harness.events.compactMap { if case .light(let level) = $0 { level } else { nil } }
  }

  @Test func theUnusedDisplayIsDimmedAndThenTurnedOff() {
    let harness = harness()
    harness.wait(.milliseconds(4_900))
    #expect(harness.watch.lightLevel == .full)
    harness.wait(.milliseconds(200))
    #expect(harness.watch.lightLevel == .dim)
    harness.wait(.milliseconds(9_700))
    #expect(harness.watch.lightLevel == .dim)
    harness.wait(.milliseconds(300))
    #expect(harness.watch.lightLevel == .off)
    #expect(levels(harness) == [.dim, .off])
    #expect(harness.watch.front.power.deadline == nil)
  }

  @Test func theFirstPressInTheDarkOnlyLightsTheDisplay() {
    let harness = harness()
    harness.wait(.seconds(20))
    _ = harness.takeNeedsRedraw()
    harness.press(.accept)
    #expect(harness.watch.lightLevel == .full && harness.screen == .clock)
    #expect(harness.takeNeedsRedraw())
    harness.press(.accept)
    #expect(harness.screen == .list)
  }

  @Test func aHoldInTheDarkDoesNothingEither() {
    let harness = harness()
    harness.wait(.seconds(20))
    harness.hold(.decline)
    #expect(harness.screen == .clock && harness.watch.lightLevel == .full)
    harness.hold(.decline)
    #expect(harness.screen == .menu)
  }

  @Test func inQuietHoursTheDisplayIsNoMoreThanDim() {
    var alerts = AlertSettings()
    alerts.quietHours = QuietHours(start: 22 * 60, end: 7 * 60)
    let harness = harness(alerts: alerts)
    harness.setTime(TimeOfDay(hour: 21, minute: 59), nil, now: harness.now)
    #expect(harness.watch.lightLevel == .full)
    harness.setTime(TimeOfDay(hour: 22, minute: 0), nil, now: harness.now)
    harness.pump()
    #expect(levels(harness) == [.dim])
    harness.wait(.seconds(20))
    harness.press(.accept)
    #expect(harness.screen == .clock && harness.watch.lightLevel == .dim)
    harness.press(.accept)
    #expect(harness.screen == .list && harness.watch.lightLevel == .dim)
    // A notification that does not alert leaves the display as it is.
    harness.wait(.seconds(20))
    harness.post(1, .init(flags: 0x02))
    #expect(harness.watch.lightLevel == .off)
    // A call uses full brightness.
    harness.post(2, .init(category: 1, flags: 0x18))
    #expect(harness.screen == .call && harness.watch.lightLevel == .full)
    harness.remove(2)
    #expect(harness.watch.lightLevel == .dim)
    harness.setTime(TimeOfDay(hour: 7, minute: 0), nil, now: harness.now)
    #expect(harness.watch.lightLevel == .full)
    harness.pump()
    #expect(levels(harness) == [.dim, .off, .dim, .off, .full, .dim, .full])
  }

  @Test func aDimDisplayCanBeReadSoAPressCounts() {
    let harness = harness()
    harness.wait(.seconds(7))
    #expect(harness.watch.lightLevel == .dim)
    harness.press(.accept)
    #expect(harness.screen == .list && harness.watch.lightLevel == .full)
    harness.wait(.milliseconds(4_900))
    #expect(harness.watch.lightLevel == .full)
  }

  @Test func anAlertLightsTheDisplayAndGoesDarkAgain() {
    let harness = harness()
    harness.wait(.seconds(60))
    harness.post(1, .init())
    #expect(harness.screen == .alert && harness.watch.lightLevel == .full)
    harness.wait(.seconds(1))
    harness.press(.accept)
    #expect(harness.screen == .detail)
    harness.wait(.seconds(16))
    #expect(harness.screen == .detail && harness.watch.lightLevel == .off)
    // The user finds the same screen when the display is turned on again.
    harness.press(.decline)
    #expect(harness.screen == .detail && harness.watch.lightLevel == .full)
  }

  @Test func aPressThatTurnsTheDisplayOnKeepsThePage() {
    let harness = harness()
    harness.post(1, .init())
    harness.press(.accept)
    #expect(harness.screen == .detail)
    harness.wait(.seconds(115))
    harness.press(.accept)
    harness.wait(.seconds(30))
    #expect(harness.watch.lightLevel == .off)
    harness.press(.accept)
    #expect(harness.screen == .detail && harness.watch.lightLevel == .full)
  }

  @Test func listedNotificationsDoNotTurnTheDisplayOn() {
    let harness = harness()
    harness.wait(.seconds(60))
    harness.post(1, .init(flags: 0x01))
    #expect(harness.watch.lightLevel == .off && harness.screen == .clock)
  }

  @Test func aCallIsBrightAsLongAsItRingsAndCanBeAnsweredAtOnce() {
    let harness = harness()
    harness.wait(.seconds(60))
    harness.post(1, .init(category: 1, flags: 0x18))
    for _ in 0..<30 {
      #expect(harness.screen == .call && harness.watch.lightLevel == .full)
      harness.wait(.seconds(1))
    }
    harness.press(.accept)
    #expect(harness.performed.count == 1)
    harness.remove(1)
    harness.wait(.seconds(16))
    #expect(harness.watch.lightLevel == .off)
  }

  @Test func aPairingIsBrightUntilItIsAnswered() {
    let harness = harness()
    harness.wait(.seconds(60))
    harness.pairingStarted(.compare(pairingCode: 42_137), now: harness.now)
    harness.wait(.seconds(18))
    #expect(harness.screen == .pairing && harness.watch.lightLevel == .full)
    harness.press(.accept)
    harness.pairingEnded(nil, now: harness.now)
    harness.press(.decline)
    harness.wait(.seconds(16))
    #expect(harness.watch.lightLevel == .off)
  }

  @Test func theTimesAreTheUsers() {
    let bright = harness(LightTimes())
    bright.wait(.minutes(60))
    #expect(bright.watch.lightLevel == .full && levels(bright).isEmpty)
    let lasting = harness(LightTimes(dimAfter: .seconds(2), offAfter: nil))
    lasting.wait(.minutes(60))
    #expect(levels(lasting) == [.dim])
    let abrupt = harness(LightTimes(dimAfter: nil, offAfter: .seconds(2)))
    abrupt.wait(.minutes(60))
    #expect(levels(abrupt) == [.off])
  }

  @Test func anActiveCallDoesNotTurnTheDisplayOn() {
    let harness = harness()
    harness.post(1, .init(category: 1, flags: 0x18))
    harness.wait(.seconds(1))
    harness.press(.accept)
    harness.post(2, .init(category: 12, flags: 0x10))
    harness.remove(1)
    #expect(harness.screen == .activeCall)
    harness.wait(.seconds(16))
    #expect(harness.watch.lightLevel == .off)
    _ = harness.takeNeedsRedraw()
    harness.wait(.seconds(5))
    #expect(!harness.takeNeedsRedraw())
  }

  @Test func aClockThatIsNeverDarkMovesAbout() {
    var times = LightTimes(dimAfter: .seconds(5), offAfter: nil)
    times.movesClock = true
    let harness = harness(times)
    var places: Set<[Int]> = []
    for minute in stride(from: 0, to: 120, by: 10) {
      harness.setTime(TimeOfDay(hour: 12 + minute / 60, minute: minute % 60), nil, now: harness.now)
      let offset = harness.watch.clockOffset
      places.insert([offset.x, offset.y])
    }
    #expect(places.count == 8 && !places.contains([0, 0]))
    #expect(places.allSatisfy { abs($0[0]) <= 1 && abs($0[1]) <= 1 })
    harness.fit { $0.light = .usual }
    #expect(harness.watch.clockOffset == (0, 0))
  }
}
