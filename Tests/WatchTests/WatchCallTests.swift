import ANCS
import Peripherals
import Screens
import Testing
import Timing

@testable import Watch

@Suite struct WatchCallTests {
  private func ringing(flags: UInt8 = 0x18) -> Wrist {
    let wrist = Wrist()
    wrist.post(7, .init(title: "Caller", category: 1, flags: flags))
    wrist.events = []
    return wrist
  }

  @Test func aCallIsOnTheGlassBeforeAnythingIsKnownOfIt() {
    let wrist = Wrist()
    wrist.isMute = true
    wrist.post(7, .init(category: 1, flags: 0x18))
    #expect(wrist.screen == .call)
    #expect(wrist.events == [.notificationAdded(7), .alert(7, AlertDecision(.strong, .call)), .screen(.call)])
    let nameless = wrist.picture
    wrist.isMute = false
    wrist.pump()
    #expect(wrist.picture != nameless)
  }

  @Test(arguments: [(Button.accept, UInt8(0)), (.decline, 1)])
  func theButtonsAnswerAndDecline(_ button: Button, _ action: UInt8) {
    let wrist = ringing()
    wrist.press(button)
    #expect(wrist.performed == [[2, 7, 0, 0, 0, action]])
    #expect(wrist.screen == .call, "until the phone says that it is over")
    wrist.press(button)
    #expect(wrist.performed.count == 1)
    wrist.remove(7)
    #expect(wrist.screen == .clock)
  }

  @Test(arguments: [Button.accept, .decline]) func aLongPressIsTakenAsAPress(_ button: Button) {
    let wrist = ringing()
    wrist.hold(button)
    #expect(wrist.performed.count == 1)
  }

  @Test(arguments: [Button.up, .down, .select, .back]) func theOtherButtonsDoNothing(_ button: Button) {
    let wrist = ringing()
    wrist.press(button)
    wrist.hold(button)
    #expect(wrist.screen == .call)
    #expect(wrist.performed.isEmpty)
  }

  @Test func whatIsNotOfferedIsNotDone() {
    let wrist = ringing(flags: 0)
    wrist.press(.accept)
    #expect(wrist.performed.isEmpty)
    #expect(wrist.screen == .call)
    wrist.press(.decline)
    #expect(wrist.performed.isEmpty)
    #expect(wrist.screen == .clock, "it can be put away")
  }

  @Test func anActionThatFailedMayBeTriedAgain() {
    let wrist = ringing()
    wrist.actionError = 0xA3
    wrist.press(.accept)
    #expect(wrist.events.contains(.action(7, .positive, .refused(.actionFailed))))
    wrist.actionError = nil
    wrist.press(.accept)
    #expect(wrist.performed.count == 2)
  }

  // MARK: How it ends

  /// - Conformance: iPhone | 5.13 calls
  @Test func itEndsWhenItTurnsIntoAnActiveCall() {
    let modified = ringing()
    modified.post(7, .init(category: 12, flags: 0x10), modified: true)
    #expect(modified.screen == .clock)
    let added = ringing()
    added.post(8, .init(category: 12, flags: 0x10))
    #expect(added.screen == .clock)
    #expect(added.watch.unreadCount == 0)
  }

  @Test func itEndsWithTheLink() {
    let wrist = ringing()
    wrist.disconnect()
    #expect(wrist.screen == .clock)
  }

  /// - Conformance: ANCS | call that is never removed
  /// - Conformance: iPhone | 5.13 calls
  @Test func itRingsForAMinuteAtMost() {
    let wrist = ringing()
    wrist.wait(.milliseconds(59_999))
    #expect(wrist.screen == .call)
    wrist.wait(.milliseconds(1))
    #expect(wrist.screen == .clock)
    wrist.source(1, 7, 1, 0x18)
    #expect(wrist.screen == .clock, "a change does not make it ring again")
  }

  /// - Conformance: ANCS | the same call twice
  @Test func addedTwiceItRingsOnce() {
    let wrist = ringing()
    wrist.source(0, 7, 1, 0x18)
    wrist.pump()
    wrist.remove(7)
    #expect(wrist.screen == .clock)
    #expect(wrist.screens == [.clock])
  }

  @Test func theRemovalOfSomethingElseDoesNotEndIt() {
    let wrist = ringing()
    wrist.remove(3)
    #expect(wrist.screen == .call)
  }

  /// - Conformance: iPhone | 5.8 silent
  @Test func aSilencedCallDoesNotTakeTheGlass() {
    let wrist = Wrist()
    wrist.post(7, .init(category: 1, flags: 0x19))
    #expect(wrist.screen == .clock)
  }

  // MARK: What follows it

  /// - Conformance: iPhone | 5.13 calls
  @Test func theMissedCallAfterADeclineIsNotNews() {
    let wrist = ringing()
    wrist.press(.decline)
    wrist.remove(7)
    wrist.wait(.seconds(6))
    wrist.post(8, .init(category: 2))
    #expect(wrist.screen == .clock)
    #expect(wrist.watch.unreadCount == 0)
  }

  /// - Conformance: iPhone | 5.13 calls
  @Test func aMissedCallLaterIs() {
    let wrist = ringing()
    wrist.press(.decline)
    wrist.remove(7)
    wrist.wait(.seconds(7))
    wrist.post(8, .init(category: 2))
    #expect(wrist.screen == .alert)
  }

  @Test func aMissedCallAfterAFailedDeclineIsNews() {
    let wrist = ringing()
    wrist.actionError = 0xA3
    wrist.press(.decline)
    wrist.remove(7)
    wrist.post(8, .init(category: 2))
    #expect(wrist.screen == .alert)
  }

  @Test func aNotificationDuringACallWaitsUnderIt() {
    let wrist = ringing()
    wrist.post(8, .init())
    #expect(wrist.screen == .call)
    wrist.remove(7)
    #expect(wrist.screen == .alert)
  }

  @Test func theCallReturnsToWhereTheUserWas() {
    let wrist = Wrist()
    wrist.post(1, .init(flags: 0x01))
    wrist.press(.accept)
    wrist.press(.accept)
    wrist.post(7, .init(category: 1, flags: 0x18))
    #expect(wrist.screen == .call)
    wrist.remove(7)
    #expect(wrist.screen == .detail)
  }
}
