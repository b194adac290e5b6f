import Peripherals
import Screens
import Testing
import Timing

@testable import Watch

/// How long an alert stays on the display.
@Suite struct AlertTimeTests {
  private func harness() -> MachineHarness {
    let harness = MachineHarness()
    harness.fit { $0.light = .usual }
    harness.wait(.seconds(60))
    return harness
  }

  @Test func anAlertClosesHalfAMinuteAfterTheLastPress() {
    let harness = harness()
    harness.post(1, .init())
    harness.wait(.seconds(28))
    harness.press(.up)
    harness.wait(.seconds(5))
    #expect(harness.screen == .alert)
    harness.wait(.seconds(23))
    #expect(harness.screen == .alert)
    harness.wait(.seconds(3))
    #expect(harness.screen == .clock)
  }

  @Test func withoutAPressItClosesHalfAMinuteAfterItsArrival() {
    let harness = harness()
    harness.post(1, .init())
    harness.wait(.milliseconds(29_999))
    #expect(harness.screen == .alert)
    harness.wait(.milliseconds(1))
    #expect(harness.screen == .clock)
  }

  @Test func theTimeOfACoveredAlertBeginsWhenItIsSeen() {
    let harness = harness()
    harness.post(1, .init(category: 1, flags: 0x18))
    harness.post(2, .init())
    harness.wait(.seconds(40))
    #expect(harness.screen == .call)
    harness.remove(1)
    #expect(harness.screen == .alert)
    harness.wait(.milliseconds(29_999))
    #expect(harness.screen == .alert)
    harness.wait(.milliseconds(1))
    #expect(harness.screen == .clock)
  }
}
