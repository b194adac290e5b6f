import ANCS
import BluetoothHost
import Peripherals
import Screens
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager
@testable import Watch

@Suite struct WatchPairingTests {
  private func comparing() -> Wrist {
    let wrist = Wrist(connected: false)
    wrist.watch.pairingStarted(.compare(code: 42_137), now: wrist.now)
    wrist.collect()
    return wrist
  }

  @Test(arguments: [(Button.accept, true), (.decline, false)])
  func theUserComparesTheCodes(_ button: Button, _ isYes: Bool) {
    let wrist = comparing()
    #expect(wrist.screens == [.clock, .pairing] || wrist.screens == [.pairing])
    wrist.press(button)
    #expect(wrist.actions == [.confirmPairing(isYes)])
    wrist.press(.accept)
    wrist.press(.decline)
    #expect(wrist.actions.count == 1)
  }

  @Test(arguments: [Button.up, .down, .select, .back]) func noOtherButtonAnswers(_ button: Button) {
    let wrist = comparing()
    wrist.press(button)
    wrist.hold(button)
    wrist.hold(.accept)
    wrist.hold(.decline)
    #expect(wrist.actions.isEmpty)
    #expect(wrist.screen == .pairing)
  }

  @Test func successIsShownForAWhile() {
    let wrist = comparing()
    wrist.press(.accept)
    let waiting = wrist.picture
    wrist.watch.pairingEnded(nil, now: wrist.now)
    #expect(wrist.picture != waiting)
    wrist.wait(.seconds(4))
    #expect(wrist.screen == .clock)
  }

  @Test func aFailureIsShownUntilAnyButton() {
    let wrist = comparing()
    wrist.watch.pairingEnded(.mismatch, now: wrist.now)
    #expect(wrist.screen == .pairing)
    wrist.press(.decline)
    #expect(wrist.screen == .clock)
    #expect(wrist.actions.isEmpty)
  }

  @Test func whoSaidNoIsNotToldAnotherReason() {
    let wrist = comparing()
    wrist.press(.decline)
    let refused = wrist.picture
    wrist.watch.pairingEnded(.other, now: wrist.now)
    #expect(wrist.picture == refused)
    wrist.wait(.seconds(10))
    #expect(wrist.screen == .clock)
  }

  @Test func aPasskeyCanOnlyBeCancelled() {
    let wrist = Wrist(connected: false)
    wrist.watch.pairingStarted(.enterOnPhone(passkey: 7), now: wrist.now)
    wrist.press(.accept)
    #expect(wrist.actions.isEmpty)
    wrist.press(.decline)
    #expect(wrist.actions == [.confirmPairing(false)])
  }

  @Test func aPairingThatNobodyEndsIsRefused() {
    let wrist = comparing()
    wrist.wait(.seconds(60))
    #expect(wrist.actions == [.confirmPairing(false)])
    wrist.wait(.seconds(10))
    #expect(wrist.screen == .clock)
  }

  @Test func pairingLiesOverEverything() {
    let wrist = Wrist()
    wrist.watch.pairingStarted(.compare(code: 1), now: wrist.now)
    wrist.post(1, .init())
    wrist.post(2, .init(category: 1, flags: 0x18))
    #expect(wrist.screen == .pairing)
    wrist.press(.accept)
    #expect(wrist.performed.isEmpty)
    wrist.watch.pairingEnded(nil, now: wrist.now)
    wrist.press(.accept)
    #expect(wrist.screen == .call)
  }

  @Test func aPasskeyStandsOnTheGlassUntilItIsTyped() {
    let scene = WatchScene(security: .compatible)
    scene.start()
    scene.phone.connect()
    scene.phone.startPairing { $0.request = PairingInitiator.request(.keyboardDisplay, 0x05) }
    scene.run()
    var passkey: UInt32?
    for case .passkey(let shown) in scene.notices { passkey = shown }
    #expect(scene.screen == .pairing)
    #expect(scene.application.client.watch.pairing.step == passkey.map { .enterOnPhone(passkey: $0) })
    scene.press(.accept)
    #expect(scene.application.client.watch.pairing.step == passkey.map { .enterOnPhone(passkey: $0) })
    scene.phone.type(passkey ?? 0)
    scene.run()
    #expect(scene.notices.contains(.ended(.bonded)))
    #expect(scene.application.client.watch.pairing.step == .succeeded)
  }

  @Test func aPasskeyDeclinedEndsThePairing() {
    let scene = WatchScene(security: .compatible)
    scene.start()
    scene.phone.connect()
    scene.phone.startPairing { $0.request = PairingInitiator.request(.keyboardOnly, 0x0D) }
    scene.run()
    scene.press(.decline)
    #expect(scene.notices.contains(.ended(.failed(.refusedByUs(code: 0x01)))))
    #expect(scene.phone.initiator?.state == .failed(.passkeyEntryFailed))
  }
}
