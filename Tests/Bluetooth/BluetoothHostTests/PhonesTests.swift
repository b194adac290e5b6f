import BluetoothHost
import HCI
import Identifiers
import Octets
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// Several phones: which may connect, and how the user disconnects one.
@Suite struct PhonesTests {
  private let other = Sample.bond(1)

  /// The other phone, which connects with its identity address.
  private func connectOther(_ harness: HostHarness) {
    harness.phone.connect(from: other.identity)
    harness.phone.encrypt(with: other.longTermKey)
    harness.run()
  }

  private func connectPhone(_ harness: HostHarness) {
    harness.phone.connect()
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
  }

  private func twoPhones() -> HostHarness {
    let harness = HostHarness.started(bonds: Sample.bonds(others: 1))
    harness.takeEvents()
    return harness
  }

  // MARK: Selecting

  @Test func withoutASelectionAnyBondedPhoneMayConnect() {
    let harness = twoPhones()
    for connect in [connectOther, connectPhone] {
      connect(harness)
      #expect(harness.takeEvents().contains(.secured))
      harness.phone.disconnect()
      harness.run()
    }
    #expect(harness.host.selectedPhone == nil)
  }

  @Test func onlyTheSelectedPhoneMayStay() {
    let harness = twoPhones()
    harness.host.selectPhone(Sample.phoneIdentity, now: harness.now)
    #expect(harness.takeEvents() == [.bondsChanged])
    connectOther(harness)
    #expect(harness.phone.disconnectReasons == [0x13])
    #expect(
      harness.takeEvents() == [
        .stateChanged(.connected), .linkLost(reason: .connectionTerminatedByLocalHost), .stateChanged(.advertising),
      ])
    #expect(harness.phone.isAdvertising)
    connectPhone(harness)
    #expect(harness.takeEvents().contains(.secured))
  }

  /// The phone would take a refusal as a sign that its bond is lost.
  @Test func aRejectedPhoneGetsItsKey() {
    let harness = twoPhones()
    harness.host.selectPhone(Sample.phoneIdentity, now: harness.now)
    harness.phone.endsLinks = false
    connectOther(harness)
    #expect(harness.phone.isEncrypted && !harness.phone.wasKeyRefused)
    #expect(!harness.events.contains(.secured))
    #expect(!harness.isClientIdle)
  }

  @Test func theSelectionEndsTheLinkOfAnother() {
    let harness = twoPhones()
    connectPhone(harness)
    harness.host.selectPhone(other.identity, now: harness.now)
    harness.run()
    #expect(harness.phone.disconnectReasons == [0x13])
    #expect(harness.takeEvents().contains(.linkLost(reason: .connectionTerminatedByLocalHost)))
    #expect(harness.host.selectedPhone == other.identity)
  }

  @Test func theSelectionOfThePhoneThatIsHereChangesNothingOfItsLink() {
    let harness = HostHarness.secured()
    harness.host.selectPhone(Sample.phoneIdentity, now: harness.now)
    harness.run()
    #expect(harness.takeEvents() == [.bondsChanged])
    #expect(harness.isClientIdle)
    harness.host.selectPhone(Sample.phoneIdentity, now: harness.now)
    harness.host.selectPhone(DeviceAddress(.public, "010101010101"), now: harness.now)
    #expect(harness.takeEvents().isEmpty)
    harness.host.selectPhone(nil, now: harness.now)
    #expect(harness.takeEvents() == [.bondsChanged])
  }

  @Test func aPhoneThatPairsWhileAnotherIsSelectedTakesItsPlace() {
    let harness = HostHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 2))
    harness.host.selectPhone(other.identity, now: harness.now)
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect()
    harness.pair()
    #expect(harness.results == [.bonded])
    #expect(harness.host.selectedPhone == Sample.phoneIdentity)
    #expect(harness.isClientIdle)
  }

  // MARK: Disconnecting

  @Test func aDisconnectedPhoneIsHeldOffForAMinute() {
    let harness = HostHarness.secured()
    harness.host.disconnectPhone(now: harness.now)
    harness.run()
    #expect(harness.phone.disconnectReasons == [0x13])
    harness.takeEvents()
    harness.wait(.seconds(59))
    connectPhone(harness)
    #expect(harness.phone.disconnectReasons == [0x13, 0x13])
    #expect(!harness.takeEvents().contains(.secured))
    harness.wait(.seconds(1))
    connectPhone(harness)
    #expect(harness.takeEvents().contains(.secured))
  }

  @Test func inThatTimeAnotherMayComeAndIsHeldOffInItsTurn() {
    let harness = twoPhones()
    connectPhone(harness)
    harness.host.disconnectPhone(now: harness.now)
    harness.run()
    harness.takeEvents()
    connectOther(harness)
    #expect(harness.takeEvents().contains(.secured))
    harness.host.disconnectPhone(now: harness.now)
    harness.run()
    harness.takeEvents()
    for connect in [connectPhone, connectOther] {
      connect(harness)
      #expect(!harness.takeEvents().contains(.secured))
    }
    #expect(harness.phone.disconnectReasons == [0x13, 0x13, 0x13, 0x13])
  }

  @Test(arguments: [true, false]) func selectingEndsTheHold(_ isByName: Bool) {
    let harness = HostHarness.secured()
    harness.host.disconnectPhone(now: harness.now)
    harness.run()
    harness.host.selectPhone(isByName ? Sample.phoneIdentity : nil, now: harness.now)
    harness.takeEvents()
    connectPhone(harness)
    #expect(harness.takeEvents().contains(.secured))
  }

  @Test func aHeldPhoneWithANewAddressIsRejected() throws {
    let harness = HostHarness.secured()
    harness.host.disconnectPhone(now: harness.now)
    harness.run()
    let address = try #require(DeviceAddress(resolvableWith: Sample.phoneKey, randomness: [9, 8, 7]))
    harness.phone.connect(from: address)
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    #expect(harness.phone.disconnectReasons == [0x13, 0x13])
  }

  // MARK: Forgetting

  @Test func aForgottenPhoneIsAStrangerAndAnotherStays() {
    let harness = twoPhones()
    connectOther(harness)
    harness.takeEvents()
    harness.host.forgetPhone(Sample.phoneIdentity, now: harness.now)
    harness.run()
    #expect(harness.takeEvents() == [.bondsChanged])
    #expect(harness.isClientIdle)
    #expect(harness.host.latestPhone == other.identity)
    harness.host.forgetPhone(Sample.phoneIdentity, now: harness.now)
    #expect(harness.takeEvents().isEmpty)
  }

  // MARK: Pairing another

  @Test func theWindowOpensWhileAPhoneIsConnectedAndItsLinkEnds() {
    let harness = HostHarness.secured()
    harness.host.openPairingWindow(now: harness.now)
    harness.run()
    #expect(harness.isWindowOpen)
    #expect(harness.phone.disconnectReasons == [0x13])
    #expect(
      harness.takeLinkEvents() == [
        .linkLost(reason: .connectionTerminatedByLocalHost), .stateChanged(.advertising),
      ])
    #expect(harness.phone.isAdvertising)
  }

  @Test func withAWindowOfZeroTheLinkStaysAndNoReplacementIsOffered() {
    // The table is full.
    let harness = HostHarness.started(bonds: Sample.bonds(others: 7))
    connectPhone(harness)
    harness.takeEvents()
    harness.host.setPairingWindow(.zero)
    harness.host.openPairingWindow(now: harness.now)
    harness.run()
    #expect(!harness.isWindowOpen)
    #expect(harness.phone.isConnected && harness.phone.disconnectReasons.isEmpty)
    #expect(harness.takeLinkEvents().isEmpty)
  }

  @Test func whileTheWindowIsOpenABondedPhoneIsRejectedButKeepsItsBond() {
    let harness = HostHarness.secured()
    harness.host.openPairingWindow(now: harness.now)
    harness.run()
    for _ in 0..<3 {
      connectPhone(harness)
      #expect(!harness.phone.isConnected && !harness.phone.wasKeyRefused)
    }
    #expect(!harness.takeEvents().contains(.secured))
    #expect(harness.phone.disconnectReasons == [0x13, 0x13, 0x13, 0x13])
    #expect(harness.bonds.count == 1)
    harness.wait(.seconds(120))
    connectPhone(harness)
    #expect(harness.takeEvents().contains(.secured))
  }

  @Test func anotherPhonePairsAndStays() {
    let harness = HostHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    connectOther(harness)
    harness.host.openPairingWindow(now: harness.now)
    harness.run()
    harness.takeEvents()
    harness.phone.connect()
    harness.pair()
    #expect(harness.results == [.bonded] && harness.events.contains(.secured))
    #expect(harness.bonds.count == 2)
    #expect(!harness.isWindowOpen)
  }

  @Test func aPhoneThatLostItsBondPairsAgainWhileTheWindowIsOpen() {
    let harness = twoPhones()
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect()
    harness.run()
    harness.wait(.seconds(7))
    #expect(harness.phone.isConnected)
    harness.phone.startPairing()
    harness.run()
    harness.wait(.seconds(20))
    harness.host.answerPairing(isConfirmed: true, now: harness.now)
    harness.phone.decide(isConfirmed: true)
    harness.run()
    #expect(harness.results == [.bonded] && harness.events.contains(.secured))
    #expect(harness.bonds.count == 2)
  }

  @Test func aBondedPhoneThatDoesNeitherHasEightSeconds() {
    let harness = twoPhones()
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect()
    harness.run()
    harness.wait(.milliseconds(7_900))
    #expect(harness.phone.isConnected)
    harness.wait(.milliseconds(200))
    #expect(!harness.phone.isConnected && harness.phone.isAdvertising)
  }

  @Test func aBondedPhoneWhosePairingFailedHasEightSecondsMore() {
    let harness = twoPhones()
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect()
    harness.phone.startPairing()
    harness.run()
    harness.wait(.seconds(15))
    harness.host.answerPairing(isConfirmed: false, now: harness.now)
    harness.run()
    harness.wait(.milliseconds(7_900))
    #expect(harness.phone.isConnected)
    harness.wait(.milliseconds(200))
    #expect(!harness.phone.isConnected)
  }

  @Test func aWindowThatIsOpenedInAPairingLetsItEnd() {
    let harness = HostHarness.connected(bonds: Sample.bonds())
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.startPairing()
    harness.run()
    harness.host.openPairingWindow(now: harness.now)
    harness.wait(.seconds(15))
    harness.host.answerPairing(isConfirmed: true, now: harness.now)
    harness.phone.decide(isConfirmed: true)
    harness.run()
    #expect(harness.results == [.bonded] && harness.events.contains(.secured))
  }

  @Test func anUnselectedPhoneThatFailsToPairAfterTheWindowIsDisconnected() {
    let harness = twoPhones()
    harness.host.selectPhone(Sample.phoneIdentity, now: harness.now)
    harness.host.openPairingWindow(now: harness.now)
    harness.wait(.seconds(110))
    harness.phone.connect(from: other.identity)
    harness.phone.startPairing()
    harness.run()
    harness.wait(.seconds(15))
    #expect(!harness.isWindowOpen && harness.phone.isConnected)
    harness.host.answerPairing(isConfirmed: false, now: harness.now)
    harness.run()
    #expect(harness.pairingFailedReasons == [0x0C])
    // It has proved nothing: it may still encrypt, as any phone with a bond.
    harness.wait(.milliseconds(5_900))
    #expect(harness.phone.disconnectReasons.isEmpty)
    harness.wait(.milliseconds(100))
    #expect(harness.phone.disconnectReasons == [0x13])
  }

  @Test func aWindowThatClosesLetsThePhoneThatWaitsStay() {
    let harness = twoPhones()
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect()
    harness.run()
    harness.host.closePairingWindow(now: harness.now)
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    #expect(harness.takeEvents().contains(.secured))
    harness.wait(.seconds(11))
    #expect(harness.phone.isConnected)
  }

  /// A stranger connected before the user opened the window.
  @Test func aStrangerThatWaitsIsAskedToPair() {
    let harness = HostHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    harness.phone.connect()
    harness.run()
    harness.wait(.seconds(2))
    #expect(harness.phone.heard(on: 6).isEmpty)
    harness.host.openPairingWindow(now: harness.now)
    harness.run()
    #expect(harness.phone.isConnected)
    #expect(harness.phone.heard(on: 6) == [[0x0B, 0x0D]])
  }
}
