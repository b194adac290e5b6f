import Peripherals
import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

@Suite struct WristToolsTests {
  private func open(_ item: MenuItem, connected: Bool = true, alerts: AlertSettings = AlertSettings()) -> MachineHarness
  {
    let harness = MachineHarness(connected: connected, alerts: alerts)
    harness.fit { ($0.hasMotor, $0.hasLED) = (true, true) }
    harness.hold(.decline)
    for _ in 0..<item.rawValue { harness.press(.decline) }
    harness.press(.accept)
    return harness
  }

  private func timerReports(_ harness: MachineHarness) -> [TimerReport] {
    harness.events.compactMap { if case .timer(let report) = $0 { report } else { nil } }
  }

  private func stopwatchReports(_ harness: MachineHarness) -> [StopwatchReport] {
    harness.events.compactMap { if case .stopwatch(let report) = $0 { report } else { nil } }
  }

  // MARK: The timer

  @Test(arguments: [true, false]) func theTimerRingsWhenItsTimeIsOver(_ isConnected: Bool) {
    var settings = AlertSettings()
    settings.quietHours = QuietHours(start: 0, end: 1_439)
    let harness = open(.timer, connected: isConnected, alerts: settings)
    #expect(harness.screen == .timer)
    harness.fit { $0.light = .usual }
    harness.press(.accept)
    #expect(timerReports(harness) == [.started(300)])
    harness.hold(.decline)
    #expect(harness.screen == .clock)
    harness.wait(.seconds(298))
    #expect(harness.screen == .clock)
    harness.wait(.seconds(2))
    #expect(harness.screen == .ring)
    #expect(timerReports(harness).last == .over)
    #expect(harness.watch.front.haptics.pattern == .call)
    #expect(harness.watch.lightLevel == .full)
    harness.press(.decline)
    #expect(harness.screen == .clock)
    #expect(harness.watch.front.haptics.pattern == nil)
    #expect(timerReports(harness).last == .ended)
  }

  @Test func anAlertCoversTheEndOfTheTimerOnceThatHasRungOut() {
    let harness = open(.timer)
    harness.press(.accept)
    harness.hold(.decline)
    harness.wait(.minutes(5))
    harness.post(1, .init())
    #expect(harness.screen == .ring)
    harness.wait(.seconds(61))
    #expect(harness.screen == .alert)
    harness.press(.decline)
    #expect(harness.screen == .ring)
  }

  @Test(arguments: [true, false]) func aCallCoversTheEndOfTheTimerUntilItIsSilenced(_ isSilenced: Bool) {
    let harness = open(.timer)
    harness.press(.accept)
    harness.hold(.decline)
    harness.wait(.seconds(270))
    harness.post(1, .init(category: 1))
    if isSilenced { harness.hold(.decline) }
    harness.wait(.seconds(31))
    #expect(harness.screen == (isSilenced ? .ring : .call))
    #expect(harness.watch.front.haptics.pattern == .call)
  }

  @Test func twoButtonsReachEveryTime() {
    let harness = open(.timer)
    for _ in 0..<2 { harness.hold(.accept) }
    harness.press(.accept)
    #expect(timerReports(harness) == [.started(420)])
    // While it runs, a held button does not change it.
    harness.hold(.accept)
    #expect(timerReports(harness) == [.started(420)])
  }

  @Test func itRingsForAMinuteAndIsShownForTen() {
    let harness = open(.timer)
    harness.press(.accept)
    harness.wait(.minutes(6))
    harness.wait(.seconds(2))
    #expect(harness.screen == .ring)
    var isFelt = false
    for _ in 0..<50 {
      harness.wait(.milliseconds(100))
      isFelt = isFelt || harness.watch.isMotorOn
    }
    #expect(!isFelt)
    harness.wait(.minutes(9))
    #expect(harness.screen == .clock)
    #expect(timerReports(harness).last == .ended)
  }

  @Test func aTimerThatEndsUnderACallRingsForAMinuteAfterIt() {
    let harness = open(.timer)
    harness.press(.accept)
    harness.wait(.seconds(299))
    harness.post(1, .init(category: 1))
    #expect(harness.screen == .call)
    harness.wait(.seconds(59))
    #expect(harness.screen == .call && timerReports(harness).last == .over)
    harness.remove(1)
    #expect(harness.screen == .ring)
    harness.wait(.seconds(30))
    #expect(harness.watch.front.haptics.pattern == .call)
    harness.wait(.seconds(31))
    #expect(harness.screen == .ring && harness.watch.front.haptics.pattern == nil)
    harness.wait(.minutes(10))
    #expect(harness.screen == .clock)
  }

  @Test func aPausedTimerKeepsWhatIsLeft() {
    let harness = open(.timer)
    harness.press(.select)
    harness.wait(.seconds(59))
    harness.press(.accept)
    #expect(timerReports(harness).last == .paused(241))
    harness.wait(.minutes(60))
    #expect(harness.screen == .clock)
    #expect(timerReports(harness).count == 2)
  }

  @Test func twoButtonsSetStartPauseAndReset() {
    let harness = open(.timer)
    harness.press(.decline)
    harness.press(.accept)
    #expect(timerReports(harness).last == .started(600))
    harness.press(.accept)
    #expect(timerReports(harness).last == .paused(600))
    harness.press(.decline)
    #expect(timerReports(harness).last == .ended)
    // Past the longest it begins with the shortest.
    for _ in 0..<6 { harness.press(.decline) }
    harness.press(.accept)
    #expect(timerReports(harness).last == .started(60))
    harness.press(.decline)
    #expect(harness.screen == .clock)
  }

  @Test func upAndDownChangeTheMinutes() {
    let harness = open(.timer)
    for _ in 0..<2 { harness.press(.up) }
    harness.press(.select)
    #expect(timerReports(harness).last == .started(420))
    // Not while it runs.
    harness.press(.down)
    harness.press(.select)
    harness.press(.decline)
    for _ in 0..<10 { harness.press(.down) }
    harness.press(.select)
    #expect(timerReports(harness).last == .started(60))
    harness.press(.back)
    #expect(harness.screen == .clock)
  }

  @Test func theTimeRunsOnTheDisplay() {
    for item in [MenuItem.timer, .stopwatch] {
      let harness = open(item)
      harness.press(.accept)
      for _ in 0..<3 {
        _ = harness.takeNeedsRedraw()
        let before = harness.picture
        harness.wait(.seconds(1))
        #expect(harness.takeNeedsRedraw())
        #expect(harness.picture != before)
      }
    }
  }

  // MARK: The stopwatch

  @Test func theStopwatchGoesOnAfterAStop() {
    let harness = open(.stopwatch)
    harness.press(.accept)
    harness.wait(.seconds(10))
    harness.press(.accept)
    #expect(stopwatchReports(harness) == [.started, .stopped(10)])
    harness.wait(.seconds(30))
    harness.press(.accept)
    harness.wait(.seconds(5))
    harness.press(.accept)
    #expect(stopwatchReports(harness).last == .stopped(15))
    harness.press(.decline)
    #expect(stopwatchReports(harness).last == .reset)
    harness.press(.decline)
    #expect(harness.screen == .clock)
  }

  @Test func itRunsWhileItIsNotShown() {
    let harness = open(.stopwatch)
    harness.press(.select)
    harness.press(.back)
    #expect(harness.screen == .clock)
    harness.wait(.minutes(100))
    harness.press(.decline)
    harness.press(.back)
    harness.hold(.decline)
    for _ in 0..<MenuItem.stopwatch.rawValue { harness.press(.down) }
    harness.press(.select)
    harness.press(.select)
    guard case .stopped(let seconds) = stopwatchReports(harness).last else {
      Issue.record("it does not stop")
      return
    }
    #expect((6_000..<6_030).contains(seconds))
  }

  // MARK: The torch

  @Test func theTorchLightsEveryPixelAndStays() {
    let harness = open(.torch)
    #expect(harness.screen == .torch)
    harness.fit { $0.light = .usual }
    #expect(harness.picture.allSatisfy { $0 == 0xFF })
    harness.wait(.seconds(100))
    #expect(harness.watch.lightLevel == .full)
    #expect(harness.screen == .torch)
    harness.wait(.seconds(30))
    #expect(harness.screen == .clock)
  }

  @Test(arguments: [Button.accept, .decline, .up, .down, .select, .back]) func anyButtonEndsTheTorch(_ button: Button) {
    let harness = open(.torch)
    harness.press(button)
    #expect(harness.screen == .clock)
  }
}
