import Identifiers
import Octets
import Peripherals
import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

/// The advice when the watch has lost all its bonds and a phone still has one.
@Suite struct WatchPairAgainTests {
  private func harness() -> MachineHarness {
    let harness = MachineHarness()
    harness.disconnect()
    harness.bondMismatchFound(now: harness.now)
    harness.collect()
    #expect(harness.screen == .pairAgain)
    return harness
  }

  @Test func acceptLeadsToTheMenuWhichOpensTheWindow() {
    let harness = harness()
    harness.press(.accept)
    #expect(harness.screen == .menu)
    #expect(harness.actions.isEmpty)
    harness.press(.accept)
    #expect(harness.actions == [.openPairingWindow])
    #expect(harness.screen == .status)
    harness.press(.back)
    #expect(harness.screen == .clock, "the advice is not repeated")
  }

  @Test func declinePagesThroughTheAdvice() {
    let harness = harness()
    var pictures: [[UInt8]] = []
    while harness.screen == .pairAgain, pictures.count < 9 {
      pictures.append(harness.picture)
      harness.press(.decline)
    }
    #expect(pictures.count == 4)
    #expect(Set(pictures).count == 4)
    #expect(harness.screen == .clock)
  }

  @Test(arguments: [Button.back, .decline]) func itCanBeClosedUnread(_ button: Button) {
    let harness = harness()
    if button == .back { harness.press(.back) } else { harness.hold(.decline) }
    #expect(harness.screen == .clock)
  }

  @Test func upAndDownScrollByALine() {
    let harness = harness()
    let first = harness.picture
    harness.press(.down)
    #expect(harness.picture != first)
    harness.press(.up)
    harness.press(.up)
    #expect(harness.picture == first)
  }

  @Test func itNeverInterruptsACallOrAPairing() {
    let harness = MachineHarness()
    harness.post(5, .init(category: 1, flags: 0x18))
    harness.bondMismatchFound(now: harness.now)
    #expect(harness.screen == .call)
    harness.disconnect()
    #expect(harness.screen == .pairAgain)
    harness.pairingStarted(.compare(pairingCode: 1), now: harness.now)
    #expect(harness.screen == .pairing)
  }

  /// A phone that pairs again solves the problem; this happens a moment after the advice appears.
  @Test(arguments: [ConnectionState.pairing, .encrypted, .ready])
  func itWaitsUntilNoPhoneIsServed(_ state: ConnectionState) {
    let harness = harness()
    harness.linkChanged(to: state, now: harness.now)
    #expect(harness.screen == .clock)
    harness.linkChanged(to: .advertising, now: harness.now)
    #expect(harness.screen == .pairAgain)
  }

  /// The phone without a bond connects and disconnects repeatedly.
  @Test func aPhoneThatOnlyConnectsLeavesIt() {
    let harness = harness()
    harness.linkChanged(to: .connected, now: harness.now)
    #expect(harness.screen == .pairAgain)
  }

  @Test func aBondThatMatchesAgainEndsIt() {
    let harness = harness()
    harness.bondMismatchEnded(now: harness.now)
    #expect(harness.screen == .clock)
  }

  @Test func afterTenMinutesTheClockIsBack() {
    let harness = harness()
    harness.wait(.seconds(599))
    #expect(harness.screen == .pairAgain)
    harness.wait(.seconds(1))
    #expect(harness.screen == .clock)
  }

  @Test func thePageBelowIsThereAgain() {
    let harness = MachineHarness()
    harness.post(1, .init(flags: 0x01))
    harness.press(.accept)
    harness.linkChanged(to: .advertising, now: harness.now)
    harness.bondMismatchFound(now: harness.now)
    #expect(harness.screen == .pairAgain)
    harness.hold(.decline)
    #expect(harness.screen == .list)
  }
}
