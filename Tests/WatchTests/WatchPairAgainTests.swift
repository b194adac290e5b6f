import Identifiers
import Octets
import Peripherals
import Screens
import Testing
import Timing

@testable import Watch

/// What is said, and done with one press, when one side has forgotten the other.
@Suite struct WatchPairAgainTests {
  private static let phone = DeviceAddress(kind: .public, octets: [1, 2, 3, 4, 5, 6])

  private func wrist(_ cause: PairAgainScreen.Cause) -> Wrist {
    let wrist = Wrist()
    var identity = WatchIdentity()
    identity.phones.append(PhoneList.Phone(identity: Self.phone, name: BoundedText("Anna's iPhone")))
    wrist.watch.setIdentity(identity)
    wrist.disconnect()
    wrist.watch.bondMismatchFound(cause, phone: cause == .phoneForgot ? Self.phone : nil, now: wrist.now)
    wrist.collect()
    #expect(wrist.screen == .pairAgain)
    return wrist
  }

  @Test(arguments: [PairAgainScreen.Cause.phoneForgot, .watchForgot])
  func onePressOpensTheWindow(_ cause: PairAgainScreen.Cause) {
    let wrist = wrist(cause)
    wrist.press(.accept)
    #expect(wrist.actions == [.openPairingWindow])
    #expect(wrist.screen == .status)
    wrist.press(.back)
    #expect(wrist.screen == .clock, "it is said once")
  }

  @Test func declinePutsAwayWhatIsRead() {
    let wrist = wrist(.phoneForgot)
    wrist.press(.decline)
    #expect(wrist.screen == .clock)
    #expect(wrist.actions.isEmpty)
  }

  @Test func declinePagesThroughWhatIsLong() {
    let wrist = wrist(.watchForgot)
    var pictures: [[UInt8]] = []
    while wrist.screen == .pairAgain, pictures.count < 9 {
      pictures.append(wrist.picture)
      wrist.press(.decline)
    }
    #expect(pictures.count == 4)
    #expect(Set(pictures).count == 4)
    #expect(wrist.screen == .clock)
  }

  @Test(arguments: [Button.back, .decline]) func itCanBePutAwayUnread(_ button: Button) {
    let wrist = wrist(.watchForgot)
    if button == .back { wrist.press(.back) } else { wrist.hold(.decline) }
    #expect(wrist.screen == .clock)
  }

  @Test func upAndDownScrollByALine() {
    let wrist = wrist(.watchForgot)
    let first = wrist.picture
    wrist.press(.down)
    #expect(wrist.picture != first)
    wrist.press(.up)
    wrist.press(.up)
    #expect(wrist.picture == first)
  }

  @Test func itNeverInterruptsACallOrAPairing() {
    let wrist = Wrist()
    wrist.post(5, .init(category: 1, flags: 0x18))
    wrist.watch.bondMismatchFound(.watchForgot, phone: nil, now: wrist.now)
    #expect(wrist.screen == .call)
    wrist.disconnect()
    #expect(wrist.screen == .pairAgain)
    wrist.watch.pairingStarted(.compare(code: 1), now: wrist.now)
    #expect(wrist.screen == .pairing)
  }

  /// Who pairs anew is healing it: that comes a moment after the finding.
  @Test(arguments: [ConnectionState.connected, .pairing, .encrypted, .ready])
  func itWaitsUntilNoPhoneIsHere(_ state: ConnectionState) {
    let wrist = wrist(.phoneForgot)
    wrist.watch.linkChanged(to: state, now: wrist.now)
    #expect(wrist.screen == .clock)
    wrist.watch.linkChanged(to: .advertising, now: wrist.now)
    #expect(wrist.screen == .pairAgain)
  }

  @Test func aBondThatMatchesAgainEndsIt() {
    let wrist = wrist(.phoneForgot)
    wrist.watch.bondMismatchEnded(now: wrist.now)
    #expect(wrist.screen == .clock)
  }

  @Test func forgettingThePhoneEndsIt() {
    let wrist = wrist(.phoneForgot)
    wrist.watch.setIdentity(WatchIdentity())
    #expect(wrist.screen == .clock)
  }

  @Test func afterTenMinutesTheClockIsBack() {
    let wrist = wrist(.phoneForgot)
    wrist.wait(.seconds(599))
    #expect(wrist.screen == .pairAgain)
    wrist.wait(.seconds(1))
    #expect(wrist.screen == .clock)
  }

  @Test func thePageBelowIsThereAgain() {
    let wrist = Wrist()
    wrist.post(1, .init(flags: 0x01))
    wrist.press(.accept)
    wrist.watch.linkChanged(to: .advertising, now: wrist.now)
    wrist.watch.bondMismatchFound(.phoneForgot, phone: nil, now: wrist.now)
    #expect(wrist.screen == .pairAgain)
    wrist.press(.decline)
    #expect(wrist.screen == .list)
  }
}
