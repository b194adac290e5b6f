import ANCS
import Peripherals
import Screens
import Testing
import Timing

@testable import Watch

@Suite struct WatchListMuteTests {
  /// On its own page, accept held performs the positive action: with two buttons there is no other way.
  @Test(arguments: [Button.accept, .select]) func whatIsSelectedInTheListIsMuted(_ button: Button) {
    let wrist = Wrist()
    wrist.post(1, .init(app: "com.example.other", flags: 0x01))
    wrist.post(2, .init(flags: 0x09))
    wrist.press(.accept)
    #expect(wrist.screen == .list)
    wrist.hold(button)
    #expect(wrist.screen == .mute)
    wrist.hold(.decline)
    #expect(wrist.screen == .list)
    wrist.hold(button)
    wrist.press(.accept)
    #expect(wrist.screen == .list)
    wrist.post(3, .init())
    #expect(wrist.decisions.last == AlertDecision(.none, .muted))
    // What is gone is left.
    wrist.hold(button)
    wrist.remove(2)
    #expect(wrist.screen == .list)
  }

  @Test(arguments: [Button.accept, .decline]) func aHoldDoesNotPassToTheNotificationThatFollows(_ button: Button) {
    let wrist = Wrist()
    wrist.post(1, .init(flags: 0x11))
    wrist.post(2, .init(flags: 0x11))
    wrist.press(.accept)
    wrist.wait(.seconds(1))
    wrist.watch.handle(ButtonEvent(button: button, edge: .pressed), now: wrist.now)
    wrist.wait(.milliseconds(400))
    wrist.remove(2)
    wrist.wait(.milliseconds(500))
    wrist.watch.handle(ButtonEvent(button: button, edge: .released), now: wrist.now)
    wrist.pump()
    #expect(wrist.performed.isEmpty)
    #expect(wrist.screen == .list)
    // Of what goes elsewhere in the list it takes no notice.
    wrist.post(3, .init(flags: 0x11))
    wrist.watch.handle(ButtonEvent(button: button, edge: .pressed), now: wrist.now)
    wrist.wait(.milliseconds(400))
    wrist.remove(3)
    wrist.wait(.milliseconds(500))
    #expect(button == .accept ? wrist.screen == .mute : wrist.performed == [[2, 1, 0, 0, 0, 1]])
  }
}
