import Identifiers
import Octets
import TestSupport
import Timing

@testable import SecurityManager

extension Value128 {
  /// From digits as the specification prints them, most significant first.
  init(_ digits: String) { self.init(mostSignificantFirst: inlineOctets(hex: digits)) }

  /// From octets in wire order.
  init(wire digits: String) { self.init(octets: inlineOctets(hex: digits)) }
}

/// Returns 32 octets in wire order from digits that start with the most significant octet.
func wire32(_ digits: String) -> [32 of UInt8] { reversed(inlineOctets(hex: digits)) }

extension DeviceAddress {
  /// From digits as they are printed, most significant first.
  init(_ kind: Kind, _ digits: String) { self.init(kind: kind, octets: reversed(inlineOctets(hex: digits))) }
}

/// The devices of the end-to-end transcripts.
enum Sample {
  /// The initiator: an address resolvable with `phoneKey`.
  static let phone = DeviceAddress(.random, "7081940dfbaa")
  static let phoneKey = Value128("ec0234a357c8ad05341010a60a397d9b")
  static let phoneIdentity = DeviceAddress(.public, "a4d1d2030405")
  static let watch = DeviceAddress(.public, "b827eb123456")
  static let watchIdentity = LocalIdentity(
    address: watch, identityResolvingKey: Value128("000102030405060708090a0b0c0d0e0f"))

  static let phoneNonce = Value128("d5cb8454d177733effffb2ec712baeab")
  static let watchNonce = Value128("a6e8e7cc25a75f6e216583f7ff3dc4cf")
  static let phonePrivateKey = "06a516693c9aa31a6084545d0c5db641b48572b97203ddffb7ac73f7d0457663"
  static let watchPrivateKey = "529aa0670d72cd6497502ed473502b037e8803b5c60829a5a3caa219505530ba"
  static let phoneX = wire32("2c31a47b5779809ef44cb5eaaf5c3e43d5f8faad4a8794cb987e9b03745c78dd")
  static let phoneY = wire32("919512183898dfbecd52e2408e43871fd021109117bd3ed4eaf8437743715d4f")
  static let watchX = wire32("f465e43ff23d3f1b9dc7dfc04da8758184dbc966204796eccf0d6cf5e16500cc")
  static let watchY = wire32("0201d048bcbbd899eeefc424164e33c201c2b010ca6b4d43a8a155cad8ecb279")
  /// Most significant first.
  static let sharedSecret: [32 of UInt8] = inlineOctets(
    hex: "ab85843a2f6d883f62e5684b38e307335fe6e1945ecd19604105c6f23221eb69")

  static let passkey: UInt32 = 19_655
  static let legacyKey = Value128("3f1e2d4c5b6a79880716253443526170")
  static let legacyIdentification = LongTermKeyRequest(random: 0x1122_3344_5566_7788, encryptedDiversifier: 0x99AA)

  static let phoneMaterial: PairingRandomness = material(phonePrivateKey, phoneNonce)
  static let watchMaterial: PairingRandomness = material(watchPrivateKey, watchNonce)

  /// The material of a pairing. The nonce of a round is `nonce` with the round's number added to its first octet on the
  /// wire, without carry.
  static func material(
    _ privateKey: String, _ nonce: Value128, passkey: UInt32 = Sample.passkey
  ) -> PairingRandomness {
    var list = octets(hex: privateKey)
    for round in 0..<20 { list += Sample.nonce(nonce, of: UInt8(round)).octets.list }
    list += legacyKey.octets.list + octets(hex: "aa99 8877665544332211")
    for _ in 0..<6 { list += Value128(passkey).octets.list.prefix(3) }
    return PairingRandomness { list[$0] }
  }

  static func nonce(_ nonce: Value128, of round: UInt8) -> Value128 {
    var octets = nonce.octets
    octets[0] ^= round
    return Value128(octets: octets)
  }

  /// The local identity for which a table of bonds was made.
  static let identity = LocalIdentity(
    address: DeviceAddress(.random, "c0ffee123456"), identityResolvingKey: watchIdentity.identityResolvingKey)

  static let phoneBond = Bond(
    identity: phoneIdentity, identityResolvingKey: phoneKey, longTermKey: phoneNonce, strength: .full)

  /// A table with the phone's bond, and `count` others.
  static func bonds(bondedWithPhone isBonded: Bool = true, others count: UInt8 = 0) -> BondTable {
    var table = BondTable(identity: identity)
    for number in 0..<count { _ = table.commit(bond(number + 1)) }
    if isBonded { _ = table.commit(phoneBond) }
    return table
  }

  static let link = PairingLink(localAddress: watch, peerAddress: phone, isPeerBonded: false)
  static let openWindow = PairingPolicy(isWindowOpen: true)

  static func bond(_ number: UInt8 = 1, strength: BondStrength = .full) -> Bond {
    Bond(
      identity: DeviceAddress(kind: .public, octets: [number, 2, 3, 4, 5, 6]),
      identityResolvingKey: Value128(octets: .init(repeating: 0x20 + number)),
      longTermKey: Value128(octets: .init(repeating: 0x40 + number)), strength: strength)
  }
}

extension PairingLink {
  /// A link with an unknown peer, or with the sample phone and its bond.
  init(localAddress: DeviceAddress, peerAddress: DeviceAddress, isPeerBonded: Bool, strength: BondStrength = .full) {
    self.init(
      localAddress: localAddress, peerAddress: peerAddress,
      knownPeer: isPeerBonded ? KnownPeer(identity: Sample.phoneIdentity, strength: strength) : nil)
  }
}

extension SecurityManagerPDU {
  init(_ octets: [UInt8]) throws {
    guard let first = octets.first, let code = Code(rawValue: first) else { throw DecodeError.invalidValue }
    try self.init(code: code, body: octets.span.extracting(droppingFirst: 1))
  }

  var list: [UInt8] {
    get throws {
      var buffer = OctetBuffer<65>()
      try buffer.append { output throws(EncodeError) in try encode(into: &output) }
      return buffer.span.list
    }
  }
}

extension PairingResponder {
  mutating func setBondedPhones(_ identities: [DeviceAddress]) {
    var phones = BondedIdentities()
    for identity in identities { phones.append(identity) }
    setBondedPhones(phones)
  }
}

extension Instant {
  /// The instant `count` seconds after the start of the clock.
  static func seconds(_ count: UInt32) -> Instant { .start + .seconds(count) }
  static func milliseconds(_ count: UInt32) -> Instant { .start + .milliseconds(count) }
}

extension PairingMethod {
  init(model: AssociationModel, usesSecureConnections: Bool) {
    self.init(
      request: PairingInitiator.request(
        model == .numericComparison ? .keyboardDisplay : model == .passkeyEntry ? .keyboardOnly : .noInputNoOutput,
        usesSecureConnections ? 0x0D : 0x05),
      response: PairingInitiator.request(.displayYesNo, 0x0D))
  }
}
