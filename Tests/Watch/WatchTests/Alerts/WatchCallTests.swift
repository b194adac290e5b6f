import ANCS
import Peripherals
import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

@Suite struct WatchCallTests {
  private func ringing(flags: UInt8 = 0x18) -> MachineHarness {
    let harness = MachineHarness()
    harness.post(7, .init(title: "Caller", category: 1, flags: flags))
    harness.events = []
    return harness
  }

  @Test func aCallIsOnTheDisplayBeforeAnythingIsKnownOfIt() {
    let harness = MachineHarness()
    harness.isMute = true
    harness.post(7, .init(category: 1, flags: 0x18))
    #expect(harness.screen == .call)
    #expect(harness.events == [.notificationAdded(7), .alert(7, AlertDecision(.strong, .call)), .screen(.call)])
    let nameless = harness.picture
    harness.isMute = false
    harness.pump()
    #expect(harness.picture != nameless)
  }

  @Test(arguments: [(Button.accept, UInt8(0)), (.decline, 1)])
  func theButtonsAnswerAndDecline(_ button: Button, _ action: UInt8) {
    let harness = ringing()
    harness.press(button)
    #expect(harness.performed == [[2, 7, 0, 0, 0, action]])
    #expect(harness.screen == .call, "until the phone says that it is over")
    harness.press(button)
    #expect(harness.performed.count == 1)
    harness.remove(7)
    #expect(harness.screen == .clock)
  }

  @Test func aLongPressOfAcceptIsTakenAsAPress() {
    let harness = ringing()
    harness.hold(.accept)
    #expect(harness.performed == [[2, 7, 0, 0, 0, 0]])
  }

  @Test(arguments: [Button.up, .down, .select, .back]) func theOtherButtonsDoNothingToThePhone(_ button: Button) {
    let harness = ringing()
    harness.press(button)
    harness.hold(button)
    #expect(harness.screen == .call)
    #expect(harness.performed.isEmpty)
  }

  // MARK: Silence

  private static let silencers = [
    ButtonGesture(.decline, .hold), ButtonGesture(.select), ButtonGesture(.back), ButtonGesture(.select, .hold),
  ]

  private func isFelt(_ harness: MachineHarness) -> Bool { harness.watch.isMotorOn || harness.isInverted }

  @Test(arguments: silencers) func theWatchIsSilencedAndThePhoneRingsOn(_ gesture: ButtonGesture) {
    let harness = MachineHarness()
    harness.fit { ($0.hasMotor, $0.hasLED) = (true, true) }
    harness.post(7, .init(title: "Caller", category: 1, flags: 0x18))
    let loud = harness.picture
    #expect(isFelt(harness))
    if gesture.gesture == .hold { harness.hold(gesture.button) } else { harness.press(gesture.button) }
    #expect(harness.events.contains(.callSilenced(7)))
    #expect(harness.performed.isEmpty)
    #expect(harness.screen == .call, "it can still be answered")
    #expect(harness.picture != loud)
    for _ in 0..<100 {
      harness.wait(.milliseconds(100))
      #expect(!isFelt(harness))
    }
    harness.press(.accept)
    #expect(harness.performed == [[2, 7, 0, 0, 0, 0]])
  }

  @Test func aSilencedCallIsReportedOnce() {
    let harness = ringing()
    harness.hold(.decline)
    harness.hold(.decline)
    #expect(harness.events.count { $0 == .callSilenced(7) } == 1)
  }

  @Test(arguments: [true, false]) func aSilencedCallStaysSilentWhenTheLinkReturns(isSameCaller: Bool) {
    let harness = MachineHarness()
    harness.fit { ($0.hasMotor, $0.hasLED) = (true, true) }
    harness.post(7, .init(title: "Caller", category: 1, flags: 0x18))
    harness.hold(.decline)
    harness.disconnect()
    harness.connect()
    harness.isMute = true
    harness.post(0, .init(title: isSameCaller ? "Caller" : "Another", category: 1, flags: 0x1C))
    #expect(harness.screen == .call)
    #expect(!isFelt(harness), "its caller is not known yet")
    harness.isMute = false
    harness.pump()
    #expect(harness.screen == .call)
    #expect(isFelt(harness) == !isSameCaller)
  }

  @Test func theNextCallRings() {
    let harness = MachineHarness()
    harness.fit { ($0.hasMotor, $0.hasLED) = (true, true) }
    harness.post(7, .init(title: "Caller", category: 1, flags: 0x18))
    harness.hold(.decline)
    #expect(!isFelt(harness))
    harness.post(8, .init(title: "Another", category: 1, flags: 0x18))
    #expect(isFelt(harness))
  }

  @Test func aHeldDeclinePutsAnActiveCallAway() {
    let harness = ringing()
    harness.press(.accept)
    harness.remove(7)
    harness.post(8, .init(title: "Caller", category: 12, flags: 0x10))
    #expect(harness.screen == .activeCall)
    harness.hold(.decline)
    #expect(harness.screen == .clock)
    #expect(harness.performed == [[2, 7, 0, 0, 0, 0]])
  }

  @Test func actionsThatAreNotOfferedAreNotSent() {
    let harness = ringing(flags: 0)
    harness.press(.accept)
    #expect(harness.performed.isEmpty)
    #expect(harness.screen == .call)
    harness.press(.decline)
    #expect(harness.performed.isEmpty)
    #expect(harness.screen == .clock, "it can be put away")
  }

  @Test func anActionThatFailedMayBeTriedAgain() {
    let harness = ringing()
    harness.actionError = 0xA3
    harness.press(.accept)
    #expect(harness.events.contains(.action(7, .positive, .refused(.actionFailed))))
    harness.actionError = nil
    harness.press(.accept)
    #expect(harness.performed.count == 2)
  }

  // MARK: How it ends

  /// - Conformance: iPhone | 5.13 calls
  @Test func itEndsWhenItTurnsIntoAnActiveCall() {
    let modified = ringing()
    modified.post(7, .init(category: 12, flags: 0x10), modified: true)
    #expect(modified.screen == .clock)
    let added = ringing()
    added.post(8, .init(title: "Caller", category: 12, flags: 0x10))
    #expect(added.screen == .clock)
    #expect(added.watch.unreadCount == 0)
  }

  /// - Conformance: iPhone | 5.13 calls
  @Test func itRingsOnWhenAnotherCallBecomesActive() {
    let harness = ringing()
    harness.post(8, .init(title: "Somebody else", category: 12, flags: 0x10))
    #expect(harness.screen == .call)
    harness.remove(7)
    #expect(harness.screen == .clock)
  }

  @Test func itEndsWithTheLink() {
    let harness = ringing()
    harness.disconnect()
    #expect(harness.screen == .clock)
  }

  /// - Conformance: ANCS | call that is never removed
  /// - Conformance: iPhone | 5.13 calls
  @Test func itRingsForAMinuteAtMost() {
    let harness = ringing()
    harness.wait(.milliseconds(59_999))
    #expect(harness.screen == .call)
    harness.wait(.milliseconds(1))
    #expect(harness.screen == .clock)
    harness.source(1, 7, 1, 0x18)
    #expect(harness.screen == .clock, "a change does not make it ring again")
  }

  /// - Conformance: ANCS | the same call twice
  @Test func addedTwiceItRingsOnce() {
    let harness = ringing()
    harness.source(0, 7, 1, 0x18)
    harness.pump()
    harness.remove(7)
    #expect(harness.screen == .clock)
    #expect(harness.screens == [.clock])
  }

  @Test func theRemovalOfSomethingElseDoesNotEndIt() {
    let harness = ringing()
    harness.remove(3)
    #expect(harness.screen == .call)
  }

  /// - Conformance: iPhone | 5.8 silent
  @Test func aSilencedCallDoesNotTakeTheDisplay() {
    let harness = MachineHarness()
    harness.post(7, .init(category: 1, flags: 0x19))
    #expect(harness.screen == .clock)
  }

  // MARK: After a call

  /// - Conformance: iPhone | 5.13 calls
  @Test func theMissedCallAfterADeclineDoesNotAlert() {
    let harness = ringing()
    harness.press(.decline)
    harness.remove(7)
    harness.wait(.seconds(6))
    harness.post(8, .init(category: 2))
    #expect(harness.screen == .clock)
    #expect(harness.watch.unreadCount == 0)
  }

  /// - Conformance: iPhone | 5.13 calls
  @Test func aLaterMissedCallAlerts() {
    let harness = ringing()
    harness.press(.decline)
    harness.remove(7)
    harness.wait(.seconds(7))
    harness.post(8, .init(category: 2))
    #expect(harness.screen == .alert)
  }

  @Test func aMissedCallAfterAFailedDeclineAlerts() {
    let harness = ringing()
    harness.actionError = 0xA3
    harness.press(.decline)
    harness.remove(7)
    harness.post(8, .init(category: 2))
    #expect(harness.screen == .alert)
  }

  @Test func aNotificationDuringACallWaitsUnderIt() {
    let harness = ringing()
    harness.post(8, .init())
    #expect(harness.screen == .call)
    harness.remove(7)
    #expect(harness.screen == .alert)
  }

  @Test func afterTheCallThePreviousScreenReturns() {
    let harness = MachineHarness()
    harness.post(1, .init(flags: 0x01))
    harness.press(.accept)
    harness.press(.accept)
    harness.post(7, .init(category: 1, flags: 0x18))
    #expect(harness.screen == .call)
    harness.remove(7)
    #expect(harness.screen == .detail)
  }
}
