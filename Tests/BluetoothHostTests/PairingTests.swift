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
    let scene = HostScene.connected()
    scene.phone.startPairing()
    scene.run()
    let code = try #require(scene.code)
    #expect(scene.phone.code == code)
    #expect(scene.state == .pairing)
  }

  @Test func confirmedOnBothSidesTheLinkIsSecuredByANewBond() {
    let scene = HostScene.connected()
    scene.takeEvents()
    scene.pair()
    #expect(
      scene.events.filter { if case .pairingCode = $0 { false } else { true } } == [
        .stateChanged(.pairing), .bondsChanged, .pairingEnded(.bonded), .bondsChanged, .stateChanged(.encrypted),
        .secured,
      ])
    #expect(scene.bonds.count == 1)
    #expect(scene.peerIdentity == Sample.phoneIdentity)
    #expect(scene.bonds.bond(for: Sample.phoneIdentity)?.longTermKey == scene.phone.longTermKey)
    #expect(scene.phone.initiator?.receivedIdentity == Sample.watch)
    #expect(scene.phone.violations.isEmpty)
  }

  @Test(arguments: [true, false]) func theUsersMayAnswerInEitherOrder(_ isPhoneFirst: Bool) {
    let scene = HostScene.connected()
    scene.phone.startPairing()
    scene.run()
    for isPhonesTurn in [isPhoneFirst, !isPhoneFirst] {
      #expect(scene.results.isEmpty)
      if isPhonesTurn { scene.phone.decide(isConfirmed: true) } else { scene.host.answerPairing(true, now: scene.now) }
      scene.run()
    }
    #expect(scene.results == [.bonded])
  }

  @Test(arguments: [1, 2, 5, 27, 251]) func itPairsWhateverTheSizeOfTheFragments(_ size: Int) {
    let scene = HostScene.connected()
    scene.phone.fragmentSize = { size }
    scene.pair()
    #expect(scene.results == [.bonded])
  }

  @Test func aCodeRefusedByTheUserEndsThePairing() {
    let scene = HostScene.connected()
    scene.phone.startPairing()
    scene.run()
    scene.host.answerPairing(false, now: scene.now)
    scene.run()
    #expect(scene.results == [.failed(.refusedByUs(code: 0x0C))])
    #expect(scene.pairingFailedReasons == [0x0C])
    #expect(scene.state == .connected)
    #expect(scene.bonds.count == 0)
  }

  @Test func aCodeRefusedOnThePhoneEndsThePairing() {
    let scene = HostScene.connected()
    scene.phone.startPairing()
    scene.run()
    scene.phone.decide(isConfirmed: false)
    scene.run()
    #expect(scene.results == [.failed(.refusedByPeer(code: 0x0C))])
    #expect(scene.state == .connected)
  }

  @Test func aUserWhoDoesNotAnswerEndsThePairingAndTheLink() {
    let scene = HostScene.connected()
    scene.phone.startPairing()
    scene.run()
    scene.wait(.seconds(31))
    #expect(scene.results == [.failed(.timeout)])
    #expect(scene.phone.disconnectReasons == [0x13])
  }

  @Test func aLinkLostInAPairingTellsOfNoStateOfTheLink() {
    let scene = HostScene.connected()
    scene.phone.startPairing()
    scene.run()
    scene.takeEvents()
    scene.phone.disconnect()
    scene.run()
    #expect(
      scene.takeEvents() == [
        .pairingEnded(.failed(.disconnected)), .linkLost(reason: .connectionTimeout), .stateChanged(.advertising),
      ])
  }

  @Test func outsideTheWindowAStrangerIsRefused() {
    let scene = HostScene.started()
    scene.wait(.seconds(120))
    scene.phone.connect()
    scene.phone.startPairing()
    scene.run()
    #expect(scene.results == [.failed(.refusedByUs(code: 0x05))])
    #expect(scene.pairingFailedReasons == [0x05])
    #expect(!scene.states.contains(.pairing))
  }

  @Test func theWindowIsLookedAtWhenTheRequestComes() {
    let scene = HostScene.connected()
    // No deadline is served in between: only the clock tells that the window is closed.
    scene.now = scene.now + .seconds(120)
    scene.phone.startPairing()
    scene.run()
    #expect(scene.results == [.failed(.refusedByUs(code: 0x05))])
  }

  @Test func aRefusedRequestIsAnsweredEachTimeAndToldOncePerLink() {
    let scene = HostScene.started()
    scene.wait(.seconds(120))
    for _ in 0..<2 {
      scene.phone.connect()
      for _ in 0..<5 {
        scene.phone.startPairing()
        scene.run()
      }
      scene.phone.disconnect()
      scene.run()
    }
    #expect(scene.pairingFailedReasons.count == 10)
    #expect(scene.results.count == 2)
  }

  @Test func theWindowIsClosedByABond() {
    let scene = HostScene.connected()
    scene.pair()
    #expect(!scene.isWindowOpen)
  }

  @Test func threeFailuresCloseTheWindow() {
    let scene = HostScene.started()
    for _ in 0..<3 {
      scene.wait(.seconds(10))
      scene.phone.connect()
      scene.phone.startPairing()
      scene.run()
      #expect(scene.isWindowOpen)
      scene.host.answerPairing(false, now: scene.now)
      scene.run()
      scene.phone.disconnect()
      scene.run()
    }
    #expect(!scene.isWindowOpen)
  }

  @Test func withAFullTableAStrangerIsRefused() {
    let scene = HostScene.started(bonds: Sample.bonds(bondedWithPhone: false, others: 8))
    scene.host.openPairingWindow(now: scene.now)
    scene.phone.connect()
    scene.phone.startPairing()
    scene.run()
    #expect(scene.results == [.failed(.noRoom)])
    #expect(scene.pairingFailedReasons == [0x08])
    #expect(scene.bonds.count == 8)
  }

  @Test func withAFullTableABondedPhonePairsAnew() {
    let scene = HostScene.started(bonds: Sample.bonds(others: 7))
    scene.phone.connect()
    scene.pair()
    #expect(scene.results == [.bonded])
    #expect(scene.bonds.count == 8)
    #expect(scene.bonds.bond(for: Sample.phoneIdentity)?.longTermKey == scene.phone.longTermKey)
  }

  @Test func outsideTheWindowAPhoneWeKnowDoesNotBecomeAnother() {
    let bonds = Sample.bonds(others: 1)
    let scene = HostScene.started(bonds: bonds)
    scene.phone.connect()
    scene.phone.startPairing { $0.identityAddress = Sample.bond().identity }
    scene.run()
    scene.host.answerPairing(true, now: scene.now)
    scene.phone.decide(isConfirmed: true)
    scene.run()
    #expect(scene.results == [.failed(.refusedByUs(code: 0x05))])
    #expect(scene.phone.disconnectReasons == [0x05])
    for identity in [Sample.phoneIdentity, Sample.bond().identity] {
      #expect(scene.bonds.bond(for: identity)?.longTermKey == bonds.bond(for: identity)?.longTermKey)
    }
  }

  @Test func aWindowThatClosesInAPairingDoesNotEndIt() {
    let scene = HostScene.started()
    scene.wait(.seconds(115))
    scene.phone.connect()
    scene.phone.startPairing()
    scene.run()
    scene.wait(.seconds(10))
    #expect(!scene.isWindowOpen)
    scene.host.answerPairing(true, now: scene.now)
    scene.phone.decide(isConfirmed: true)
    scene.run()
    #expect(scene.results == [.bonded])
  }

  @Test func pairingAnewOnASecuredLinkKeepsWhatThePhoneHasSet() throws {
    let scene = HostScene.secured()
    // Indications of Service Changed.
    scene.phone.send([0x12, 0x0D, 0x00, 0x02, 0x00], on: 4)
    scene.run()
    let earlier = try #require(scene.bonds.bond(for: Sample.phoneIdentity))
    #expect(earlier.clientConfigurations != 0)
    scene.takeEvents()
    scene.pair()
    let bond = try #require(scene.bonds.bond(for: Sample.phoneIdentity))
    #expect(bond.longTermKey == scene.phone.longTermKey)
    #expect(bond.clientConfigurations == earlier.clientConfigurations)
    #expect(bond.databaseHash == earlier.databaseHash)
    #expect(scene.states == [.pairing, .encrypted])
    #expect(scene.results == [.bonded])
    #expect(!scene.events.contains(.secured))
    #expect(scene.isClientIdle)
  }

  @Test func whatThePhoneSetBeforeItPairedIsKeptWithItsBond() throws {
    let scene = HostScene.connected()
    // Indications of Service Changed, and robust caching.
    scene.phone.send([0x12, 0x0D, 0x00, 0x02, 0x00], on: 4)
    scene.run()
    scene.phone.send([0x12, 0x0F, 0x00, 0x01], on: 4)
    scene.run()
    scene.pair()
    let bond = try #require(scene.bonds.bond(for: Sample.phoneIdentity))
    #expect(bond.clientConfigurations == 0b10)
    #expect(bond.clientSupportedFeatures == 0x01)
    scene.phone.send([0x0A, 0x0D, 0x00], on: 4)
    scene.run()
    #expect(scene.phone.heard(on: 4).last == [0x0B, 0x02, 0x00])
  }

  @Test func theBondCountsWhenThePhonesKeysComeBeforeOursHaveLeft() {
    let scene = HostScene.connected()
    scene.phone.startPairing()
    scene.run()
    scene.host.answerPairing(true, now: scene.now)
    scene.phone.decide(isConfirmed: true)
    while scene.phone.initiator?.state != .receivingKeys, let packet = pump(scene) { scene.phone.receive(packet) }
    while !scene.phone.packets.isEmpty { scene.deliver(scene.phone.packets.removeFirst()) }
    // The phone does not wait for our keys, as it should.
    scene.deliver([0x02, 0x40, 0x20, 0x15, 0x00, 0x11, 0x00, 0x06, 0x00, 0x08] + Sample.phoneKey.octets.list)
    scene.deliver(
      [0x02, 0x40, 0x20, 0x0C, 0x00, 0x08, 0x00, 0x06, 0x00, 0x09, 0x00] + Sample.phoneIdentity.octets.list)
    #expect(scene.results.isEmpty)
    // Nothing more has to arrive for it.
    while let packet = scene.nextPacket() { scene.phone.receive(packet) }
    #expect(scene.results == [.bonded])
    #expect(scene.events.last == .secured)
  }

  /// Hands over all packets for the host, and takes one of its own.
  private func pump(_ scene: HostScene) -> [UInt8]? {
    while !scene.phone.packets.isEmpty { scene.deliver(scene.phone.packets.removeFirst()) }
    return scene.nextPacket()
  }

  @Test func keysAreMadeOnlyWhenNeeded() {
    let scene = HostScene()
    #expect(scene.needsKeys)
    scene.host.prepareKeys(from: &scene.entropy)
    #expect(!scene.needsKeys)
  }

  @Test func withoutAKeyPairThereIsNoPairing() {
    let scene = HostScene()
    scene.preparesKeys = false
    scene.start()
    scene.phone.connect()
    scene.phone.startPairing()
    scene.run()
    #expect(scene.results == [.failed(.refusedByUs(code: 0x08))])
  }
}
