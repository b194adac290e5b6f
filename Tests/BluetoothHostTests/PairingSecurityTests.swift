import BluetoothHost
import HCI
import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// Passkeys, legacy pairing and Just Works, as far as the setting admits them.
@Suite struct PairingSecurityTests {
  static let legacy = PairingInitiator.request(.keyboardDisplay, 0x05)
  static let typing = PairingInitiator.request(.keyboardOnly, 0x0D)
  static let dumb = PairingInitiator.request(.noInputNoOutput, 0x09)

  func connected(
    _ security: PairingSecurity, bonds: BondTable = Sample.bonds(bondedWithPhone: false)
  ) -> HostScene {
    let scene = HostScene(bonds: bonds, security: security)
    scene.start()
    scene.phone.connect()
    scene.run()
    return scene
  }

  /// The phone asks for this, and its user types what the watch shows.
  func pair(_ scene: HostScene, _ request: PairingFeatures) {
    scene.phone.startPairing { $0.request = request }
    scene.run()
    if let passkey = scene.passkey { scene.phone.type(passkey) }
    scene.run()
  }

  @Test(arguments: [PairingSecurity.compatible, .noneConfirm])
  func legacyBondSecuresTheLinkNowAndLater(security: PairingSecurity) throws {
    let scene = connected(security)
    pair(scene, Self.legacy)
    #expect(scene.results == [.bonded])
    #expect(scene.state == .encrypted)
    let bond = try #require(scene.bonds.bond(for: Sample.phoneIdentity))
    #expect(!bond.strength.usesSecureConnections && bond.strength.isAuthenticated)
    #expect(bond.longTermKey == scene.phone.longTermKey)
    let identification = try #require(scene.phone.initiator?.keyIdentification)
    #expect(bond.keyIdentification == identification && identification != .secureConnections)
    scene.phone.disconnect()
    scene.run()
    scene.takeEvents()
    scene.phone.connect()
    scene.phone.encrypt(with: bond.longTermKey, identification)
    scene.run()
    #expect(scene.events.contains(.secured))
    #expect(scene.phone.violations.isEmpty)
  }

  @Test func legacyKeyAnswersOnlyItsOwnIdentification() throws {
    let table = connected(.compatible)
    pair(table, Self.legacy)
    let identification = try #require(table.bonds.bond(for: Sample.phoneIdentity)?.keyIdentification)
    for asked in [
      LongTermKeyRequest.secureConnections, LongTermKeyRequest(random: identification.random, encryptedDiversifier: 0),
      LongTermKeyRequest(random: 0, encryptedDiversifier: identification.encryptedDiversifier),
      LongTermKeyRequest(
        random: identification.random ^ 1 << 63, encryptedDiversifier: identification.encryptedDiversifier),
    ] {
      let scene = connected(.compatible, bonds: table.bonds)
      scene.phone.encrypt(with: table.phone.longTermKey, asked)
      scene.run()
      #expect(scene.phone.wasKeyRefused)
      #expect(!scene.events.contains(.secured))
    }
    let scene = connected(.compatible, bonds: table.bonds)
    scene.phone.encrypt(with: table.phone.longTermKey, identification)
    scene.run()
    #expect(scene.events.contains(.secured))
  }

  /// Whoever makes the watch strict again does not go on with what was made before.
  @Test func legacyBondDoesNotCountInAStrictWatch() throws {
    let table = connected(.compatible)
    pair(table, Self.legacy)
    let scene = connected(.secureConnections, bonds: table.bonds)
    scene.phone.encrypt(
      with: table.phone.longTermKey, try #require(table.bonds.bond(for: Sample.phoneIdentity)?.keyIdentification))
    scene.run()
    #expect(scene.phone.wasKeyRefused)
  }

  @Test func passkeyWithSecureConnectionsMakesAFullBond() {
    let scene = connected(.compatible)
    pair(scene, Self.typing)
    #expect(scene.results == [.bonded])
    #expect(scene.bonds.bond(for: Sample.phoneIdentity)?.strength == .full)
  }

  @Test func passkeyIsAnotherEachTime() {
    let scene = connected(.compatible)
    var passkeys: Set<UInt32> = []
    for _ in 0..<4 {
      scene.phone.startPairing { $0.request = Self.typing }
      scene.run()
      if let passkey = scene.passkey { passkeys.insert(passkey) }
      scene.host.answerPairing(false, now: scene.now)
      scene.host.openPairingWindow(now: scene.now)
      scene.run()
      scene.wait(.seconds(10))
    }
    #expect(passkeys.count == 4)
  }

  @Test func wrongPasskeyEndsThePairing() {
    for request in [Self.legacy, Self.typing] {
      let scene = connected(.compatible)
      scene.phone.startPairing { $0.request = request }
      scene.run()
      scene.phone.type((scene.passkey ?? 0) ^ 1)
      scene.run()
      #expect(scene.results == [.failed(.refusedByUs(code: 0x04))])
      #expect(scene.bonds.isEmpty)
    }
  }

  @Test func passkeyRejectedOnTheWatchEndsThePairing() {
    for request in [Self.legacy, Self.typing] {
      let scene = connected(.compatible)
      scene.phone.startPairing { $0.request = request }
      scene.run()
      scene.host.answerPairing(false, now: scene.now)
      scene.run()
      #expect(scene.results == [.failed(.refusedByUs(code: 0x01))])
    }
  }

  @Test(arguments: [
    (PairingSecurity.secureConnections, legacy), (.secureConnections, typing), (.secureConnections, dumb),
    (.compatible, dumb), (.compatible, PairingInitiator.request(.displayYesNo, 0x05)),
    (.noneConfirm, PairingInitiator.request(.noInputNoOutput, 0x01)),
    (.noneConfirm, PairingInitiator.request(.displayYesNo, 0x05)),
  ])
  func whatIsNotAdmittedIsRefused(security: PairingSecurity, request: PairingFeatures) {
    let scene = connected(security)
    pair(scene, request)
    #expect(scene.results == [.failed(.refusedByUs(code: 0x03))])
    #expect(scene.passkey == nil && scene.code == nil)
  }

  @Test func justWorksIsForTheWindowOnly() {
    let scene = connected(.noneConfirm)
    pair(scene, Self.dumb)
    #expect(scene.results == [.bonded])
    #expect(scene.bonds.bond(for: Sample.phoneIdentity)?.strength.isAuthenticated == false)
    // The window is closed now. Whoever says the address of the phone is not the phone.
    scene.phone.disconnect()
    scene.run()
    scene.takeEvents()
    scene.phone.connect()
    pair(scene, Self.dumb)
    #expect(scene.results == [.failed(.refusedByUs(code: 0x05))])
  }

  @Test func strongerBondReplacesTheLegacyOneAndNotTheOtherWayRound() {
    let scene = connected(.compatible)
    pair(scene, Self.legacy)
    scene.phone.disconnect()
    scene.run()
    scene.takeEvents()
    scene.phone.connect()
    scene.run()
    scene.pair()
    #expect(scene.results == [.bonded])
    #expect(scene.bonds.bond(for: Sample.phoneIdentity)?.strength == .full)
    scene.phone.disconnect()
    scene.run()
    scene.takeEvents()
    scene.phone.connect()
    pair(scene, Self.legacy)
    #expect(scene.results == [.failed(.refusedByUs(code: 0x03))])
    #expect(scene.bonds.bond(for: Sample.phoneIdentity)?.strength == .full)
  }

  /// An address that the watch cannot resolve hides who asks: then only the bond itself tells.
  @Test func strongerBondIsKeptAlsoWhenThePhoneIsNotRecognised() {
    let scene = connected(.compatible)
    scene.pair()
    scene.phone.disconnect()
    scene.run()
    scene.host.openPairingWindow(now: scene.now)
    scene.takeEvents()
    scene.phone.connect(from: DeviceAddress(.random, "4a0000000001"))
    pair(scene, Self.legacy)
    #expect(scene.results == [.failed(.weakerThanBond)])
    #expect(scene.bonds.bond(for: Sample.phoneIdentity)?.strength == .full)
    #expect(!scene.events.contains(.secured))
  }

  /// Outside the window only phones that we know may pair; the address that says so proves nothing.
  @Test func knownAddressWithAnotherIdentityIsRefused() {
    let scene = connected(.secureConnections, bonds: Sample.bonds())
    scene.pair { $0.identityAddress = DeviceAddress(.public, "665544332211") }
    #expect(scene.results == [.failed(.refusedByUs(code: 0x05))])
    #expect(scene.pairingFailedReasons == [0x05])
    #expect(scene.bonds.count == 1)
    #expect(scene.phone.disconnectReasons == [0x05])
  }
}
