import ANCS
import Peripherals
import Screens
import Testing

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
}
