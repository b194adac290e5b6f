import Octets
import Peripherals
import TestSupport
import Testing
import Timing
import WatchModel

@testable import Watch

/// Messages that the wearer has seen before all about them is known.
@Suite struct WatchReadAlertTests {
  @Test func aMessageOpenedBeforeItsDecisionDoesNotAlertAndIsRead() {
    var settings = AlertSettings()
    _ = settings.rules.pushLast(AlertRule(.mute, .text, Array("Sale".utf8).span)!)
    let harness = MachineHarness(alerts: settings)
    harness.wait(.seconds(60))
    harness.events = []
    harness.isMute = true
    harness.post(1, .init())
    harness.press(.accept)
    harness.press(.accept)
    #expect(harness.screen == .detail)
    harness.wait(.seconds(6))
    #expect(harness.screen == .detail && harness.decisions.isEmpty)
    #expect(harness.watch.unreadCount == 0)
  }

  /// The phone has not yet sent the message again when its alert is put away.
  @Test func aMessagePutAwayAfterAReconnectionStaysRead() {
    let harness = MachineHarness()
    harness.wait(.seconds(60))
    harness.post(1, .init(date: "20261120T123400"))
    harness.disconnect()
    harness.connect()
    #expect(harness.screen == .alert)
    harness.press(.decline)
    harness.post(0, .init(flags: 4, date: "20261120T123400"))
    #expect(harness.watch.unreadCount == 0)
  }
}
