import BluetoothHost
import HCI
import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// Bonds that one side has lost.
@Suite struct BondMismatchTests {
  private let here = HostEvent.bondMismatch(.unknownHere)
  private let there = HostEvent.bondMismatch(.unknownThere(Sample.phoneIdentity))

  private func findings(_ harness: HostHarness) -> [HostEvent] {
    harness.takeEvents().filter { if case .bondMismatch = $0 { true } else { false } }
  }

  /// An unknown phone requests its key, and disconnects.
  private func askForUnknownKey(_ harness: HostHarness) {
    harness.phone.connect()
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    harness.phone.disconnect(0x06)
    harness.run()
  }

  private func connectPlain(_ harness: HostHarness, leavingWith reason: UInt8) {
    harness.phone.connect()
    harness.run()
    harness.phone.disconnect(reason)
    harness.run()
  }

  private func secure(_ harness: HostHarness) {
    harness.phone.connect()
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    harness.phone.disconnect()
    harness.run()
  }

  @Test func aLostBondIsFoundWhileTheWindowIsOpen() {
    let harness = HostHarness.started(bonds: Sample.bonds())
    harness.host.openPairingWindow(now: harness.now)
    connectPlain(harness, leavingWith: 0x06)
    #expect(findings(harness) == [there])
  }

  // MARK: Ours is lost

  @Test func theSecondRequestForAnUnknownKeyIsAFinding() {
    let harness = HostHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    askForUnknownKey(harness)
    #expect(findings(harness).isEmpty)
    harness.wait(.minutes(4))
    askForUnknownKey(harness)
    #expect(findings(harness) == [here])
    for _ in 0..<3 { askForUnknownKey(harness) }
    #expect(findings(harness).isEmpty, "once is enough")
  }

  /// Repeated requests of a stranger on one link are not a sign of a forgotten phone.
  @Test func requestsOnOneLinkAreNotAMismatch() {
    let harness = HostHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    harness.phone.connect()
    for _ in 0..<2 {
      harness.phone.encrypt(with: Sample.phoneKey)
      harness.run()
    }
    #expect(harness.phone.wasKeyRefused)
    #expect(findings(harness).isEmpty)
  }

  @Test func requestsFarApartAreNotAMismatch() {
    let harness = HostHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    for _ in 0..<4 {
      askForUnknownKey(harness)
      harness.wait(.minutes(6))
    }
    #expect(findings(harness).isEmpty)
  }

  @Test func aKeyOfAnotherKindIsUnknownToo() {
    let harness = HostHarness.started(bonds: Sample.bonds())
    for _ in 0..<2 {
      harness.phone.connect()
      harness.phone.encrypt(with: Sample.phoneBond.longTermKey, random: 7)
      harness.run()
      harness.phone.disconnect(0x06)
      harness.run()
    }
    #expect(findings(harness) == [here], "and the phone's bond is not said to be lost there")
  }

  @Test func pairingEndsTheMismatchAndItMayBeDetectedAgain() {
    let harness = HostHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    for _ in 0..<2 { askForUnknownKey(harness) }
    #expect(findings(harness) == [here])
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect()
    harness.pair()
    #expect(harness.events.contains(.secured))
    harness.host.forgetPhone(Sample.phoneIdentity, now: harness.now)
    harness.run()
    for _ in 0..<2 { askForUnknownKey(harness) }
    #expect(findings(harness) == [here])
  }

  /// The window removes the advice from the status, so it must come back.
  @Test func afterThePairingWindowWasOpenItIsAFindingAgain() {
    let harness = HostHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    for _ in 0..<2 { askForUnknownKey(harness) }
    #expect(findings(harness) == [here])
    harness.host.openPairingWindow(now: harness.now)
    harness.host.closePairingWindow(now: harness.now)
    for _ in 0..<2 { askForUnknownKey(harness) }
    #expect(findings(harness) == [here])
  }

  // MARK: Theirs is lost

  /// That phone's connection removes the finding from the status, so it must come back.
  @Test func afterAnotherPhoneWasSecuredItIsAFindingAgain() {
    let harness = HostHarness.started(bonds: Sample.bonds(others: 1))
    connectPlain(harness, leavingWith: 0x06)
    #expect(findings(harness) == [there])
    harness.phone.connect(from: Sample.bond(1).identity)
    harness.phone.encrypt(with: Sample.bond(1).longTermKey)
    harness.run()
    #expect(harness.events.contains(.secured))
    harness.phone.disconnect()
    harness.run()
    connectPlain(harness, leavingWith: 0x06)
    #expect(findings(harness) == [there])
  }

  @Test(arguments: [0x06, 0x3D] as [UInt8]) func aPlainLinkThatEndsForWantOfAKeyIsAFinding(_ reason: UInt8) {
    let harness = HostHarness.started(bonds: Sample.bonds(others: 1))
    connectPlain(harness, leavingWith: reason)
    #expect(findings(harness) == [there])
    connectPlain(harness, leavingWith: reason)
    #expect(findings(harness).isEmpty, "once is enough")
    secure(harness)
    connectPlain(harness, leavingWith: reason)
    #expect(findings(harness) == [there], "it was mended in between")
  }

  @Test func aPhoneWithAnotherKeyIsFoundByItsMIC() {
    let harness = HostHarness.started(bonds: Sample.bonds())
    harness.phone.connect()
    harness.phone.encrypt(with: Sample.phoneKey)
    harness.run()
    #expect(findings(harness) == [there])
    #expect(harness.bonds.count == 1, "and keeps its bond")
  }

  @Test(arguments: [0x06, 0x3D] as [UInt8]) func anEncryptionThatFailsForWantOfAKeyIsAFinding(_ status: UInt8) {
    let harness = HostHarness.connected(bonds: Sample.bonds())
    harness.phone.changeEncryption(status: status)
    harness.run()
    #expect(findings(harness) == [there])
  }

  @Test(arguments: [0x08, 0x13, 0x16, 0x22, 0x3E] as [UInt8]) func otherEndsOfAPlainLinkAreNotAMismatch(_ reason: UInt8)
  {
    let harness = HostHarness.started(bonds: Sample.bonds())
    connectPlain(harness, leavingWith: reason)
    #expect(findings(harness).isEmpty)
  }

  @Test(arguments: [0x06, 0x3D] as [UInt8]) func aSecuredLinkHasItsKey(_ reason: UInt8) {
    let harness = HostHarness.secured()
    harness.phone.disconnect(reason)
    harness.run()
    #expect(findings(harness).isEmpty)
  }

  @Test(arguments: [0x06, 0x3D] as [UInt8]) func aStrangerHasNoBondToLose(_ reason: UInt8) {
    let harness = HostHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    connectPlain(harness, leavingWith: reason)
    #expect(findings(harness).isEmpty)
  }

  @Test func aBondedPhoneThatAsksToPairIsRefusedAndReportedOnce() {
    let bonds = Sample.bonds()
    let harness = HostHarness.started(bonds: bonds)
    harness.phone.connect()
    for _ in 0..<3 {
      harness.phone.startPairing()
      harness.run()
    }
    #expect(harness.pairingFailedReasons == [0x05, 0x05, 0x05])
    harness.phone.disconnect(0x3D)
    harness.run()
    let events = harness.takeEvents()
    #expect(events.filter { $0 == .pairingRefused(.refusedByUs(.pairingNotSupported)) }.count == 1)
    #expect(!events.contains(there), "the refusal explains it")
    #expect(harness.bonds.bond(for: Sample.phoneIdentity) == bonds.bond(for: Sample.phoneIdentity))
  }

  @Test func aBondedPhoneThatPairsOnASecuredLinkHasNot() {
    let harness = HostHarness.secured()
    harness.phone.startPairing()
    harness.run()
    #expect(findings(harness).isEmpty)
  }

  @Test func aBondedPhoneThatNeverEncryptsHasLostItsBond() {
    let harness = HostHarness.started(bonds: Sample.bonds())
    harness.phone.connect()
    harness.run()
    harness.wait(.seconds(5))
    #expect(findings(harness).isEmpty)
    harness.wait(.seconds(2))
    #expect(!harness.phone.isConnected)
    #expect(findings(harness) == [there])
  }

  /// The controller reports the end of its supervision timeout after the watch has given up.
  @Test func aPhoneThatWentOutOfRangeBeforeEncryptionHasNot() {
    let harness = HostHarness.started(bonds: Sample.bonds())
    harness.phone.endsLinks = false
    harness.phone.connect()
    harness.run()
    harness.wait(.seconds(8))
    harness.phone.disconnect(0x08)
    harness.run()
    #expect(findings(harness).isEmpty)
  }

  @Test func aRejectedPhoneIsNotAMismatch() {
    let harness = HostHarness.secured()
    harness.host.disconnectPhone(now: harness.now)
    harness.run()
    harness.takeEvents()
    harness.phone.endsLinks = false
    harness.phone.connect()
    harness.run()
    harness.phone.disconnect(0x3D)
    harness.run()
    #expect(findings(harness).isEmpty)
  }
}
