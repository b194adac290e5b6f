import ATT
import BluetoothHost
import GATT
import HCI
import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

@Suite struct PairingTests {
  @Test func bothSidesShowTheSameCode() throws {
    let harness = HostHarness.connected()
    harness.phone.startPairing()
    harness.run()
    let code = try #require(harness.code)
    #expect(harness.phone.code == code)
    #expect(harness.state == .pairing)
  }

  @Test func confirmedOnBothSidesTheLinkIsSecuredByANewBond() {
    let harness = HostHarness.connected()
    harness.takeEvents()
    harness.pair()
    #expect(
      harness.events.filter { if case .pairingCode = $0 { false } else { true } } == [
        .stateChanged(.pairing), .bondsChanged, .pairingEnded(.bonded), .stateChanged(.encrypted), .secured,
      ])
    #expect(harness.bonds.count == 1)
    #expect(harness.peerIdentity == Sample.phoneIdentity)
    #expect(harness.bonds.bond(for: Sample.phoneIdentity)?.longTermKey == harness.phone.longTermKey)
    #expect(harness.phone.initiator?.receivedIdentity == Sample.watch)
    #expect(harness.phone.violations.isEmpty)
  }

  @Test(arguments: [true, false]) func theUsersMayAnswerInEitherOrder(_ isPhoneFirst: Bool) {
    let harness = HostHarness.connected()
    harness.phone.startPairing()
    harness.run()
    for isPhonesTurn in [isPhoneFirst, !isPhoneFirst] {
      #expect(harness.results.isEmpty)
      if isPhonesTurn {
        harness.phone.decide(isConfirmed: true)
      } else {
        harness.host.answerPairing(isConfirmed: true, now: harness.now)
      }
      harness.run()
    }
    #expect(harness.results == [.bonded])
  }

  @Test(arguments: [1, 2, 5, 27, 251]) func itPairsWhateverTheSizeOfTheFragments(_ size: Int) {
    let harness = HostHarness.connected()
    harness.phone.fragmentSize = { size }
    harness.pair()
    #expect(harness.results == [.bonded])
  }

  @Test func aCodeRefusedByTheUserEndsThePairing() {
    let harness = HostHarness.connected()
    harness.phone.startPairing()
    harness.run()
    harness.host.answerPairing(isConfirmed: false, now: harness.now)
    harness.run()
    #expect(harness.results == [.failed(.refusedByUs(.numericComparisonFailed))])
    #expect(harness.pairingFailedReasons == [0x0C])
    #expect(harness.state == .connected)
    #expect(harness.bonds.count == 0)
  }

  @Test func aCodeRefusedOnThePhoneEndsThePairing() {
    let harness = HostHarness.connected()
    harness.phone.startPairing()
    harness.run()
    harness.phone.decide(isConfirmed: false)
    harness.run()
    #expect(harness.results == [.failed(.refusedByPeer(code: 0x0C))])
    #expect(harness.state == .connected)
  }

  @Test func aUserWhoDoesNotAnswerEndsThePairingAndTheLink() {
    let harness = HostHarness.connected()
    harness.phone.startPairing()
    harness.run()
    harness.wait(.seconds(31))
    #expect(harness.results == [.failed(.timeout)])
    #expect(harness.phone.disconnectReasons == [0x13])
  }

  @Test func aLinkLostInAPairingTellsOfNoStateOfTheLink() {
    let harness = HostHarness.connected()
    harness.phone.startPairing()
    harness.run()
    harness.takeEvents()
    harness.phone.disconnect()
    harness.run()
    #expect(
      harness.takeEvents() == [
        .pairingEnded(.failed(.disconnected)), .linkLost(reason: .connectionTimeout), .stateChanged(.advertising),
      ])
  }

  @Test func outsideTheWindowAStrangerIsRefused() {
    let harness = HostHarness.started()
    harness.wait(.seconds(120))
    harness.phone.connect()
    harness.phone.startPairing()
    harness.run()
    #expect(harness.refusals == [.refusedByUs(.pairingNotSupported)])
    #expect(harness.pairingFailedReasons == [0x05])
    #expect(!harness.states.contains(.pairing))
  }

  @Test func theWindowIsLookedAtWhenTheRequestComes() {
    let harness = HostHarness.connected()
    // No deadline is handled in between: only the clock shows that the window is closed.
    harness.now = harness.now + .seconds(120)
    harness.phone.startPairing()
    harness.run()
    #expect(harness.refusals == [.refusedByUs(.pairingNotSupported)])
  }

  @Test func aRefusedRequestIsAnsweredEachTimeAndReportedOncePerLink() {
    let harness = HostHarness.started()
    harness.wait(.seconds(120))
    for _ in 0..<2 {
      harness.phone.connect()
      for _ in 0..<5 {
        harness.phone.startPairing()
        harness.run()
      }
      harness.phone.disconnect()
      harness.run()
    }
    #expect(harness.pairingFailedReasons.count == 10)
    #expect(harness.refusals.count == 2)
  }

  @Test func theWindowIsClosedByABond() {
    let harness = HostHarness.connected()
    harness.pair()
    #expect(!harness.isWindowOpen)
  }

  @Test func threeFailuresCloseTheWindow() {
    let harness = HostHarness.started()
    for _ in 0..<3 {
      harness.wait(.seconds(10))
      harness.phone.connect()
      harness.phone.startPairing()
      harness.run()
      #expect(harness.isWindowOpen)
      harness.host.answerPairing(isConfirmed: false, now: harness.now)
      harness.run()
      harness.phone.disconnect()
      harness.run()
    }
    #expect(!harness.isWindowOpen)
  }

  @Test func withAFullTableAStrangerIsRefused() {
    let harness = HostHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 8))
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect()
    harness.phone.startPairing()
    harness.run()
    #expect(harness.results == [.failed(.noRoom)])
    #expect(harness.pairingFailedReasons == [0x08])
    #expect(harness.bonds.count == 8)
  }

  @Test func withAFullTableABondedPhonePairsAgain() {
    let harness = HostHarness.started(bonds: Sample.bonds(others: 7))
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect()
    harness.pair()
    #expect(harness.results == [.bonded])
    #expect(harness.bonds.count == 8)
    #expect(harness.bonds.bond(for: Sample.phoneIdentity)?.longTermKey == harness.phone.longTermKey)
  }

  @Test func aWindowThatClosesInAPairingDoesNotEndIt() {
    let harness = HostHarness.started()
    harness.wait(.seconds(115))
    harness.phone.connect()
    harness.phone.startPairing()
    harness.run()
    harness.wait(.seconds(10))
    #expect(!harness.isWindowOpen)
    harness.host.answerPairing(isConfirmed: true, now: harness.now)
    harness.phone.decide(isConfirmed: true)
    harness.run()
    #expect(harness.results == [.bonded])
  }

  @Test func pairingAgainKeepsThePhonesSettings() throws {
    let harness = HostHarness.secured()
    // Indications of Service Changed.
    harness.phone.send([0x12, 0x0D, 0x00, 0x02, 0x00], on: 4)
    harness.run()
    let earlier = try #require(harness.bonds.bond(for: Sample.phoneIdentity))
    #expect(earlier.serverSettings.configurations != 0)
    harness.phone.disconnect()
    harness.run()
    harness.takeEvents()
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect()
    harness.pair()
    let bond = try #require(harness.bonds.bond(for: Sample.phoneIdentity))
    #expect(bond.longTermKey == harness.phone.longTermKey)
    #expect(bond.serverSettings.configurations == earlier.serverSettings.configurations)
    #expect(bond.serverSettings.databaseHash == earlier.serverSettings.databaseHash)
    #expect(harness.results == [.bonded])
    #expect(harness.events.contains(.secured))
    #expect(harness.isClientIdle)
  }

  @Test func noPairingBeginsOnASecuredLinkEither() {
    let harness = HostHarness.secured()
    harness.takeEvents()
    harness.phone.startPairing()
    harness.run()
    #expect(harness.pairingFailedReasons == [0x05])
    #expect(harness.takeEvents() == [.pairingRefused(.refusedByUs(.pairingNotSupported))])
    #expect(harness.isClientIdle && harness.state == .encrypted)
  }

  @Test func settingsFromBeforeThePairingAreKeptWithTheBond() throws {
    let harness = HostHarness.connected()
    // Indications of Service Changed, and robust caching.
    harness.phone.send([0x12, 0x0D, 0x00, 0x02, 0x00], on: 4)
    harness.run()
    harness.phone.send([0x12, 0x0F, 0x00, 0x01], on: 4)
    harness.run()
    harness.pair()
    let bond = try #require(harness.bonds.bond(for: Sample.phoneIdentity))
    #expect(bond.serverSettings.configurations == 0b10)
    #expect(bond.serverSettings.supportedFeatures == 0x01)
    harness.phone.send([0x0A, 0x0D, 0x00], on: 4)
    harness.run()
    #expect(harness.phone.heard(on: 4).last == [0x0B, 0x02, 0x00])
  }

  @Test func theBondCountsWhenThePhonesKeysComeBeforeOursHaveLeft() {
    let harness = HostHarness.connected()
    harness.phone.startPairing()
    harness.run()
    harness.host.answerPairing(isConfirmed: true, now: harness.now)
    harness.phone.decide(isConfirmed: true)
    while harness.phone.initiator?.state != .receivingKeys, let packet = pump(harness) { harness.phone.receive(packet) }
    while !harness.phone.packets.isEmpty { harness.deliver(harness.phone.packets.removeFirst()) }
    // The phone does not wait for the watch's keys, as it should.
    harness.deliver([0x02, 0x40, 0x20, 0x15, 0x00, 0x11, 0x00, 0x06, 0x00, 0x08] + Sample.phoneKey.octets.list)
    harness.deliver(
      [0x02, 0x40, 0x20, 0x0C, 0x00, 0x08, 0x00, 0x06, 0x00, 0x09, 0x00] + Sample.phoneIdentity.octets.list)
    #expect(harness.results.isEmpty)
    // No further packet is needed for that.
    while let packet = harness.nextPacket() { harness.phone.receive(packet) }
    #expect(harness.results == [.bonded])
    #expect(harness.events.last == .secured)
  }

  /// Passes all packets to the host, and takes one from it.
  private func pump(_ harness: HostHarness) -> [UInt8]? {
    while !harness.phone.packets.isEmpty { harness.deliver(harness.phone.packets.removeFirst()) }
    return harness.nextPacket()
  }

  @Test func keysAreMadeOnlyWhenNeeded() {
    let harness = HostHarness()
    #expect(harness.needsKeys)
    harness.host.prepareKeys(from: &harness.entropy)
    #expect(!harness.needsKeys)
  }

  @Test func withoutAKeyPairThereIsNoPairing() {
    let harness = HostHarness()
    harness.preparesKeys = false
    harness.start()
    harness.phone.connect()
    harness.phone.startPairing()
    harness.run()
    #expect(harness.results == [.failed(.refusedByUs(.unspecifiedReason))])
  }
}
