import ANCS
import Peripherals
import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

@Suite struct WatchListMuteTests {
  /// On the notification's own page, accept held performs the positive action, so with two buttons this is the only
  /// way.
  @Test(arguments: [Button.accept, .select]) func theSelectedNotificationsApplicationIsMuted(_ button: Button) {
    let harness = MachineHarness()
    harness.post(1, .init(app: "com.example.other", flags: 0x01))
    harness.post(2, .init(flags: 0x09))
    harness.press(.accept)
    #expect(harness.screen == .list)
    harness.hold(button)
    #expect(harness.screen == .mute)
    harness.hold(.decline)
    #expect(harness.screen == .list)
    harness.hold(button)
    harness.press(.accept)
    #expect(harness.screen == .list)
    harness.post(3, .init())
    #expect(harness.decisions.last == AlertDecision(.none, .muted))
    // The notification is gone, so the hold has no effect.
    harness.hold(button)
    harness.remove(2)
    #expect(harness.screen == .list)
  }

  @Test(arguments: [Button.accept, .decline]) func aHoldDoesNotPassToTheNotificationThatFollows(_ button: Button) {
    let harness = MachineHarness()
    harness.post(1, .init(flags: 0x11))
    harness.post(2, .init(flags: 0x11))
    harness.press(.accept)
    harness.wait(.seconds(1))
    harness.handle(ButtonEvent(button: button, edge: .pressed), now: harness.now)
    harness.wait(.milliseconds(400))
    harness.remove(2)
    harness.wait(.milliseconds(500))
    harness.handle(ButtonEvent(button: button, edge: .released), now: harness.now)
    harness.pump()
    #expect(harness.performed.isEmpty)
    #expect(harness.screen == .list)
    // The removal of another notification does not matter.
    harness.post(3, .init(flags: 0x11))
    harness.handle(ButtonEvent(button: button, edge: .pressed), now: harness.now)
    harness.wait(.milliseconds(400))
    harness.remove(3)
    harness.wait(.milliseconds(500))
    #expect(harness.screen == (button == .accept ? .mute : .clock))
    #expect(harness.performed.isEmpty)
  }

  @Test func onlyMutesThatLastAreSaved() {
    let harness = MachineHarness()
    let application = Array("a.b".utf8)
    func isSaved(after change: () -> Bool) -> Bool { change() && harness.watch.takeHaveMutesChanged() }
    func mute(_ duration: MuteDuration) -> Bool {
      harness.watch.mute(application: application.span, for: duration, now: harness.now)
    }
    func unmute() -> Bool { harness.watch.unmute(application: application.span) }
    #expect(!isSaved { mute(.hour) })
    #expect(!isSaved { mute(.today) })
    #expect(!isSaved { unmute() })
    #expect(isSaved { mute(.always) })
    #expect(isSaved { mute(.hour) }, "it does not last any more")
    #expect(!isSaved { unmute() })
    #expect(isSaved { mute(.always) } && isSaved { unmute() })
  }

  /// A watch whose wearer has just muted an application for an hour.
  private func mutedForAnHour() -> MachineHarness {
    let harness = MachineHarness()
    harness.post(1, .init())
    harness.press(.back)
    harness.press(.accept)
    harness.hold(.accept)
    harness.press(.accept)
    return harness
  }

  @Test func aMuteThatHasEndedDelaysNoAlert() {
    let harness = mutedForAnHour()
    // The decision waits for a text, because another application is muted.
    harness.isMute = true
    harness.post(2, .init(app: "com.example.other"))
    #expect(harness.decisions.count == 1)
    harness.isMute = false
    harness.pump()
    #expect(harness.decisions.count == 2)
    harness.wait(.minutes(61))
    harness.isMute = true
    harness.post(3, .init(app: "com.example.other"))
    #expect(harness.decisions.count == 3)
  }

  @Test func theMutePageFollowsTheEndOfAMute() {
    let harness = mutedForAnHour()
    let application = Array("a.b".utf8)
    let isMuted = harness.watch.mutes.isMuted(application.span, at: harness.now)
    #expect(isMuted)
    harness.wait(.minutes(59))
    harness.wait(.seconds(45))
    #expect(harness.screen == .clock)
    harness.press(.accept)
    harness.hold(.accept)
    #expect(harness.screen == .mute)
    let muted = harness.picture
    _ = harness.takeNeedsRedraw()
    harness.wait(.seconds(20))
    #expect(harness.screen == .mute)
    #expect(harness.takeNeedsRedraw())
    #expect(harness.picture != muted)
  }
}
