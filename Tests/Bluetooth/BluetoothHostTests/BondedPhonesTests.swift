import BluetoothHost
import HCI
import Identifiers
import Octets
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// Which phones have bonds, and what the bonds contain.
@Suite struct BondedPhonesTests {
  private let other = Sample.bond(1)

  // MARK: A full table

  /// The table is full, the user agrees to replace a phone, and another phone has started to pair.
  private func pairingForAPlace() -> HostHarness {
    let harness = HostHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 8))
    harness.host.openPairingWindow(now: harness.now)
    harness.host.acceptReplacement(now: harness.now)
    harness.phone.connect()
    harness.phone.startPairing()
    harness.run()
    return harness
  }

  @Test func aFullTableOffersTheOneOutOfUse() {
    let harness = HostHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 8))
    harness.takeEvents()
    harness.host.openPairingWindow(now: harness.now)
    #expect(harness.takeEvents() == [.replacementOffered(other.identity)])
    #expect(harness.bonds.count == 8)
  }

  @Test func withRoomNothingIsOffered() {
    let harness = HostHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 7))
    harness.takeEvents()
    harness.host.openPairingWindow(now: harness.now)
    #expect(harness.takeEvents().isEmpty)
  }

  @Test func theOldBondGoesWhenTheNewOneIsCommitted() {
    let harness = pairingForAPlace()
    harness.host.answerPairing(isConfirmed: true, now: harness.now)
    harness.run()
    #expect(harness.bonds.bond(for: other.identity) != nil, "not yet")
    harness.phone.decide(isConfirmed: true)
    harness.run()
    #expect(harness.results == [.bonded])
    #expect(harness.bonds.count == 8)
    #expect(harness.bonds.bond(for: other.identity) == nil && harness.bonds.bond(for: Sample.phoneIdentity) != nil)
  }

  @Test func aPairingThatFailsCostsNoBond() {
    let harness = pairingForAPlace()
    harness.host.answerPairing(isConfirmed: false, now: harness.now)
    harness.run()
    #expect(harness.bonds.count == 8 && harness.bonds.bond(for: other.identity) != nil)
  }

  @Test func theAgreementEndsWithItsWindow() {
    let harness = HostHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 8))
    harness.host.openPairingWindow(now: harness.now)
    harness.host.acceptReplacement(now: harness.now)
    harness.wait(.seconds(121))
    harness.takeEvents()
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect()
    harness.phone.startPairing()
    harness.run()
    #expect(harness.results == [.failed(.noRoom)])
  }

  @Test func aWindowThatClosesInAPairingDoesNotUndoTheAgreement() {
    let harness = HostHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 8))
    harness.host.openPairingWindow(now: harness.now)
    harness.host.acceptReplacement(now: harness.now)
    harness.wait(.seconds(110))
    harness.phone.connect()
    harness.phone.startPairing()
    harness.run()
    harness.wait(.seconds(15))
    harness.host.answerPairing(isConfirmed: true, now: harness.now)
    harness.phone.decide(isConfirmed: true)
    harness.run()
    #expect(harness.results == [.bonded])
  }

  @Test func aWindowThatIsOpenedInAPairingDoesNotUndoTheAgreement() {
    let harness = pairingForAPlace()
    harness.host.openPairingWindow(now: harness.now)
    harness.wait(.seconds(15))
    harness.host.answerPairing(isConfirmed: true, now: harness.now)
    harness.phone.decide(isConfirmed: true)
    harness.run()
    #expect(harness.results == [.bonded])
  }

  // MARK: Stored data

  @Test func theNameIsKeptWithTheBondAndSavedOnce() {
    let harness = HostHarness.secured()
    for _ in 0..<2 { harness.setPhoneName("Annas iPhone") }
    #expect(harness.takeEvents() == [.phoneNamed])
    harness.wait(BluetoothHost.settingsDelay)
    #expect(harness.takeEvents() == [.bondsChanged])
    #expect(harness.bonds.bond(for: Sample.phoneIdentity)?.name == BoundedText("Annas iPhone"))
  }

  @Test func noPhoneIsNamedWithoutASecuredLink() {
    let harness = HostHarness.connected(bonds: Sample.bonds())
    harness.takeEvents()
    harness.setPhoneName("Mallory")
    #expect(harness.takeEvents().isEmpty)
  }

  @Test func aLongNameIsCutAtACharacter() {
    let harness = HostHarness.secured()
    harness.setPhoneName("Das iPhone von Zoë-Zoë-Zoë")
    #expect(harness.bonds.bond(for: Sample.phoneIdentity)?.name == BoundedText("Das iPhone von Zoë-Zoë"))
  }

  /// Flash memory wears out.
  @Test func thePhoneThatComesBackWritesNothing() {
    let harness = HostHarness.connected()
    harness.pair()
    harness.setPhoneName("Annas iPhone")
    harness.wait(BluetoothHost.settingsDelay)
    harness.takeEvents()
    for _ in 0..<10 {
      harness.phone.disconnect()
      harness.run()
      harness.phone.connect()
      harness.phone.encrypt(with: harness.phone.longTermKey)
      harness.run()
      harness.setPhoneName("Annas iPhone")
    }
    let events = harness.takeEvents()
    #expect(events.filter { $0 == .secured }.count == 10)
    #expect(!events.contains(.bondsChanged))
  }

  @Test(arguments: [true, false]) func settingsFromBeforeEncryptionAreKept(_ isBonded: Bool) {
    let harness = HostHarness.connected(bonds: Sample.bonds(bondedWithPhone: isBonded))
    harness.phone.send([0x12, 0x0D, 0x00, 0x02, 0x00], on: 4)
    harness.run()
    if isBonded {
      harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
      harness.run()
    } else {
      harness.pair()
    }
    #expect(harness.events.contains(.secured))
    #expect(harness.bonds.bond(for: Sample.phoneIdentity)?.serverSettings.configurations == 0x02)
    harness.phone.forgetFrames()
    harness.phone.send([0x0A, 0x0D, 0x00], on: 4)
    harness.run()
    #expect(harness.phone.heard(on: 4).last == [0x0B, 0x02, 0x00])
  }

  @Test func pairingAgainOnAPlainLinkKeepsTheSettings() throws {
    let harness = HostHarness.secured()
    harness.phone.send([0x12, 0x0D, 0x00, 0x02, 0x00], on: 4)
    harness.run()
    harness.setPhoneName("Annas iPhone")
    let earlier = try #require(harness.bonds.bond(for: Sample.phoneIdentity))
    harness.phone.disconnect()
    harness.run()
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect()
    harness.pair()
    let bond = try #require(harness.bonds.bond(for: Sample.phoneIdentity))
    #expect(bond.longTermKey != earlier.longTermKey)
    #expect(
      bond.serverSettings.configurations == earlier.serverSettings.configurations
        && bond.serverSettings.configurations != 0)
    #expect(bond.serverSettings.databaseHash == earlier.serverSettings.databaseHash && bond.name == earlier.name)
  }
}
