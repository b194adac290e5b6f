import ANCS
import Peripherals
import Screens
import Testing
import Timing
import Watch
import WatchModel

@Suite struct WatchActiveCallTests {
  private let incoming = MachineHarness.Posted(app: "com.apple.mobilephone", title: "Mai", category: 1, flags: 0x18)
  private let active = MachineHarness.Posted(app: "com.apple.mobilephone", title: "Mai", category: 12, flags: 0x10)

  private func ringing() -> MachineHarness {
    let harness = MachineHarness()
    harness.post(7, incoming)
    return harness
  }

  /// A call that was answered on the watch.
  private func talking(flags: UInt8 = 0x10) -> MachineHarness {
    let harness = ringing()
    harness.press(.accept)
    harness.remove(7)
    var active = active
    active.flags = flags
    harness.post(8, active)
    harness.performed = []
    return harness
  }

  @Test func aCallAnsweredHereStaysOnTheDisplayWithItsTime() {
    let harness = talking()
    #expect(harness.screen == .activeCall)
    let first = harness.picture
    _ = harness.takeNeedsRedraw()
    harness.wait(.milliseconds(999))
    #expect(!harness.takeNeedsRedraw())
    harness.wait(.milliseconds(1))
    #expect(harness.takeNeedsRedraw())
    #expect(harness.picture != first)
    harness.wait(.minutes(90))
    #expect(harness.screen == .activeCall, "it lasts as long as it lasts")
  }

  @Test func aCallAnsweredElsewhereLeavesTheDisplay() {
    let harness = ringing()
    harness.post(8, active)
    #expect(harness.screen == .clock, "also before the phone removes it")
    harness.remove(7)
    #expect(harness.screen == .clock)
    #expect(harness.decisions.last == AlertDecision(.none, .activeCall))
  }

  @Test func theListBringsAnActiveCallBack() {
    let harness = ringing()
    harness.remove(7)
    harness.post(8, active)
    harness.press(.accept)
    harness.press(.accept)
    #expect(harness.screen == .activeCall)
    harness.press(.decline)
    #expect(harness.performed == [[2, 8, 0, 0, 0, 1]])
  }

  // MARK: A call that did not ring on the watch

  /// A call that the phone rings silently, opened from the list.
  private func silentCall() -> MachineHarness {
    let harness = MachineHarness()
    var incoming = incoming
    incoming.flags |= 1
    harness.post(7, incoming)
    #expect(harness.screen == .clock)
    harness.press(.accept)
    harness.press(.accept)
    return harness
  }

  @Test func aSilentCallHasTheScreenOfACall() {
    let harness = silentCall()
    #expect(harness.screen == .call)
    harness.press(.accept)
    #expect(harness.performed == [[2, 7, 0, 0, 0, 0]])
    harness.remove(7)
    harness.post(8, active)
    #expect(harness.screen == .activeCall)
  }

  @Test func aSilentCallThatOnlyChangesItsCategoryIsActive() {
    let harness = MachineHarness()
    var incoming = incoming
    incoming.flags |= 1
    harness.post(7, incoming)
    harness.post(7, active, modified: true)
    #expect(harness.screen == .clock, "it was answered elsewhere")
    harness.press(.accept)
    harness.press(.accept)
    #expect(harness.screen == .activeCall)
  }

  @Test func theMissedCallAfterADeclinedSilentCallDoesNotAlert() {
    let harness = silentCall()
    harness.press(.decline)
    #expect(harness.performed == [[2, 7, 0, 0, 0, 1]])
    harness.remove(7)
    harness.post(8, .init(category: 2))
    #expect(harness.decisions.last == AlertDecision(.none, .declinedHere))
  }

  @Test func aSilentCallIsLeftWithoutDecliningIt() {
    let harness = silentCall()
    harness.hold(.decline)
    #expect(harness.performed.isEmpty)
    #expect(harness.screen == .list)
  }

  // MARK: A call that was answered on the watch

  @Test func declineHangsUp() {
    let harness = talking()
    harness.press(.decline)
    #expect(harness.performed == [[2, 8, 0, 0, 0, 1]])
    harness.remove(8)
    #expect(harness.screen == .clock)
    harness.post(9, .init(category: 2))
    #expect(harness.screen == .alert, "hanging up is not declining")
  }

  @Test func aHangUpThatFailsIsSaidAndMayBeTriedAgain() {
    let harness = talking()
    let before = harness.picture
    harness.actionError = 0xA3
    harness.press(.decline)
    #expect(harness.events.contains(.action(8, .negative, .refused(.actionFailed))))
    #expect(harness.picture != before)
    harness.press(.decline)
    #expect(harness.performed.count == 2)
  }

  /// The phone's answer means that it received the command, not that the call has ended.
  @Test func anActionThatDoesNotEndTheCallMayBeRepeated() {
    let harness = talking(flags: 0x18)
    harness.press(.accept)
    harness.press(.decline)
    harness.press(.decline)
    #expect(harness.performed.map(\.[5]) == [0, 1, 1])
    #expect(harness.performed.allSatisfy { $0[1] == 8 })
  }

  @Test func aCallThatCouldNotBeAnsweredCanBeDeclined() {
    let harness = ringing()
    harness.press(.accept)
    harness.press(.decline)
    harness.press(.decline)
    #expect(harness.performed == [[2, 7, 0, 0, 0, 0], [2, 7, 0, 0, 0, 1]])
  }

  @Test(arguments: [Button.accept, .back, .select]) func aButtonWithoutAnActionClosesTheScreen(_ button: Button) {
    let harness = talking()
    harness.press(button)
    #expect(harness.screen == .clock)
    #expect(harness.performed.isEmpty)
  }

  @Test func aCallTurnsActiveWithTheSameUID() {
    let harness = ringing()
    harness.press(.accept)
    harness.post(7, active, modified: true)
    #expect(harness.screen == .activeCall)
    let elsewhere = ringing()
    elsewhere.post(7, active, modified: true)
    #expect(elsewhere.screen == .clock)
  }

  @Test func aFailedAnswerDoesNotCount() {
    let harness = ringing()
    harness.actionError = 0xA3
    harness.press(.accept)
    harness.post(8, active)
    #expect(harness.screen == .clock)
  }

  @Test func aMessageLiesOverAnActiveCallForAWhile() {
    let harness = talking()
    harness.post(9, .init())
    #expect(harness.screen == .alert)
    harness.wait(.seconds(30))
    #expect(harness.screen == .activeCall)
  }

  // MARK: Two calls

  @Test func theSecondCallIsShownAndThenTheFirstAgain() {
    let harness = ringing()
    let first = harness.picture
    harness.post(8, .init(title: "Tuan", category: 1, flags: 0x18))
    #expect(harness.screen == .call)
    #expect(harness.picture != first)
    harness.press(.decline)
    #expect(harness.performed == [[2, 8, 0, 0, 0, 1]])
    harness.remove(8)
    #expect(harness.screen == .call)
    harness.wait(.seconds(3))
    #expect(harness.picture == first)
    harness.press(.accept)
    #expect(harness.performed.last == [2, 7, 0, 0, 0, 0])
  }

  @Test func aCallDuringACallRingsOverIt() {
    let harness = talking()
    harness.post(9, .init(title: "Tuan", category: 1, flags: 0x18))
    #expect(harness.screen == .call)
    harness.source(1, 8, 12, 0x10)
    harness.pump()
    #expect(harness.screen == .call, "what becomes of the first is no answer to the second")
    harness.remove(9)
    #expect(harness.screen == .activeCall)
  }

  @Test func moreCallsThanThereIsRoomForAreSurvived() {
    let harness = MachineHarness()
    for uid in 1...9 as ClosedRange<UInt32> { harness.post(uid, incoming) }
    #expect(harness.screen == .call)
    for uid in (1...9 as ClosedRange<UInt32>).reversed() { harness.remove(uid) }
    #expect(harness.screen == .clock)
  }

  @Test func anyApplicationMayCall() {
    let harness = MachineHarness()
    harness.post(7, .init(app: "net.whatsapp.WhatsApp", title: "Tuan", category: 1, flags: 0x18))
    #expect(harness.screen == .call)
    harness.press(.accept)
    harness.post(8, .init(app: "net.whatsapp.WhatsApp", title: "Tuan", category: 12, flags: 0x10))
    #expect(harness.screen == .activeCall)
  }

  // MARK: A new session in mid-call

  @Test func aCallContinuesWithANewUID() {
    let harness = talking()
    harness.wait(.minutes(5))
    harness.disconnect()
    #expect(harness.screen == .clock)
    harness.connect()
    var again = active
    again.flags = 0x14
    harness.post(0, again)
    #expect(harness.screen == .activeCall)
    let adopted = harness.picture
    let fresh = talking()
    #expect(adopted != fresh.picture, "it does not begin anew")
    harness.press(.decline)
    #expect(harness.performed == [[2, 0, 0, 0, 0, 1]])
  }

  @Test func aSessionThatEndsEarlyDoesNotForgetTheCall() {
    let harness = talking()
    harness.disconnect()
    harness.serviceFound(hasControlPoint: true, hasDataSource: true, now: harness.now)
    harness.sessionEnded(now: harness.now)
    harness.connect()
    var again = active
    again.flags = 0x14
    harness.post(0, again)
    #expect(harness.screen == .activeCall)
  }

  @Test func aCallOfAnotherCallerDoesNotRestoreTheScreen() {
    let harness = talking()
    harness.disconnect()
    harness.connect()
    harness.post(0, .init(app: "com.apple.mobilephone", title: "Tuan", category: 12, flags: 0x14))
    #expect(harness.screen == .clock)
  }

  @Test func aCallThatRingsAgainHasNoMoreTimeThanBefore() {
    let harness = ringing()
    harness.wait(.seconds(40))
    harness.disconnect()
    harness.connect()
    harness.post(0, incoming)
    #expect(harness.screen == .call)
    harness.wait(.milliseconds(19_999))
    #expect(harness.screen == .call)
    harness.wait(.milliseconds(1))
    #expect(harness.screen == .clock)
  }

  @Test func aCallIsForgottenInTheEnd() {
    let harness = talking()
    harness.disconnect()
    harness.wait(.minutes(10))
    harness.connect()
    harness.post(0, active)
    #expect(harness.screen == .clock)
  }

  @Test func aSecondCallRingsOnWhenTheLinkReturns() {
    let harness = talking()
    let second = MachineHarness.Posted(app: "com.apple.mobilephone", title: "Tuan", category: 1, flags: 0x18)
    harness.post(9, second)
    #expect(harness.screen == .call)
    harness.wait(.seconds(5))
    harness.disconnect()
    harness.connect()
    harness.post(1, second)
    var again = active
    again.flags = 0x14
    harness.post(2, again)
    #expect(harness.screen == .call)
  }

  /// The link was lost while the first call rang, so that the watch did not see its end.
  @Test func aCallerWhoCallsAgainMinutesLaterRingsForTheWholeTime() {
    let harness = ringing()
    harness.wait(.seconds(5))
    harness.disconnect()
    harness.wait(.minutes(2))
    harness.connect()
    harness.wait(.minutes(1))
    harness.post(0, incoming)
    harness.wait(.seconds(50))
    #expect(harness.screen == .call)
  }

  @Test func aMessageOpenedDuringACallIsReadAndLeftWithoutHangingUp() {
    let harness = talking()
    harness.post(9, .init())
    #expect(harness.screen == .alert)
    harness.press(.accept)
    #expect(harness.screen == .detail)
    harness.press(.decline)
    #expect(harness.screen == .clock)
    #expect(harness.performed.isEmpty)
  }
}
