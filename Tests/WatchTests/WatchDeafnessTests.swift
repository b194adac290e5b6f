import ANCS
import Peripherals
import Screens
import Testing
import Timing
import Watch

/// A screen that comes up by itself is not answered by a finger that was on its way.
@Suite struct WatchDeafnessTests {
  private static let screens: [ScreenName] = [.call, .alert, .pairing, .pairAgain]

  private func wrist(showing screen: ScreenName) -> Wrist {
    let wrist = Wrist()
    show(screen, on: wrist)
    #expect(wrist.screen == screen)
    return wrist
  }

  private func show(_ screen: ScreenName, on wrist: Wrist) {
    switch screen {
    case .call: wrist.post(5, .init(category: 1, flags: 0x18))
    case .alert: wrist.post(5, .init(flags: 0x18))
    case .pairing: wrist.watch.pairingStarted(.compare(code: 1), now: wrist.now)
    default:
      wrist.disconnect()
      wrist.watch.bondMismatchFound(.phoneForgot, phone: nil, now: wrist.now)
    }
    wrist.collect()
  }

  private func edge(_ edge: ButtonEdge, _ button: Button, on wrist: Wrist) {
    wrist.watch.handle(ButtonEvent(button: button, edge: edge), now: wrist.now)
    wrist.pump()
  }

  private func wasAnswered(_ wrist: Wrist, _ screen: ScreenName) -> Bool {
    wrist.screen != screen || !wrist.performed.isEmpty || !wrist.actions.isEmpty
  }

  @Test(arguments: screens, [Button.accept, .decline, .select, .back])
  func aPressAfter50MillisecondsIsNotTaken(_ screen: ScreenName, _ button: Button) {
    let wrist = wrist(showing: screen)
    wrist.wait(.milliseconds(50))
    edge(.pressed, button, on: wrist)
    wrist.wait(.milliseconds(500))
    edge(.released, button, on: wrist)
    #expect(!wasAnswered(wrist, screen))
  }

  @Test(arguments: screens, [Button.accept, .decline])
  func aHoldThatBeganTooEarlyIsNotTaken(_ screen: ScreenName, _ button: Button) {
    let wrist = wrist(showing: screen)
    wrist.wait(.milliseconds(299))
    edge(.pressed, button, on: wrist)
    wrist.wait(.seconds(2))
    edge(.released, button, on: wrist)
    #expect(!wasAnswered(wrist, screen))
  }

  @Test(arguments: screens, [Button.accept, .decline])
  func aPressAfter400MillisecondsIsTaken(_ screen: ScreenName, _ button: Button) {
    let wrist = wrist(showing: screen)
    wrist.wait(.milliseconds(400))
    edge(.pressed, button, on: wrist)
    edge(.released, button, on: wrist)
    #expect(wasAnswered(wrist, screen))
  }

  @Test(arguments: screens) func aPressThatBeganBeforeIsNeverTaken(_ screen: ScreenName) {
    let wrist = Wrist()
    edge(.pressed, .decline, on: wrist)
    show(screen, on: wrist)
    wrist.wait(.milliseconds(600))
    edge(.released, .decline, on: wrist)
    #expect(!wasAnswered(wrist, screen))
  }

  @Test func aNewCodeIsNotAnsweredByThePressThatWasToPutAFailureAway() {
    let wrist = wrist(showing: .pairing)
    wrist.watch.pairingEnded(.timedOut, now: wrist.now)
    wrist.wait(.seconds(2))
    edge(.pressed, .accept, on: wrist)
    wrist.watch.pairingStarted(.compare(code: 2), now: wrist.now)
    edge(.released, .accept, on: wrist)
    wrist.wait(.milliseconds(100))
    edge(.pressed, .accept, on: wrist)
    edge(.released, .accept, on: wrist)
    #expect(wrist.actions.isEmpty)
    wrist.press(.accept)
    #expect(wrist.actions == [.confirmPairing(true)])
  }

  @Test(arguments: [ScreenName.call, .alert]) func aPressForWhatGoesByItselfDoesNotReachWhatIsBeneath(
    _ screen: ScreenName
  ) {
    let wrist = Wrist()
    wrist.hold(.decline)
    for _ in 0..<2 { wrist.press(.down) }
    show(screen, on: wrist)
    wrist.wait(.seconds(1))
    wrist.remove(5)
    #expect(wrist.screen == .menu)
    wrist.wait(.milliseconds(50))
    for _ in 0..<2 {
      edge(.pressed, .accept, on: wrist)
      edge(.released, .accept, on: wrist)
      #expect(wrist.actions.isEmpty)
      wrist.wait(.milliseconds(200))
    }
    wrist.wait(.milliseconds(50))
    edge(.pressed, .accept, on: wrist)
    edge(.released, .accept, on: wrist)
    #expect(wrist.actions == [.disconnect])
  }

  @Test func whatTheUserPutsAwayDoesNotKeepTheNextPress() {
    let wrist = wrist(showing: .alert)
    wrist.wait(.milliseconds(300))
    edge(.pressed, .decline, on: wrist)
    edge(.released, .decline, on: wrist)
    edge(.pressed, .accept, on: wrist)
    edge(.released, .accept, on: wrist)
    #expect(wrist.screen == .list)
  }

  @Test func aPageTheUserOpensTakesTheNextPressAtOnce() {
    let wrist = Wrist()
    wrist.post(1, .init(flags: 0x01))
    for _ in 0..<2 {
      edge(.pressed, .accept, on: wrist)
      edge(.released, .accept, on: wrist)
    }
    #expect(wrist.screen == .detail)
  }
}
