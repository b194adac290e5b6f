import ANCS
import BluetoothHost
import Peripherals
import Screens
import Testing
import Timing
import WatchModel

@testable import PhoneSupport
@testable import SecurityManager
@testable import Watch

@Suite struct WatchPairingTests {
  private func comparing() -> MachineHarness {
    let harness = MachineHarness(connected: false)
    harness.pairingStarted(.compare(pairingCode: 42_137), now: harness.now)
    harness.collect()
    return harness
  }

  @Test(arguments: [(Button.accept, true), (.decline, false)])
  func theUserComparesTheCodes(_ button: Button, _ isYes: Bool) {
    let harness = comparing()
    #expect(harness.screens == [.pairing])
    harness.press(button)
    #expect(harness.actions == [.confirmPairing(isYes)])
    harness.press(.accept)
    harness.press(.decline)
    #expect(harness.actions.count == 1)
  }

  @Test(arguments: [Button.up, .down, .select, .back]) func noOtherButtonAnswers(_ button: Button) {
    let harness = comparing()
    harness.press(button)
    harness.hold(button)
    harness.hold(.accept)
    harness.hold(.decline)
    #expect(harness.actions.isEmpty)
    #expect(harness.screen == .pairing)
  }

  @Test func successIsShownForAWhile() {
    let harness = comparing()
    harness.press(.accept)
    let waiting = harness.picture
    harness.pairingEnded(nil, now: harness.now)
    #expect(harness.picture != waiting)
    harness.wait(.seconds(4))
    #expect(harness.screen == .clock)
  }

  @Test func aFailureIsShownUntilAnyButton() {
    let harness = comparing()
    harness.pairingEnded(.mismatch, now: harness.now)
    #expect(harness.screen == .pairing)
    harness.press(.decline)
    #expect(harness.screen == .clock)
    #expect(harness.actions.isEmpty)
  }

  private func tap(_ button: Button, on harness: MachineHarness) {
    harness.handle(ButtonEvent(button: button, edge: .pressed), now: harness.now)
    harness.handle(ButtonEvent(button: button, edge: .released), now: harness.now)
    harness.pump()
  }

  @Test(arguments: [true, false]) func aPressThatWasMeantForTheCodeDoesNotCloseTheResult(_ isBonded: Bool) {
    let harness = comparing()
    harness.wait(PromptGate.quietTime)
    harness.pairingEnded(isBonded ? nil : .other, now: harness.now)
    harness.wait(.milliseconds(100))
    tap(.accept, on: harness)
    #expect(harness.screen == .pairing && harness.actions.isEmpty)
    harness.wait(.milliseconds(200))
    tap(.accept, on: harness)
    #expect(harness.screen == .clock && harness.actions.isEmpty)
  }

  @Test func aPressThatBeganOnTheCodeDoesNotCloseTheResult() {
    let harness = comparing()
    harness.wait(PromptGate.quietTime)
    harness.handle(ButtonEvent(button: .accept, edge: .pressed), now: harness.now)
    harness.pairingEnded(.other, now: harness.now)
    harness.wait(.milliseconds(400))
    harness.handle(ButtonEvent(button: .accept, edge: .released), now: harness.now)
    harness.pump()
    #expect(harness.screen == .pairing && harness.actions.isEmpty)
  }

  @Test func aUserWhoHasSaidNoPutsTheResultAwayImmediately() {
    let harness = comparing()
    harness.press(.decline)
    tap(.decline, on: harness)
    #expect(harness.screen == .clock && harness.actions == [.confirmPairing(false)])
  }

  @Test func aUserWhoRejectedSeesNoOtherReason() {
    let harness = comparing()
    harness.press(.decline)
    let refused = harness.picture
    harness.pairingEnded(.other, now: harness.now)
    #expect(harness.picture == refused)
    harness.wait(.seconds(10))
    #expect(harness.screen == .clock)
  }

  @Test func aPasskeyCanOnlyBeCancelled() {
    let harness = MachineHarness(connected: false)
    harness.pairingStarted(.enterOnPhone(passkey: 7), now: harness.now)
    harness.press(.accept)
    #expect(harness.actions.isEmpty)
    harness.press(.decline)
    #expect(harness.actions == [.confirmPairing(false)])
  }

  @Test func anUnansweredPairingIsRefused() {
    let harness = comparing()
    harness.wait(.seconds(60))
    #expect(harness.actions == [.confirmPairing(false)])
    harness.wait(.seconds(10))
    #expect(harness.screen == .clock)
  }

  @Test func pairingLiesOverEverything() {
    let harness = MachineHarness()
    harness.pairingStarted(.compare(pairingCode: 1), now: harness.now)
    harness.post(1, .init())
    harness.post(2, .init(category: 1, flags: 0x18))
    #expect(harness.screen == .pairing)
    harness.press(.accept)
    #expect(harness.performed.isEmpty)
    harness.pairingEnded(nil, now: harness.now)
    harness.press(.accept)
    #expect(harness.screen == .call)
  }

  @Test func aPasskeyStandsOnTheDisplayUntilItIsTyped() {
    let harness = ApplicationHarness(security: .compatible)
    harness.start()
    harness.phone.connect()
    harness.phone.startPairing { $0.request = PairingInitiator.request(.keyboardDisplay, 0x05) }
    harness.run()
    var passkey: UInt32?
    for case .passkey(let shown) in harness.notices { passkey = shown }
    #expect(harness.screen == .pairing)
    #expect(harness.application.watch.dialogues.pairing.step == passkey.map { .enterOnPhone(passkey: $0) })
    harness.press(.accept)
    #expect(harness.application.watch.dialogues.pairing.step == passkey.map { .enterOnPhone(passkey: $0) })
    harness.phone.type(passkey ?? 0)
    harness.run()
    #expect(harness.notices.contains(.ended(.bonded)))
    #expect(harness.application.watch.dialogues.pairing.step == .succeeded)
  }

  @Test func aPasskeyDeclinedEndsThePairing() {
    let harness = ApplicationHarness(security: .compatible)
    harness.start()
    harness.phone.connect()
    harness.phone.startPairing { $0.request = PairingInitiator.request(.keyboardOnly, 0x0D) }
    harness.run()
    harness.press(.decline)
    #expect(harness.notices.contains(.ended(.failed(.refusedByUs(.passkeyEntryFailed)))))
    #expect(harness.phone.initiator?.state == .failed(.passkeyEntryFailed))
  }
}
