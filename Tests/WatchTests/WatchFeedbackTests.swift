import ANCS
import Peripherals
import Screens
import Testing
import Timing

@testable import Watch

/// What came of a button is said, and what was not even tried, too.
@Suite struct WatchFeedbackTests {
  private func onAlert(flags: UInt8 = 0x18) -> Wrist {
    let wrist = Wrist()
    wrist.post(9, .init(flags: flags))
    return wrist
  }

  private func banner(_ wrist: Wrist) -> Banner? { wrist.watch.feedback.banner }

  @Test func anActionThatIsDoneIsSaid() {
    let wrist = onAlert()
    wrist.hold(.accept)
    #expect(banner(wrist) == .done)
    #expect(wrist.events.contains(.action(9, .positive, .ok)))
  }

  @Test func aCallThatIsTakenNeedsNoWord() {
    let wrist = Wrist()
    wrist.post(7, .init(category: 1, flags: 0x18))
    wrist.press(.accept)
    #expect(wrist.performed.count == 1)
    #expect(banner(wrist) == nil)
  }

  @Test func anActionThatThePhoneDoesNotTakeNowIsRefusedVisibly() {
    let wrist = Wrist()
    wrist.disconnect()
    wrist.isMute = true
    wrist.connect()
    _ = wrist.command()
    wrist.watch.writeCompleted(attError: 0x03, now: wrist.now)
    wrist.post(9, .init(flags: 0x18))
    let before = wrist.picture
    wrist.hold(.accept)
    #expect(banner(wrist) == .notReady)
    #expect(wrist.picture != before)
    wrist.wait(.milliseconds(1_900))
    #expect(banner(wrist) == nil)
    #expect(wrist.picture == before)
  }

  @Test func withoutALinkNothingIsDoneAndThatIsSaid() {
    let wrist = onAlert()
    wrist.disconnect()
    wrist.hold(.accept)
    wrist.collect()
    #expect(banner(wrist) == .notReady)
    #expect(wrist.events.contains(.actionRefused(9, .positive, .notReady)))
    #expect(wrist.performed.isEmpty)
  }

  /// The number may mean another notification in the next session.
  @Test func anActionIsNeverForANotificationOfAnotherSession() {
    let wrist = onAlert()
    wrist.press(.accept)
    #expect(wrist.screen == .detail)
    wrist.disconnect()
    wrist.isMute = true
    wrist.connect()
    wrist.isMute = false
    wrist.post(9, .init(title: "another", flags: 0x1C))
    wrist.hold(.accept)
    wrist.hold(.decline)
    #expect(wrist.performed.isEmpty)
  }

  @Test func anActionForWhichThereIsNoRoomIsRefusedVisibly() {
    let wrist = Wrist()
    for uid in 0..<32 { wrist.post(UInt32(uid), .init(flags: 0x19)) }
    wrist.isMute = true
    wrist.press(.accept)
    for _ in 0..<32 {
      wrist.hold(.decline)
      wrist.press(.down)
    }
    #expect(banner(wrist) == .busy)
  }

  @Test func whatThePhoneRefusesIsSaid() {
    let wrist = onAlert()
    wrist.actionError = 0xA3
    wrist.hold(.accept)
    #expect(banner(wrist) == .refused)
  }

  @Test func whatIsNotOfferedIsSaid() {
    let wrist = onAlert(flags: 0)
    wrist.hold(.accept)
    wrist.collect()
    #expect(banner(wrist) == .notOffered)
    #expect(wrist.events.contains(.actionRefused(9, .positive, .notOffered)))
    #expect(wrist.performed.isEmpty)
  }

  @Test func aCallThatCannotBeAnsweredNowSaysSo() {
    let wrist = Wrist()
    wrist.post(7, .init(category: 1, flags: 0x18))
    wrist.actionError = 0xA3
    wrist.press(.accept)
    #expect(banner(wrist) == .refused)
    #expect(wrist.screen == .call)
  }

  @Test(arguments: [
    (ActionResult.ok, Banner.done), (.timeout, .noAnswer), (.gone, .gone), (.disconnected, .linkLost),
    (.refused(.invalidParameter), .gone), (.refused(.actionFailed), .refused),
    (.refused(.writeNotPermitted), .forbidden),
  ])
  func everyEndHasItsWord(_ result: ActionResult, _ banner: Banner) {
    #expect(Banner(result) == banner)
  }
}
