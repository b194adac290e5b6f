import ANCS
import Peripherals
import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

@Suite struct WatchHapticsTests {
  private func harness(hasLED: Bool = false, _ change: (inout AlertSettings) -> Void = { _ in }) -> MachineHarness {
    var settings = AlertSettings()
    change(&settings)
    let harness = MachineHarness(alerts: settings)
    harness.wait(.seconds(60))
    harness.fit { ($0.hasMotor, $0.hasLED) = (true, hasLED) }
    return harness
  }

  /// The times at which the motor was turned on and off, in milliseconds from now.
  private func pulses(_ harness: MachineHarness, for interval: Interval) -> [UInt64] {
    let start = harness.now
    var edges: [UInt64] = []
    var isOn = false
    for _ in 0...interval.microseconds / 10_000 {
      if harness.isMotorOn != isOn { edges.append(harness.now.since(start).microseconds / 1_000) }
      isOn = harness.isMotorOn
      harness.wait(.milliseconds(10))
    }
    return edges
  }

  @Test func aMessageVibratesOnce() {
    let harness = harness()
    harness.post(1, .init())
    #expect(pulses(harness, for: .seconds(5)) == [0, 250])
    #expect(harness.watch.front.haptics.deadline == nil)
  }

  @Test func anImportantMessageVibratesThreeTimes() {
    let harness = harness()
    harness.post(1, .init(flags: 0x02))
    #expect(pulses(harness, for: .seconds(5)) == [0, 150, 300, 450, 600, 750])
  }

  @Test func aCallVibratesUntilTheUserReacts() {
    let harness = harness()
    harness.post(1, .init(category: 1, flags: 0x18))
    let felt = pulses(harness, for: .seconds(6))
    #expect(felt == [0, 600, 1_500, 2_100, 3_000, 3_600, 4_500, 5_100, 6_000])
    harness.press(.accept)
    #expect(!harness.isMotorOn && pulses(harness, for: .seconds(6)).isEmpty)
  }

  @Test func aCallThatEndsStopsVibrating() {
    let harness = harness()
    harness.post(1, .init(category: 1, flags: 0x18))
    #expect(harness.isMotorOn)
    harness.remove(1)
    #expect(!harness.isMotorOn && harness.watch.front.haptics.deadline == nil)
  }

  @Test func anUnansweredCallVibratesForAMinute() {
    let harness = harness()
    harness.post(1, .init(category: 1, flags: 0x18))
    let edges = pulses(harness, for: .seconds(90))
    #expect(edges.count == 80 && edges.last! < 61_000)
  }

  @Test func aBurstVibratesOnceAndACallAsUsual() {
    let harness = harness()
    for uid in 1...5 { harness.post(UInt32(uid), .init()) }
    #expect(pulses(harness, for: .seconds(2)) == [0, 250])
    harness.post(6, .init())
    harness.post(7, .init(category: 1, flags: 0x18))
    #expect(pulses(harness, for: .milliseconds(700)) == [0, 600])
  }

  @Test func listedNotificationsDoNotVibrate() {
    let quiet = harness { $0.quietHours = QuietHours(start: 12 * 60, end: 13 * 60) }
    quiet.post(1, .init())
    quiet.post(2, .init(flags: 0x02))
    let silent = harness()
    silent.post(1, .init(flags: 0x01))
    #expect(pulses(quiet, for: .seconds(2)).isEmpty && pulses(silent, for: .seconds(2)).isEmpty)
    // A call rings in quiet hours, unless calls are excluded too.
    quiet.post(3, .init(category: 1, flags: 0x18))
    #expect(quiet.isMotorOn)
    let quieter = harness {
      $0.quietHours = QuietHours(start: 12 * 60, end: 13 * 60)
      $0.areCallsQuiet = true
    }
    quieter.post(1, .init(category: 1, flags: 0x18))
    #expect(pulses(quieter, for: .seconds(2)).isEmpty)
  }

  @Test func theLEDFollowsTheMotorAndThenFlashesUntilAllIsRead() {
    let harness = harness(hasLED: true)
    harness.post(1, .init())
    #expect(harness.isMotorOn && harness.isLEDLit)
    harness.wait(.milliseconds(300))
    #expect(!harness.isLEDLit)
    harness.wait(.milliseconds(3_710))
    #expect(harness.isLEDLit && !harness.isMotorOn)
    harness.wait(.milliseconds(30))
    #expect(!harness.isLEDLit)
    harness.press(.accept)
    #expect(harness.screen == .detail && harness.watch.front.haptics.deadline == nil)
  }

  @Test func missingDevicesNeverWakeTheWatch() {
    let harness = harness()
    harness.fit { ($0.hasMotor, $0.hasLED) = (false, false) }
    harness.post(1, .init(category: 1, flags: 0x18))
    #expect(!harness.isMotorOn && !harness.isLEDLit && harness.watch.front.haptics.deadline == nil)
  }

  /// A timer of five minutes that began now; the clock is on the display.
  private func startTimer(_ harness: MachineHarness) {
    harness.hold(.decline)
    while harness.watch.navigation.page != .menu(.timer) { harness.press(.decline) }
    harness.press(.accept)
    harness.press(.accept)
    harness.hold(.decline)
    #expect(harness.screen == .clock)
  }

  @Test(arguments: [true, false]) func aTimerThatEndsUnderACallIsFeltAfterTheCall(isDeclined: Bool) {
    let harness = harness()
    startTimer(harness)
    harness.wait(.seconds(285))
    harness.post(1, .init(category: 1, flags: 0x18))
    if isDeclined {
      harness.wait(.seconds(16))
      harness.press(.decline)
    } else {
      harness.wait(.seconds(16))
    }
    #expect(harness.screen == .call)
    harness.remove(1)
    #expect(harness.screen == .ring)
    #expect(!pulses(harness, for: .seconds(3)).isEmpty)
  }

  @Test func aCallDuringTheEndOfTheTimerRingsAsLongAsAnyCall() {
    let harness = harness()
    startTimer(harness)
    harness.wait(.seconds(300))
    #expect(harness.screen == .ring)
    harness.wait(.seconds(50))
    harness.post(1, .init(category: 1, flags: 0x18))
    #expect(harness.screen == .call)
    harness.wait(.seconds(20))
    #expect(harness.screen == .call)
    #expect(!pulses(harness, for: .seconds(3)).isEmpty)
  }
}

extension MachineHarness {
  fileprivate var isMotorOn: Bool { watch.isMotorOn }
  fileprivate var isLEDLit: Bool { watch.isLEDLit }
}
