import BluetoothHost
import HCI
import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// Bonds of which one side is lost.
@Suite struct BondMismatchTests {
  private let here = HostEvent.bondMismatch(.unknownHere)
  private let there = HostEvent.bondMismatch(.unknownThere(Sample.phoneIdentity))

  private func findings(_ scene: HostScene) -> [HostEvent] {
    scene.takeEvents().filter { if case .bondMismatch = $0 { true } else { false } }
  }

  /// A phone that we do not know asks for its key, and leaves.
  private func askForUnknownKey(_ scene: HostScene) {
    scene.phone.connect()
    scene.phone.encrypt(with: Sample.phoneBond.longTermKey)
    scene.run()
    scene.phone.disconnect(0x06)
    scene.run()
  }

  private func connectPlain(_ scene: HostScene, leavingWith reason: UInt8) {
    scene.phone.connect()
    scene.run()
    scene.phone.disconnect(reason)
    scene.run()
  }

  private func secure(_ scene: HostScene) {
    scene.phone.connect()
    scene.phone.encrypt(with: Sample.phoneBond.longTermKey)
    scene.run()
    scene.phone.disconnect()
    scene.run()
  }

  // MARK: Ours is lost

  @Test func theSecondRequestForAnUnknownKeyIsAFinding() {
    let scene = HostScene.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    askForUnknownKey(scene)
    #expect(findings(scene).isEmpty)
    scene.wait(.minutes(4))
    askForUnknownKey(scene)
    #expect(findings(scene) == [here])
    for _ in 0..<3 { askForUnknownKey(scene) }
    #expect(findings(scene).isEmpty, "once is enough")
  }

  /// A stranger without any key asks as often as it likes, and is no phone that we have forgotten.
  @Test func requestsOnOneLinkAreNone() {
    let scene = HostScene.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    scene.phone.connect()
    for _ in 0..<2 {
      scene.phone.encrypt(with: Sample.phoneKey)
      scene.run()
    }
    #expect(scene.phone.wasKeyRefused)
    #expect(findings(scene).isEmpty)
  }

  @Test func requestsFarApartAreNone() {
    let scene = HostScene.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    for _ in 0..<4 {
      askForUnknownKey(scene)
      scene.wait(.minutes(6))
    }
    #expect(findings(scene).isEmpty)
  }

  @Test func aKeyOfAnotherKindIsUnknownToo() {
    let scene = HostScene.started(bonds: Sample.bonds())
    for _ in 0..<2 {
      scene.phone.connect()
      scene.phone.encrypt(with: Sample.phoneBond.longTermKey, random: 7)
      scene.run()
      scene.phone.disconnect(0x06)
      scene.run()
    }
    #expect(findings(scene) == [here], "and the phone's bond is not said to be lost there")
  }

  @Test func pairingMendsItAndItMayBeFoundAgain() {
    let scene = HostScene.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    for _ in 0..<2 { askForUnknownKey(scene) }
    #expect(findings(scene) == [here])
    scene.host.openPairingWindow(now: scene.now)
    scene.phone.connect()
    scene.pair()
    #expect(scene.events.contains(.secured))
    scene.host.forgetPhone(Sample.phoneIdentity, now: scene.now)
    scene.run()
    for _ in 0..<2 { askForUnknownKey(scene) }
    #expect(findings(scene) == [here])
  }

  // MARK: Theirs is lost

  @Test(arguments: [0x06, 0x3D] as [UInt8]) func aPlainLinkThatEndsForWantOfAKeyIsAFinding(_ reason: UInt8) {
    let scene = HostScene.started(bonds: Sample.bonds(others: 1))
    connectPlain(scene, leavingWith: reason)
    #expect(findings(scene) == [there])
    connectPlain(scene, leavingWith: reason)
    #expect(findings(scene).isEmpty, "once is enough")
    secure(scene)
    connectPlain(scene, leavingWith: reason)
    #expect(findings(scene) == [there], "it was mended in between")
  }

  @Test func aPhoneWithAnotherKeyIsFoundByItsMIC() {
    let scene = HostScene.started(bonds: Sample.bonds())
    scene.phone.connect()
    scene.phone.encrypt(with: Sample.phoneKey)
    scene.run()
    #expect(findings(scene) == [there])
    #expect(scene.bonds.count == 1, "and keeps its bond")
  }

  @Test(arguments: [0x06, 0x3D] as [UInt8]) func anEncryptionThatFailsForWantOfAKeyIsAFinding(_ status: UInt8) {
    let scene = HostScene.connected(bonds: Sample.bonds())
    scene.phone.changeEncryption(status: status)
    scene.run()
    #expect(findings(scene) == [there])
  }

  @Test(arguments: [0x08, 0x13, 0x16, 0x22, 0x3E] as [UInt8]) func anyOtherEndOfAPlainLinkIsNone(_ reason: UInt8) {
    let scene = HostScene.started(bonds: Sample.bonds())
    connectPlain(scene, leavingWith: reason)
    #expect(findings(scene).isEmpty)
  }

  @Test(arguments: [0x06, 0x3D] as [UInt8]) func aSecuredLinkHasItsKey(_ reason: UInt8) {
    let scene = HostScene.secured()
    scene.phone.disconnect(reason)
    scene.run()
    #expect(findings(scene).isEmpty)
  }

  @Test(arguments: [0x06, 0x3D] as [UInt8]) func aStrangerHasNoBondToLose(_ reason: UInt8) {
    let scene = HostScene.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    connectPlain(scene, leavingWith: reason)
    #expect(findings(scene).isEmpty)
  }

  @Test func aBondedPhoneThatWantsToPairHasLostItsBond() {
    let scene = HostScene.started(bonds: Sample.bonds())
    scene.phone.connect()
    scene.phone.startPairing()
    scene.run()
    #expect(findings(scene) == [there])
    scene.host.answerPairing(true, now: scene.now)
    scene.phone.decide(isConfirmed: true)
    scene.run()
    #expect(scene.takeEvents().contains(.secured))
    #expect(scene.bonds.count == 1)
  }

  @Test func aBondedPhoneThatPairsOnASecuredLinkHasNot() {
    let scene = HostScene.secured()
    scene.phone.startPairing()
    scene.run()
    #expect(findings(scene).isEmpty)
  }

  @Test func aBondedPhoneThatNeverEncryptsHasLostItsBond() {
    let scene = HostScene.started(bonds: Sample.bonds())
    scene.phone.connect()
    scene.run()
    scene.wait(.seconds(29))
    #expect(findings(scene).isEmpty)
    scene.wait(.seconds(2))
    #expect(!scene.phone.isConnected)
    #expect(findings(scene) == [there])
  }

  @Test func aPhoneThatIsShownOutIsNoFinding() {
    let scene = HostScene.secured()
    scene.host.disconnectPhone(now: scene.now)
    scene.run()
    scene.takeEvents()
    scene.phone.endsLinks = false
    scene.phone.connect()
    scene.run()
    scene.phone.disconnect(0x3D)
    scene.run()
    #expect(findings(scene).isEmpty)
  }
}
