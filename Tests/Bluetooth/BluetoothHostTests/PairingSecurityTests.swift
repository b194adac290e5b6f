import BluetoothHost
import HCI
import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// Passkeys, legacy pairing and Just Works, if the setting allows them.
@Suite struct PairingSecurityTests {
  static let legacy = PairingInitiator.request(.keyboardDisplay, 0x05)
  static let typing = PairingInitiator.request(.keyboardOnly, 0x0D)
  static let dumb = PairingInitiator.request(.noInputNoOutput, 0x09)

  func connected(
    _ security: PairingSecurity, bonds: BondTable = Sample.bonds(bondedWithPhone: false)
  ) -> HostHarness {
    let harness = HostHarness(bonds: bonds, security: security)
    harness.start()
    harness.phone.connect()
    harness.run()
    return harness
  }

  /// The phone sends this request, and its user types the passkey that the watch shows.
  func pair(_ harness: HostHarness, _ request: PairingFeatures) {
    harness.phone.startPairing { $0.request = request }
    harness.run()
    if let passkey = harness.passkey { harness.phone.type(passkey) }
    harness.run()
  }

  @Test(arguments: [PairingSecurity.compatible, .noneConfirm])
  func legacyBondSecuresTheLinkNowAndLater(security: PairingSecurity) throws {
    let harness = connected(security)
    pair(harness, Self.legacy)
    #expect(harness.results == [.bonded])
    #expect(harness.state == .encrypted)
    let bond = try #require(harness.bonds.bond(for: Sample.phoneIdentity))
    #expect(!bond.strength.usesSecureConnections && bond.strength.isAuthenticated)
    #expect(bond.longTermKey == harness.phone.longTermKey)
    let identification = try #require(harness.phone.initiator?.keyIdentification)
    #expect(bond.keyIdentification == identification && identification != .secureConnections)
    harness.phone.disconnect()
    harness.run()
    harness.takeEvents()
    harness.phone.connect()
    harness.phone.encrypt(with: bond.longTermKey, identification)
    harness.run()
    #expect(harness.events.contains(.secured))
    #expect(harness.phone.violations.isEmpty)
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
      let harness = connected(.compatible, bonds: table.bonds)
      harness.phone.encrypt(with: table.phone.longTermKey, asked)
      harness.run()
      #expect(harness.phone.wasKeyRefused)
      #expect(!harness.events.contains(.secured))
    }
    let harness = connected(.compatible, bonds: table.bonds)
    harness.phone.encrypt(with: table.phone.longTermKey, identification)
    harness.run()
    #expect(harness.events.contains(.secured))
  }

  /// After a change to the strict setting, bonds of weaker settings no longer count.
  @Test func legacyBondDoesNotCountInAStrictWatch() throws {
    let table = connected(.compatible)
    pair(table, Self.legacy)
    let harness = connected(.secureConnections, bonds: table.bonds)
    harness.phone.encrypt(
      with: table.phone.longTermKey, try #require(table.bonds.bond(for: Sample.phoneIdentity)?.keyIdentification))
    harness.run()
    #expect(harness.phone.wasKeyRefused)
  }

  @Test func passkeyWithSecureConnectionsMakesAFullBond() {
    let harness = connected(.compatible)
    pair(harness, Self.typing)
    #expect(harness.results == [.bonded])
    #expect(harness.bonds.bond(for: Sample.phoneIdentity)?.strength == .full)
  }

  @Test func passkeyIsAnotherEachTime() {
    let harness = connected(.compatible)
    var passkeys: Set<UInt32> = []
    for _ in 0..<4 {
      harness.phone.startPairing { $0.request = Self.typing }
      harness.run()
      if let passkey = harness.passkey { passkeys.insert(passkey) }
      harness.host.answerPairing(isConfirmed: false, now: harness.now)
      harness.host.openPairingWindow(now: harness.now)
      harness.run()
      harness.wait(.seconds(2))
    }
    #expect(passkeys.count == 4)
  }

  @Test func wrongPasskeyEndsThePairing() {
    for request in [Self.legacy, Self.typing] {
      let harness = connected(.compatible)
      harness.phone.startPairing { $0.request = request }
      harness.run()
      harness.phone.type((harness.passkey ?? 0) ^ 1)
      harness.run()
      #expect(harness.results == [.failed(.refusedByUs(.confirmValueFailed))])
      #expect(harness.bonds.isEmpty)
    }
  }

  @Test func passkeyRejectedOnTheWatchEndsThePairing() {
    for request in [Self.legacy, Self.typing] {
      let harness = connected(.compatible)
      harness.phone.startPairing { $0.request = request }
      harness.run()
      harness.host.answerPairing(isConfirmed: false, now: harness.now)
      harness.run()
      #expect(harness.results == [.failed(.refusedByUs(.passkeyEntryFailed))])
    }
  }

  @Test(arguments: [
    (PairingSecurity.secureConnections, legacy), (.secureConnections, typing), (.secureConnections, dumb),
    (.compatible, dumb), (.compatible, PairingInitiator.request(.displayYesNo, 0x05)),
    (.noneConfirm, PairingInitiator.request(.noInputNoOutput, 0x01)),
    (.noneConfirm, PairingInitiator.request(.displayYesNo, 0x05)),
  ])
  func methodsThatTheSettingForbidsAreRefused(security: PairingSecurity, request: PairingFeatures) {
    let harness = connected(security)
    pair(harness, request)
    #expect(harness.results == [.failed(.refusedByUs(.authenticationRequirements))])
    #expect(harness.passkey == nil && harness.code == nil)
  }

  @Test func justWorksIsForTheWindowOnly() {
    let harness = connected(.noneConfirm)
    pair(harness, Self.dumb)
    #expect(harness.results == [.bonded])
    #expect(harness.bonds.bond(for: Sample.phoneIdentity)?.strength.isAuthenticated == false)
    // The window is closed now. A peer with the phone's address need not be the phone.
    harness.phone.disconnect()
    harness.run()
    harness.takeEvents()
    harness.phone.connect()
    pair(harness, Self.dumb)
    #expect(harness.refusals == [.refusedByUs(.pairingNotSupported)])
  }

  @Test func strongerBondReplacesTheLegacyOneAndNotTheOtherWayRound() {
    let harness = connected(.compatible)
    pair(harness, Self.legacy)
    harness.phone.disconnect()
    harness.run()
    harness.takeEvents()
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect()
    harness.run()
    harness.pair()
    #expect(harness.results == [.bonded])
    #expect(harness.bonds.bond(for: Sample.phoneIdentity)?.strength == .full)
    harness.phone.disconnect()
    harness.run()
    harness.takeEvents()
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect()
    pair(harness, Self.legacy)
    #expect(harness.results == [.failed(.refusedByUs(.authenticationRequirements))])
    #expect(harness.bonds.bond(for: Sample.phoneIdentity)?.strength == .full)
  }

  /// If the watch cannot resolve the address, it does not know who asks. Then even the user's consent does not weaken a
  /// bond.
  @Test func strongerBondIsKeptAlsoWhenThePhoneIsNotRecognised() {
    let harness = connected(.compatible)
    harness.pair()
    harness.phone.disconnect()
    harness.run()
    harness.host.openPairingWindow(now: harness.now)
    harness.takeEvents()
    harness.phone.connect(from: DeviceAddress(.random, "4a0000000001"))
    pair(harness, Self.legacy)
    harness.host.answerClaim(isAllowed: true, now: harness.now)
    harness.run()
    #expect(harness.results == [.failed(.weakerThanBond)])
    #expect(harness.bonds.bond(for: Sample.phoneIdentity)?.strength == .full)
    #expect(!harness.events.contains(.secured))
  }
}
