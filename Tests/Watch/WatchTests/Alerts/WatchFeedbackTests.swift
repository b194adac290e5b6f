import ANCS
import Peripherals
import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

/// The display shows the result of a button, also if the action was not sent.
@Suite struct WatchFeedbackTests {
  private func onAlert(flags: UInt8 = 0x18) -> MachineHarness {
    let harness = MachineHarness()
    harness.post(9, .init(flags: flags))
    return harness
  }

  private func banner(_ harness: MachineHarness) -> Banner? { harness.watch.front.feedback.banner }

  @Test func aSuccessfulActionIsShown() {
    let harness = onAlert()
    harness.hold(.accept)
    #expect(banner(harness) == .done)
    #expect(harness.events.contains(.action(9, .positive, .ok)))
  }

  @Test func anAnsweredCallShowsNoResult() {
    let harness = MachineHarness()
    harness.post(7, .init(category: 1, flags: 0x18))
    harness.press(.accept)
    #expect(harness.performed.count == 1)
    #expect(banner(harness) == nil)
  }

  @Test func anActionThatThePhoneDoesNotTakeNowIsRefusedVisibly() {
    let harness = MachineHarness()
    harness.disconnect()
    harness.isMute = true
    harness.connect()
    _ = harness.command()
    harness.writeCompleted(attError: 0x03, now: harness.now)
    harness.post(9, .init(flags: 0x18))
    let before = harness.picture
    harness.hold(.accept)
    #expect(banner(harness) == .notReady)
    #expect(harness.picture != before)
    harness.wait(.milliseconds(1_900))
    #expect(banner(harness) == nil)
    #expect(harness.picture == before)
  }

  @Test func withoutALinkActionsFailVisibly() {
    let harness = onAlert()
    harness.disconnect()
    harness.hold(.accept)
    harness.collect()
    #expect(banner(harness) == .notReady)
    #expect(harness.events.contains(.actionRefused(9, .positive, .notReady)))
    #expect(harness.performed.isEmpty)
  }

  /// The UID may mean another notification in the next session.
  @Test func anActionIsNeverForANotificationOfAnotherSession() {
    let harness = onAlert()
    harness.press(.accept)
    #expect(harness.screen == .detail)
    harness.disconnect()
    harness.isMute = true
    harness.connect()
    harness.isMute = false
    harness.post(9, .init(title: "another", flags: 0x1C))
    harness.hold(.accept)
    harness.hold(.decline)
    #expect(harness.performed.isEmpty)
  }

  @Test func anActionForWhichThereIsNoRoomIsRefusedVisibly() {
    let harness = MachineHarness()
    for uid in 0..<32 { harness.post(UInt32(uid), .init(flags: 0x19)) }
    harness.isMute = true
    harness.press(.accept)
    for _ in 0..<32 {
      harness.press(.accept)
      harness.wait(.seconds(2))  // The last banner goes.
      harness.hold(.decline)
      harness.press(.decline)
      harness.press(.down)
    }
    #expect(banner(harness) == .busy)
  }

  @Test func aRefusalOfThePhoneIsShown() {
    let harness = onAlert()
    harness.actionError = 0xA3
    harness.hold(.accept)
    #expect(banner(harness) == .refused)
  }

  @Test func anActionThatIsNotOfferedIsShownAsSuch() {
    let harness = onAlert(flags: 0)
    harness.hold(.accept)
    harness.collect()
    #expect(banner(harness) == .notOffered)
    #expect(harness.events.contains(.actionRefused(9, .positive, .notOffered)))
    #expect(harness.performed.isEmpty)
  }

  @Test func aCallThatCannotBeAnsweredNowShowsIt() {
    let harness = MachineHarness()
    harness.post(7, .init(category: 1, flags: 0x18))
    harness.actionError = 0xA3
    harness.press(.accept)
    #expect(banner(harness) == .refused)
    #expect(harness.screen == .call)
  }

  @Test(arguments: [
    (ActionResult.ok, Banner.done), (.timeout, .noAnswer), (.gone, .gone), (.disconnected, .linkLost),
    (.refused(.invalidParameter), .gone), (.refused(.actionFailed), .refused),
    (.refused(.writeNotPermitted), .forbidden),
  ])
  func everyResultHasAText(_ result: ActionResult, _ banner: Banner) {
    #expect(Banner(result) == banner)
  }
}
