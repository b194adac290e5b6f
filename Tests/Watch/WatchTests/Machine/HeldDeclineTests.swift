import ANCS
import Peripherals
import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

/// A held button acts on the phone only while its label is on the display. Otherwise a held *decline* leaves the
/// screen.
@Suite struct HeldDeclineTests {
  private static let negative: [UInt8] = [2, 1, 0, 0, 0, 1]
  private static let positive: [UInt8] = [2, 1, 0, 0, 0, 0]
  private static let longMessage = String(repeating: "word ", count: 30)

  private func harness(message: String = "message", flags: UInt8 = 0x18, category: UInt8 = 4, isHalf: Bool = false)
    -> MachineHarness
  {
    let harness = MachineHarness()
    if isHalf { harness.fit { $0.hasHalfPanel = true } }
    harness.post(1, .init(message: message, category: category, flags: flags))
    return harness
  }

  private func edge(_ edge: ButtonEdge, _ button: Button = .decline, on harness: MachineHarness) {
    harness.handle(ButtonEvent(button: button, edge: edge), now: harness.now)
    harness.pump()
  }

  @Test func aLabelledDeclineActsOnThePhone() {
    let harness = harness()
    harness.hold(.decline)
    #expect(harness.performed == [Self.negative])
    #expect(harness.screen == .alert)
  }

  @Test func anAlertWithoutNegativeActionIsClosed() {
    let harness = harness(flags: 0x08)
    harness.hold(.decline)
    harness.collect()
    #expect(harness.performed.isEmpty)
    #expect(harness.screen == .clock)
    #expect(!harness.events.contains(.actionRefused(1, .negative, .notOffered)))
  }

  @Test func anOpenNotificationIsLeftBeforeItsEnd() {
    let harness = harness(message: Self.longMessage)
    harness.press(.accept)
    #expect(harness.screen == .detail)
    harness.hold(.decline)
    #expect(harness.performed.isEmpty, "its labels are below the text")
    #expect(harness.screen == .clock)
  }

  @Test func anAcceptWithoutLabelMutesAndActsNot() {
    let harness = harness(message: Self.longMessage)
    harness.press(.accept)
    harness.hold(.accept)
    #expect(harness.performed.isEmpty)
    #expect(harness.screen == .mute)
  }

  @Test func anOpenNotificationActsAtItsEnd() {
    let harness = harness(message: Self.longMessage)
    harness.press(.accept)
    for _ in 0..<20 { harness.press(.down) }
    harness.hold(.decline)
    #expect(harness.performed == [Self.negative])
    #expect(harness.screen == .detail)
  }

  /// The panel has 32 rows, and moves to the labels while the button is down.
  @Test func labelsThatComeDuringTheHoldDoNotCount() {
    let harness = harness(isHalf: true)
    var steps = 0
    while harness.watch.front.scroll.top == 0 || harness.watch.front.scroll.top == 32, steps < 1_000 {
      harness.wait(.milliseconds(10))
      steps += 1
    }
    #expect((1..<32).contains(harness.watch.front.scroll.top))
    edge(.pressed, on: harness)
    harness.wait(.milliseconds(900))
    edge(.released, on: harness)
    #expect(harness.performed.isEmpty && harness.screen == .clock)
  }

  @Test func aBannerOverTheLabelsKeepsTheActionFromThePhone() {
    let harness = harness()
    harness.actionError = 0xA3
    harness.hold(.decline)
    #expect(harness.performed.count == 1)
    harness.hold(.decline)
    #expect(harness.performed.count == 1)
    #expect(harness.screen == .clock)
  }

  @Test func aBannerThatEndsDuringTheHoldKeepsTheActionFromThePhone() {
    let harness = harness()
    harness.actionError = 0xA3
    harness.hold(.decline)
    let picture = harness.picture
    harness.wait(.milliseconds(1_500))
    #expect(harness.picture == picture, "the banner covers the labels")
    edge(.pressed, on: harness)
    harness.wait(.seconds(1))
    #expect(harness.performed.count == 1)
    #expect(harness.screen == .clock)
  }

  // MARK: A panel of 32 rows

  @Test func aLabelInTheOtherHalfOfThePictureDoesNotCount() {
    let harness = harness(isHalf: true)
    harness.wait(.milliseconds(500))
    #expect(harness.watch.topRow != 32)
    harness.hold(.decline)
    #expect(harness.performed.isEmpty)
    #expect(harness.screen == .clock)
  }

  @Test func theHalfWithTheLabelsStaysWhileTheButtonIsHeld() {
    let harness = harness(isHalf: true)
    harness.wait(.milliseconds(100))
    let end = harness.now + .seconds(10)
    while harness.watch.topRow != 32, harness.now < end { harness.wait(.milliseconds(10)) }
    harness.wait(.milliseconds(2_100))
    #expect(harness.watch.topRow == 32)
    harness.hold(.decline)
    #expect(harness.performed == [Self.negative])
  }

  @Test func aHeldButtonOnACallActsOnlyWithItsLabel() {
    let harness = harness(category: 1, isHalf: true)
    harness.wait(.milliseconds(500))
    #expect(harness.screen == .call && harness.watch.topRow != 32)
    harness.hold(.accept)
    #expect(harness.performed.isEmpty)
    harness.press(.decline)
    #expect(harness.performed == [Self.negative])
  }

  // MARK: A hold that ends the watch

  @Test func theActionWaitsForTheReleaseIfALongerHoldEndsTheWatch() {
    let harness = harness()
    harness.fit { $0.endsByHolding = true }
    harness.wait(.seconds(1))
    edge(.pressed, on: harness)
    harness.wait(.seconds(5))
    #expect(harness.performed.isEmpty, "the watch may be ended by this hold")
    edge(.released, on: harness)
    #expect(harness.performed == [Self.negative])
  }

  @Test func aScreenThatComesMeanwhileCancelsTheAction() {
    let harness = harness()
    harness.fit { $0.endsByHolding = true }
    harness.wait(.seconds(1))
    edge(.pressed, on: harness)
    harness.wait(.seconds(1))
    harness.post(2, .init(title: "another", flags: 0x18))
    edge(.released, on: harness)
    #expect(harness.performed.isEmpty)
    #expect(harness.screen == .alert)
  }

  @Test(arguments: [Button.accept, .select])
  func noOtherButtonWaitsForTheRelease(_ button: Button) {
    let harness = harness(flags: 0x18)
    harness.fit { $0.endsByHolding = true }
    harness.press(.accept)
    harness.wait(.seconds(1))
    edge(.pressed, button, on: harness)
    harness.wait(.milliseconds(800))
    #expect(button == .accept ? harness.performed == [Self.positive] : harness.screen == .mute)
  }

  @Test func aHoldThatOnlyLeavesDoesNotWait() {
    let harness = harness(message: Self.longMessage)
    harness.fit { $0.endsByHolding = true }
    harness.press(.accept)
    harness.wait(.seconds(1))
    edge(.pressed, on: harness)
    harness.wait(.milliseconds(800))
    #expect(harness.screen == .clock)
  }

  /// On other screens, a held *decline* that is for the phone waits for the release, because holding on turns the watch
  /// off.
  @Test func aCallIsSilencedBeforeTheReleaseOnAWatchThatIsTurnedOffByHolding() {
    let harness = harness(category: 1)
    harness.fit { $0.endsByHolding = true }
    harness.wait(.seconds(1))
    edge(.pressed, on: harness)
    harness.wait(.milliseconds(800))
    harness.collect()
    #expect(harness.events.contains(.callSilenced(1)))
  }
}
