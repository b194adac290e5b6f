import ANCS
import Peripherals
import Screens
import Testing
import Timing
import Watch

@Suite struct WatchActiveCallTests {
  private let incoming = Wrist.Posted(app: "com.apple.mobilephone", title: "Mai", category: 1, flags: 0x18)
  private let active = Wrist.Posted(app: "com.apple.mobilephone", title: "Mai", category: 12, flags: 0x10)

  private func ringing() -> Wrist {
    let wrist = Wrist()
    wrist.post(7, incoming)
    return wrist
  }

  /// A call that was answered on the watch.
  private func talking(flags: UInt8 = 0x10) -> Wrist {
    let wrist = ringing()
    wrist.press(.accept)
    wrist.remove(7)
    var active = active
    active.flags = flags
    wrist.post(8, active)
    wrist.performed = []
    return wrist
  }

  @Test func aCallAnsweredHereStaysOnTheGlassWithItsTime() {
    let wrist = talking()
    #expect(wrist.screen == .activeCall)
    let first = wrist.picture
    _ = wrist.takeNeedsRedraw()
    wrist.wait(.milliseconds(999))
    #expect(!wrist.takeNeedsRedraw())
    wrist.wait(.milliseconds(1))
    #expect(wrist.takeNeedsRedraw())
    #expect(wrist.picture != first)
    wrist.wait(.minutes(90))
    #expect(wrist.screen == .activeCall, "it lasts as long as it lasts")
  }

  @Test func aCallAnsweredElsewhereLeavesTheGlass() {
    let wrist = ringing()
    wrist.post(8, active)
    #expect(wrist.screen == .clock, "also before the phone removes it")
    wrist.remove(7)
    #expect(wrist.screen == .clock)
    #expect(wrist.decisions.last == AlertDecision(.none, .activeCall))
  }

  @Test func theListBringsAnActiveCallBack() {
    let wrist = ringing()
    wrist.remove(7)
    wrist.post(8, active)
    wrist.press(.accept)
    wrist.press(.accept)
    #expect(wrist.screen == .activeCall)
    wrist.press(.decline)
    #expect(wrist.performed == [[2, 8, 0, 0, 0, 1]])
  }

  @Test func declineHangsUp() {
    let wrist = talking()
    wrist.press(.decline)
    #expect(wrist.performed == [[2, 8, 0, 0, 0, 1]])
    wrist.remove(8)
    #expect(wrist.screen == .clock)
    wrist.post(9, .init(category: 2))
    #expect(wrist.screen == .alert, "hanging up is not declining")
  }

  @Test func aHangUpThatFailsIsSaidAndMayBeTriedAgain() {
    let wrist = talking()
    let before = wrist.picture
    wrist.actionError = 0xA3
    wrist.press(.decline)
    #expect(wrist.events.contains(.action(8, .negative, .refused(.actionFailed))))
    #expect(wrist.picture != before)
    wrist.press(.decline)
    #expect(wrist.performed.count == 2)
  }

  /// The phone's answer says that it has heard, not that the call is over.
  @Test func whatDoesNotEndItMayBeFollowedByAnother() {
    let wrist = talking(flags: 0x18)
    wrist.press(.accept)
    wrist.press(.decline)
    wrist.press(.decline)
    #expect(wrist.performed.map(\.[5]) == [0, 1, 1])
    #expect(wrist.performed.allSatisfy { $0[1] == 8 })
  }

  @Test func whatWasAnsweredInVainCanBeDeclined() {
    let wrist = ringing()
    wrist.press(.accept)
    wrist.press(.decline)
    wrist.press(.decline)
    #expect(wrist.performed == [[2, 7, 0, 0, 0, 0], [2, 7, 0, 0, 0, 1]])
  }

  @Test(arguments: [Button.accept, .back, .select]) func whatHasNoActionPutsItAway(_ button: Button) {
    let wrist = talking()
    wrist.press(button)
    #expect(wrist.screen == .clock)
    #expect(wrist.performed.isEmpty)
  }

  @Test func itTurnsActiveUnderTheSameUID() {
    let wrist = ringing()
    wrist.press(.accept)
    wrist.post(7, active, modified: true)
    #expect(wrist.screen == .activeCall)
    let elsewhere = ringing()
    elsewhere.post(7, active, modified: true)
    #expect(elsewhere.screen == .clock)
  }

  @Test func anAnswerThatFailedIsNone() {
    let wrist = ringing()
    wrist.actionError = 0xA3
    wrist.press(.accept)
    wrist.post(8, active)
    #expect(wrist.screen == .clock)
  }

  @Test func aMessageLiesOverAnActiveCallForAWhile() {
    let wrist = talking()
    wrist.post(9, .init())
    #expect(wrist.screen == .alert)
    wrist.wait(.seconds(30))
    #expect(wrist.screen == .activeCall)
  }

  // MARK: Two calls

  @Test func theSecondCallIsShownAndThenTheFirstAgain() {
    let wrist = ringing()
    let first = wrist.picture
    wrist.post(8, .init(title: "Tuan", category: 1, flags: 0x18))
    #expect(wrist.screen == .call)
    #expect(wrist.picture != first)
    wrist.press(.decline)
    #expect(wrist.performed == [[2, 8, 0, 0, 0, 1]])
    wrist.remove(8)
    #expect(wrist.screen == .call)
    wrist.wait(.seconds(3))
    #expect(wrist.picture == first)
    wrist.press(.accept)
    #expect(wrist.performed.last == [2, 7, 0, 0, 0, 0])
  }

  @Test func aCallDuringACallRingsOverIt() {
    let wrist = talking()
    wrist.post(9, .init(title: "Tuan", category: 1, flags: 0x18))
    #expect(wrist.screen == .call)
    wrist.source(1, 8, 12, 0x10)
    wrist.pump()
    #expect(wrist.screen == .call, "what becomes of the first is no answer to the second")
    wrist.remove(9)
    #expect(wrist.screen == .activeCall)
  }

  @Test func moreCallsThanThereIsRoomForAreSurvived() {
    let wrist = Wrist()
    for uid in 1...9 as ClosedRange<UInt32> { wrist.post(uid, incoming) }
    #expect(wrist.screen == .call)
    for uid in (1...9 as ClosedRange<UInt32>).reversed() { wrist.remove(uid) }
    #expect(wrist.screen == .clock)
  }

  @Test func anyApplicationMayCall() {
    let wrist = Wrist()
    wrist.post(7, .init(app: "net.whatsapp.WhatsApp", title: "Tuan", category: 1, flags: 0x18))
    #expect(wrist.screen == .call)
    wrist.press(.accept)
    wrist.post(8, .init(app: "net.whatsapp.WhatsApp", title: "Tuan", category: 12, flags: 0x10))
    #expect(wrist.screen == .activeCall)
  }

  // MARK: A new session in mid-call

  @Test func itGoesOnUnderANewUID() {
    let wrist = talking()
    wrist.wait(.minutes(5))
    wrist.disconnect()
    #expect(wrist.screen == .clock)
    wrist.connect()
    var again = active
    again.flags = 0x14
    wrist.post(0, again)
    #expect(wrist.screen == .activeCall)
    let adopted = wrist.picture
    let fresh = talking()
    #expect(adopted != fresh.picture, "it does not begin anew")
    wrist.press(.decline)
    #expect(wrist.performed == [[2, 0, 0, 0, 0, 1]])
  }

  @Test func aSessionThatEndsBeforeItIsToldAgainDoesNotForgetIt() {
    let wrist = talking()
    wrist.disconnect()
    wrist.watch.serviceFound(hasControlPoint: true, hasDataSource: true, now: wrist.now)
    wrist.watch.sessionEnded(now: wrist.now)
    wrist.connect()
    var again = active
    again.flags = 0x14
    wrist.post(0, again)
    #expect(wrist.screen == .activeCall)
  }

  @Test func ofAnotherCallerItIsAnother() {
    let wrist = talking()
    wrist.disconnect()
    wrist.connect()
    wrist.post(0, .init(app: "com.apple.mobilephone", title: "Tuan", category: 12, flags: 0x14))
    #expect(wrist.screen == .clock)
  }

  @Test func aCallThatRingsAgainHasNoMoreTimeThanBefore() {
    let wrist = ringing()
    wrist.wait(.seconds(40))
    wrist.disconnect()
    wrist.connect()
    wrist.post(0, incoming)
    #expect(wrist.screen == .call)
    wrist.wait(.milliseconds(19_999))
    #expect(wrist.screen == .call)
    wrist.wait(.milliseconds(1))
    #expect(wrist.screen == .clock)
  }

  @Test func aCallIsNotRememberedForEver() {
    let wrist = talking()
    wrist.disconnect()
    wrist.wait(.minutes(10))
    wrist.connect()
    wrist.post(0, active)
    #expect(wrist.screen == .clock)
  }
}
