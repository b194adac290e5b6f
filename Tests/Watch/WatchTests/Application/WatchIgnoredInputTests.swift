import ANCS
import Peripherals
import Screens
import Testing
import Timing
import Watch
import WatchModel

/// A press that began before a screen appeared by itself does not answer that screen.
@Suite struct WatchIgnoredInputTests {
  private static let screens: [ScreenName] = [.call, .alert, .pairAgain]

  private func harness(showing screen: ScreenName) -> MachineHarness {
    let harness = MachineHarness()
    show(screen, on: harness)
    #expect(harness.screen == screen)
    return harness
  }

  private func show(_ screen: ScreenName, on harness: MachineHarness) {
    switch screen {
    case .call: harness.post(5, .init(category: 1, flags: 0x18))
    case .alert: harness.post(5, .init(flags: 0x18))
    case .pairing: harness.pairingStarted(.compare(pairingCode: 1), now: harness.now)
    default:
      harness.disconnect()
      harness.bondMismatchFound(now: harness.now)
    }
    harness.collect()
  }

  private func edge(_ edge: ButtonEdge, _ button: Button, on harness: MachineHarness) {
    harness.handle(ButtonEvent(button: button, edge: edge), now: harness.now)
    harness.pump()
  }

  private func wasAnswered(_ harness: MachineHarness, _ screen: ScreenName) -> Bool {
    harness.screen != screen || !harness.performed.isEmpty || !harness.actions.isEmpty
  }

  /// Decline pages through the advice, so only its picture shows the effect.
  private func isPaged(_ screen: ScreenName, by button: Button) -> Bool { screen == .pairAgain && button == .decline }

  @Test(arguments: screens, [Button.accept, .decline, .select, .back])
  func aPressAfter50MillisecondsIsNotTaken(_ screen: ScreenName, _ button: Button) {
    let harness = harness(showing: screen)
    harness.wait(.milliseconds(50))
    edge(.pressed, button, on: harness)
    harness.wait(.milliseconds(500))
    edge(.released, button, on: harness)
    #expect(!wasAnswered(harness, screen))
  }

  @Test(arguments: screens, [Button.accept, .decline])
  func aHoldThatBeganTooEarlyIsNotTaken(_ screen: ScreenName, _ button: Button) {
    let harness = harness(showing: screen)
    harness.wait(.milliseconds(299))
    edge(.pressed, button, on: harness)
    harness.wait(.seconds(2))
    edge(.released, button, on: harness)
    #expect(!wasAnswered(harness, screen))
  }

  @Test(arguments: screens, [Button.accept, .decline])
  func aPressAfter400MillisecondsIsTaken(_ screen: ScreenName, _ button: Button) {
    let harness = harness(showing: screen)
    let picture = harness.picture
    harness.wait(.milliseconds(400))
    edge(.pressed, button, on: harness)
    edge(.released, button, on: harness)
    #expect(isPaged(screen, by: button) ? harness.picture != picture : wasAnswered(harness, screen))
  }

  @Test(arguments: screens) func aPressThatBeganBeforeIsNeverTaken(_ screen: ScreenName) {
    let harness = MachineHarness()
    edge(.pressed, .decline, on: harness)
    show(screen, on: harness)
    harness.wait(.milliseconds(600))
    edge(.released, .decline, on: harness)
    #expect(!wasAnswered(harness, screen))
  }

  @Test func aNewCodeIsNotAnsweredByThePressThatWasToPutAFailureAway() {
    let harness = MachineHarness()
    show(.pairing, on: harness)
    harness.pairingEnded(.timedOut, now: harness.now)
    harness.wait(.seconds(2))
    edge(.pressed, .accept, on: harness)
    harness.pairingStarted(.compare(pairingCode: 2), now: harness.now)
    edge(.released, .accept, on: harness)
    harness.wait(.milliseconds(100))
    edge(.pressed, .accept, on: harness)
    edge(.released, .accept, on: harness)
    #expect(harness.actions.isEmpty)
    harness.press(.accept)
    #expect(harness.actions == [.confirmPairing(true)])
  }

  @Test(arguments: [ScreenName.call, .alert]) func aPressForADisappearingScreenDoesNotReachTheNextOne(
    _ screen: ScreenName
  ) {
    let harness = MachineHarness()
    harness.hold(.decline)
    for _ in 0..<2 { harness.press(.down) }
    show(screen, on: harness)
    harness.wait(.seconds(1))
    harness.remove(5)
    #expect(harness.screen == .menu)
    harness.wait(.milliseconds(50))
    for _ in 0..<2 {
      edge(.pressed, .accept, on: harness)
      edge(.released, .accept, on: harness)
      #expect(harness.actions.isEmpty)
      harness.wait(.milliseconds(200))
    }
    harness.wait(.milliseconds(50))
    edge(.pressed, .accept, on: harness)
    edge(.released, .accept, on: harness)
    #expect(harness.actions == [.disconnect])
  }

  @Test func aScreenThatTheUserClosedDoesNotBlockTheNextPress() {
    let harness = harness(showing: .alert)
    harness.wait(.milliseconds(300))
    edge(.pressed, .decline, on: harness)
    edge(.released, .decline, on: harness)
    edge(.pressed, .accept, on: harness)
    edge(.released, .accept, on: harness)
    #expect(harness.screen == .list)
  }

  @Test func aPageTheUserOpensTakesTheNextPressAtOnce() {
    let harness = MachineHarness()
    harness.post(1, .init(flags: 0x01))
    for _ in 0..<2 {
      edge(.pressed, .accept, on: harness)
      edge(.released, .accept, on: harness)
    }
    #expect(harness.screen == .detail)
  }

  @Test func aPressForAMessageThatGoesDoesNotOpenAnother() {
    let harness = MachineHarness()
    for uid in [UInt32(1), 2] { harness.post(uid, .init()) }
    harness.press(.back)
    harness.press(.accept)
    harness.press(.accept)
    #expect(harness.screen == .detail)
    harness.wait(.seconds(1))
    harness.remove(2)
    #expect(harness.screen == .list)
    harness.wait(.milliseconds(50))
    edge(.pressed, .accept, on: harness)
    edge(.released, .accept, on: harness)
    #expect(harness.screen == .list && harness.watch.unreadCount == 1)
  }
}
