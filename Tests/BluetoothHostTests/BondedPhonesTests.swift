import BluetoothHost
import HCI
import Identifiers
import Octets
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// Which phones are kept, and what is kept of them.
@Suite struct BondedPhonesTests {
  private let other = Sample.bond(1)

  // MARK: A full table

  /// The table is full, its user agrees that a phone may go, and another has begun to pair.
  private func pairingForAPlace() -> HostScene {
    let scene = HostScene.started(bonds: Sample.bonds(bondedWithPhone: false, others: 8))
    scene.host.openPairingWindow(now: scene.now)
    scene.host.acceptReplacement(now: scene.now)
    scene.phone.connect()
    scene.phone.startPairing()
    scene.run()
    return scene
  }

  @Test func aFullTableOffersTheOneOutOfUse() {
    let scene = HostScene.started(bonds: Sample.bonds(bondedWithPhone: false, others: 8))
    scene.takeEvents()
    scene.host.openPairingWindow(now: scene.now)
    #expect(scene.takeEvents() == [.replacementOffered(other.identity)])
    #expect(scene.host.offeredReplacement == other.identity)
    #expect(scene.bonds.count == 8)
  }

  @Test func withRoomNothingIsOffered() {
    let scene = HostScene.started(bonds: Sample.bonds(bondedWithPhone: false, others: 7))
    scene.takeEvents()
    scene.host.openPairingWindow(now: scene.now)
    #expect(scene.takeEvents().isEmpty && scene.host.offeredReplacement == nil)
  }

  @Test func theOldBondGoesWhenTheNewOneIsCommitted() {
    let scene = pairingForAPlace()
    scene.host.answerPairing(true, now: scene.now)
    scene.run()
    #expect(scene.bonds.bond(for: other.identity) != nil, "not yet")
    scene.phone.decide(isConfirmed: true)
    scene.run()
    #expect(scene.results == [.bonded])
    #expect(scene.bonds.count == 8)
    #expect(scene.bonds.bond(for: other.identity) == nil && scene.bonds.bond(for: Sample.phoneIdentity) != nil)
    #expect(scene.host.offeredReplacement == nil)
  }

  @Test func aPairingThatFailsCostsNoBond() {
    let scene = pairingForAPlace()
    scene.host.answerPairing(false, now: scene.now)
    scene.run()
    #expect(scene.bonds.count == 8 && scene.bonds.bond(for: other.identity) != nil)
  }

  @Test func theAgreementEndsWithItsWindow() {
    let scene = HostScene.started(bonds: Sample.bonds(bondedWithPhone: false, others: 8))
    scene.host.openPairingWindow(now: scene.now)
    scene.host.acceptReplacement(now: scene.now)
    scene.wait(.seconds(121))
    #expect(scene.host.offeredReplacement == nil)
    scene.takeEvents()
    scene.host.openPairingWindow(now: scene.now)
    scene.phone.connect()
    scene.phone.startPairing()
    scene.run()
    #expect(scene.results == [.failed(.noRoom)])
  }

  @Test func aWindowThatClosesInAPairingDoesNotUndoTheAgreement() {
    let scene = HostScene.started(bonds: Sample.bonds(bondedWithPhone: false, others: 8))
    scene.host.openPairingWindow(now: scene.now)
    scene.host.acceptReplacement(now: scene.now)
    scene.wait(.seconds(110))
    scene.phone.connect()
    scene.phone.startPairing()
    scene.run()
    scene.wait(.seconds(15))
    scene.host.answerPairing(true, now: scene.now)
    scene.phone.decide(isConfirmed: true)
    scene.run()
    #expect(scene.results == [.bonded])
  }

  @Test func aWindowThatIsOpenedInAPairingDoesNotUndoTheAgreement() {
    let scene = pairingForAPlace()
    scene.host.openPairingWindow(now: scene.now)
    scene.wait(.seconds(15))
    scene.host.answerPairing(true, now: scene.now)
    scene.phone.decide(isConfirmed: true)
    scene.run()
    #expect(scene.results == [.bonded])
  }

  // MARK: What is kept

  @Test func theNameIsKeptWithTheBondAndSavedOnce() {
    let scene = HostScene.secured()
    for _ in 0..<2 { scene.setPhoneName("Annas iPhone") }
    #expect(scene.takeEvents() == [.bondsChanged])
    #expect(scene.bonds.bond(for: Sample.phoneIdentity)?.name == BoundedText("Annas iPhone"))
  }

  @Test func withoutASecuredLinkNobodyIsNamed() {
    let scene = HostScene.connected(bonds: Sample.bonds())
    scene.takeEvents()
    scene.setPhoneName("Mallory")
    #expect(scene.takeEvents().isEmpty)
  }

  @Test func aLongNameIsCutAtACharacter() {
    let scene = HostScene.secured()
    scene.setPhoneName("Das iPhone von Zoë-Zoë-Zoë")
    #expect(scene.bonds.bond(for: Sample.phoneIdentity)?.name == BoundedText("Das iPhone von Zoë-Zoë"))
  }

  /// Flash wears out.
  @Test func thePhoneThatComesBackWritesNothing() {
    let scene = HostScene.connected()
    scene.pair()
    scene.setPhoneName("Annas iPhone")
    scene.takeEvents()
    for _ in 0..<10 {
      scene.phone.disconnect()
      scene.run()
      scene.phone.connect()
      scene.phone.encrypt(with: scene.phone.longTermKey)
      scene.run()
      scene.setPhoneName("Annas iPhone")
    }
    let events = scene.takeEvents()
    #expect(events.filter { $0 == .secured }.count == 10)
    #expect(!events.contains(.bondsChanged))
  }

  @Test(arguments: [true, false]) func whatWasSetBeforeTheLinkWasSecuredIsKept(_ isBonded: Bool) {
    let scene = HostScene.connected(bonds: Sample.bonds(bondedWithPhone: isBonded))
    scene.phone.send([0x12, 0x0D, 0x00, 0x02, 0x00], on: 4)
    scene.run()
    if isBonded {
      scene.phone.encrypt(with: Sample.phoneBond.longTermKey)
      scene.run()
    } else {
      scene.pair()
    }
    #expect(scene.events.contains(.secured))
    #expect(scene.bonds.bond(for: Sample.phoneIdentity)?.clientConfigurations == 0x02)
    scene.phone.forgetFrames()
    scene.phone.send([0x0A, 0x0D, 0x00], on: 4)
    scene.run()
    #expect(scene.phone.heard(on: 4).last == [0x0B, 0x02, 0x00])
  }

  @Test func pairingAnewOnAPlainLinkKeepsWhatWasSet() throws {
    let scene = HostScene.secured()
    scene.phone.send([0x12, 0x0D, 0x00, 0x02, 0x00], on: 4)
    scene.run()
    scene.setPhoneName("Annas iPhone")
    let earlier = try #require(scene.bonds.bond(for: Sample.phoneIdentity))
    scene.phone.disconnect()
    scene.phone.connect()
    scene.pair()
    let bond = try #require(scene.bonds.bond(for: Sample.phoneIdentity))
    #expect(bond.longTermKey != earlier.longTermKey)
    #expect(bond.clientConfigurations == earlier.clientConfigurations && bond.clientConfigurations != 0)
    #expect(bond.databaseHash == earlier.databaseHash && bond.name == earlier.name)
  }
}
