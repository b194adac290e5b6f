import BluetoothHost
import HCI
import Identifiers
import Octets
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// More than one phone: who may have the watch, and how its user gets rid of one.
@Suite struct PhonesTests {
  private let other = Sample.bond(1)

  /// The other phone, which connects with its identity address.
  private func connectOther(_ scene: HostScene) {
    scene.phone.connect(from: other.identity)
    scene.phone.encrypt(with: other.longTermKey)
    scene.run()
  }

  private func connectPhone(_ scene: HostScene) {
    scene.phone.connect()
    scene.phone.encrypt(with: Sample.phoneBond.longTermKey)
    scene.run()
  }

  private func twoPhones() -> HostScene {
    let scene = HostScene.started(bonds: Sample.bonds(others: 1))
    scene.takeEvents()
    return scene
  }

  // MARK: Selecting

  @Test func withoutASelectionAnyBondedPhoneMayConnect() {
    let scene = twoPhones()
    for connect in [connectOther, connectPhone] {
      connect(scene)
      #expect(scene.takeEvents().contains(.secured))
      scene.phone.disconnect()
      scene.run()
    }
    #expect(scene.host.selectedPhone == nil)
  }

  @Test func onlyTheSelectedPhoneMayStay() {
    let scene = twoPhones()
    scene.host.selectPhone(Sample.phoneIdentity, now: scene.now)
    #expect(scene.takeEvents() == [.bondsChanged])
    connectOther(scene)
    #expect(scene.phone.disconnectReasons == [0x13])
    #expect(scene.takeEvents().isEmpty, "it was never let in, so there is nothing to tell")
    #expect(scene.phone.isAdvertising)
    connectPhone(scene)
    #expect(scene.takeEvents().contains(.secured))
  }

  /// It would take a refusal for the loss of its bond.
  @Test func aPhoneThatIsShownOutGetsItsKey() {
    let scene = twoPhones()
    scene.host.selectPhone(Sample.phoneIdentity, now: scene.now)
    scene.phone.endsLinks = false
    connectOther(scene)
    #expect(scene.phone.isEncrypted && !scene.phone.wasKeyRefused)
    #expect(!scene.events.contains(.secured))
    #expect(!scene.isClientIdle)
  }

  @Test func theSelectionEndsTheLinkOfAnother() {
    let scene = twoPhones()
    connectPhone(scene)
    scene.host.selectPhone(other.identity, now: scene.now)
    scene.run()
    #expect(scene.phone.disconnectReasons == [0x13])
    #expect(scene.takeEvents().contains(.linkLost(reason: .connectionTerminatedByLocalHost)))
    #expect(scene.host.selectedPhone == other.identity)
  }

  @Test func theSelectionOfThePhoneThatIsHereChangesNothingOfItsLink() {
    let scene = HostScene.secured()
    scene.host.selectPhone(Sample.phoneIdentity, now: scene.now)
    scene.run()
    #expect(scene.takeEvents() == [.bondsChanged])
    #expect(scene.isClientIdle)
    scene.host.selectPhone(Sample.phoneIdentity, now: scene.now)
    scene.host.selectPhone(DeviceAddress(.public, "010101010101"), now: scene.now)
    #expect(scene.takeEvents().isEmpty)
    scene.host.selectPhone(nil, now: scene.now)
    #expect(scene.takeEvents() == [.bondsChanged])
  }

  @Test func aPhoneThatPairsWhileAnotherIsSelectedTakesItsPlace() {
    let scene = HostScene.started(bonds: Sample.bonds(bondedWithPhone: false, others: 2))
    scene.host.selectPhone(other.identity, now: scene.now)
    scene.host.openPairingWindow(now: scene.now)
    scene.phone.connect()
    scene.pair()
    #expect(scene.results == [.bonded])
    #expect(scene.host.selectedPhone == Sample.phoneIdentity)
    #expect(scene.isClientIdle)
  }

  // MARK: Disconnecting

  @Test func aDisconnectedPhoneIsHeldOffForAMinute() {
    let scene = HostScene.secured()
    scene.host.disconnectPhone(now: scene.now)
    scene.run()
    #expect(scene.phone.disconnectReasons == [0x13])
    scene.takeEvents()
    #expect(scene.isHeldOff(Sample.phoneIdentity))
    scene.wait(.seconds(59))
    connectPhone(scene)
    #expect(scene.phone.disconnectReasons == [0x13, 0x13])
    #expect(!scene.takeEvents().contains(.secured))
    scene.wait(.seconds(1))
    #expect(!scene.isHeldOff(Sample.phoneIdentity))
    connectPhone(scene)
    #expect(scene.takeEvents().contains(.secured))
  }

  @Test func inThatTimeAnotherMayComeAndIsHeldOffInItsTurn() {
    let scene = twoPhones()
    connectPhone(scene)
    scene.host.disconnectPhone(now: scene.now)
    scene.run()
    scene.takeEvents()
    connectOther(scene)
    #expect(scene.takeEvents().contains(.secured))
    scene.host.disconnectPhone(now: scene.now)
    scene.run()
    #expect(scene.isHeldOff(Sample.phoneIdentity) && scene.isHeldOff(other.identity))
  }

  @Test(arguments: [true, false]) func selectingEndsTheHold(_ isByName: Bool) {
    let scene = HostScene.secured()
    scene.host.disconnectPhone(now: scene.now)
    scene.run()
    scene.host.selectPhone(isByName ? Sample.phoneIdentity : nil, now: scene.now)
    scene.takeEvents()
    connectPhone(scene)
    #expect(scene.takeEvents().contains(.secured))
  }

  @Test func theHoldIsOfThePhoneAndNotOfItsAddress() throws {
    let scene = HostScene.secured()
    scene.host.disconnectPhone(now: scene.now)
    scene.run()
    let address = try #require(DeviceAddress(resolvableWith: Sample.phoneKey, randomness: [9, 8, 7]))
    scene.phone.connect(from: address)
    scene.run()
    #expect(scene.phone.disconnectReasons == [0x13, 0x13])
  }

  // MARK: Forgetting

  @Test func aForgottenPhoneIsAStrangerAndAnotherStays() {
    let scene = twoPhones()
    connectOther(scene)
    scene.takeEvents()
    scene.host.forgetPhone(Sample.phoneIdentity, now: scene.now)
    scene.run()
    #expect(scene.takeEvents() == [.bondsChanged])
    #expect(scene.isClientIdle)
    #expect(scene.host.latestPhone == other.identity)
    scene.host.forgetPhone(Sample.phoneIdentity, now: scene.now)
    #expect(scene.takeEvents().isEmpty)
  }

  // MARK: Pairing another

  @Test func theWindowOpensWhileAPhoneIsConnectedAndItsLinkEnds() {
    let scene = HostScene.secured()
    scene.host.openPairingWindow(now: scene.now)
    scene.run()
    #expect(scene.isWindowOpen)
    #expect(scene.phone.disconnectReasons == [0x13])
    #expect(
      scene.takeEvents() == [
        .linkLost(reason: .connectionTerminatedByLocalHost), .stateChanged(.advertising),
      ])
    #expect(scene.phone.isAdvertising)
  }

  @Test func whileItIsOpenABondedPhoneIsShownOutButKeepsItsBond() {
    let scene = HostScene.secured()
    scene.host.openPairingWindow(now: scene.now)
    scene.run()
    for _ in 0..<3 {
      connectPhone(scene)
      #expect(!scene.phone.isConnected && !scene.phone.wasKeyRefused)
    }
    #expect(!scene.takeEvents().contains(.secured))
    #expect(scene.phone.disconnectReasons == [0x13, 0x13, 0x13, 0x13])
    #expect(scene.bonds.count == 1)
    scene.wait(.seconds(120))
    connectPhone(scene)
    #expect(scene.takeEvents().contains(.secured))
  }

  @Test func anotherPhonePairsAndStays() {
    let scene = HostScene.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    connectOther(scene)
    scene.host.openPairingWindow(now: scene.now)
    scene.run()
    scene.takeEvents()
    scene.phone.connect()
    scene.pair()
    #expect(scene.results == [.bonded] && scene.events.contains(.secured))
    #expect(scene.bonds.count == 2)
    #expect(!scene.isWindowOpen)
  }

  @Test func aBondedPhoneThatHasLostItsBondPairsAnewWhileTheWindowIsOpen() {
    let scene = twoPhones()
    scene.host.openPairingWindow(now: scene.now)
    scene.phone.connect()
    scene.run()
    scene.wait(.seconds(9))
    #expect(scene.phone.isConnected)
    scene.phone.startPairing()
    scene.run()
    scene.wait(.seconds(20))
    scene.host.answerPairing(true, now: scene.now)
    scene.phone.decide(isConfirmed: true)
    scene.run()
    #expect(scene.results == [.bonded] && scene.events.contains(.secured))
    #expect(scene.bonds.count == 2)
  }

  @Test func aBondedPhoneThatDoesNeitherHasTenSeconds() {
    let scene = twoPhones()
    scene.host.openPairingWindow(now: scene.now)
    scene.phone.connect()
    scene.run()
    scene.wait(.milliseconds(9_900))
    #expect(scene.phone.isConnected)
    scene.wait(.milliseconds(200))
    #expect(!scene.phone.isConnected && scene.phone.isAdvertising)
  }

  @Test func aBondedPhoneWhosePairingFailedHasTenSecondsMore() {
    let scene = twoPhones()
    scene.host.openPairingWindow(now: scene.now)
    scene.phone.connect()
    scene.phone.startPairing()
    scene.run()
    scene.wait(.seconds(15))
    scene.host.answerPairing(false, now: scene.now)
    scene.run()
    scene.wait(.seconds(9))
    #expect(scene.phone.isConnected)
    scene.wait(.seconds(2))
    #expect(!scene.phone.isConnected)
  }

  @Test func aWindowThatIsOpenedInAPairingLetsItEnd() {
    let scene = HostScene.connected(bonds: Sample.bonds())
    scene.phone.startPairing()
    scene.run()
    scene.host.openPairingWindow(now: scene.now)
    scene.wait(.seconds(15))
    scene.host.answerPairing(true, now: scene.now)
    scene.phone.decide(isConfirmed: true)
    scene.run()
    #expect(scene.results == [.bonded] && scene.events.contains(.secured))
  }

  @Test func whoIsNotSelectedAndFailsToPairWhenTheWindowIsClosedIsShownOutAtOnce() {
    let scene = twoPhones()
    scene.host.selectPhone(Sample.phoneIdentity, now: scene.now)
    scene.host.openPairingWindow(now: scene.now)
    scene.wait(.seconds(110))
    scene.phone.connect(from: other.identity)
    scene.phone.startPairing()
    scene.run()
    scene.wait(.seconds(15))
    #expect(!scene.isWindowOpen && scene.phone.isConnected)
    scene.host.answerPairing(false, now: scene.now)
    scene.run()
    #expect(scene.pairingFailedReasons == [0x0C])
    #expect(scene.phone.disconnectReasons == [0x13])
  }

  @Test func aWindowThatClosesLetsThePhoneThatWaitsStay() {
    let scene = twoPhones()
    scene.host.openPairingWindow(now: scene.now)
    scene.phone.connect()
    scene.run()
    scene.host.closePairingWindow(now: scene.now)
    scene.phone.encrypt(with: Sample.phoneBond.longTermKey)
    scene.run()
    #expect(scene.takeEvents().contains(.secured))
    scene.wait(.seconds(11))
    #expect(scene.phone.isConnected)
  }

  /// A stranger came before its user opened the window.
  @Test func aStrangerThatWaitsIsAskedToPair() {
    let scene = HostScene.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    scene.phone.connect()
    scene.run()
    scene.wait(.seconds(3))
    #expect(scene.phone.heard(on: 6).isEmpty)
    scene.host.openPairingWindow(now: scene.now)
    scene.run()
    #expect(scene.phone.isConnected)
    #expect(scene.phone.heard(on: 6) == [[0x0B, 0x0D]])
  }
}
