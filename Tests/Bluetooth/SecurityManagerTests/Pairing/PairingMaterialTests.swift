import Identifiers
import TestSupport
import Testing

@testable import PhoneSupport
@testable import SecurityManager

/// The values that are made from random octets.
@Suite struct PairingMaterialTests {
  private let honest = Sample.watchMaterial.list

  /// The sample's random octets, with these six draws for the passkey.
  private func makeMaterial(draws: [UInt32]) -> PairingMaterial? {
    var list = Array(honest.prefix(378))
    for draw in draws { list += Value128(draw).octets.list.prefix(3) }
    return PairingMaterial(randomness: PairingRandomness { list[$0] })
  }

  private func makeMaterial(_ change: (inout [UInt8]) -> Void) -> PairingMaterial? {
    var list = honest
    change(&list)
    return PairingMaterial(randomness: PairingRandomness { list[$0] })
  }

  /// The first draw that is a valid passkey, unchanged: neither a remainder nor a part of a larger number.
  ///
  /// - Conformance: Attacks | fixed passkey | CVE-2020-26558
  @Test(
    arguments: [
      ([0, 1, 2, 3, 4, 5], 0), ([999_999, 1, 2, 3, 4, 5], 999_999), ([1_000_000, 7, 2, 3, 4, 5], 7),
      ([0xFFFFF, 1_000_000, 0xFFFFE, 1_048_000, 1_000_001, 424_242], 424_242),
      // Four bits of the three octets are ignored.
      ([0xF00000 | 123_456, 1, 2, 3, 4, 5], 123_456),
    ] as [([UInt32], UInt32)])
  func passkeyIsTheFirstNumberBelowAMillion(draws: [UInt32], passkey: UInt32) {
    #expect(makeMaterial(draws: draws)?.passkey == passkey)
  }

  @Test func octetsWithoutAPasskeyAreRefused() {
    #expect(makeMaterial(draws: [UInt32](repeating: 1_000_000, count: 6)) == nil)
  }

  @Test func noncesAreTakenInTheirOrder() throws {
    let material = try #require(PairingMaterial(randomness: Sample.watchMaterial))
    for round in 0..<PairingMaterial.rounds {
      #expect(material.nonce(of: round) == Sample.nonce(Sample.watchNonce, of: round))
    }
    #expect(material.nonce() == Sample.watchNonce)
  }

  @Test func keyOfALegacyPairingIsItsOwn() throws {
    let material = try #require(PairingMaterial(randomness: Sample.watchMaterial))
    #expect(material.longTermKey == Sample.legacyKey)
    #expect(material.keyIdentification == Sample.legacyIdentification)
  }

  @Test func zerosAreNotAKey() {
    #expect(makeMaterial { for index in 352..<368 { $0[index] = 0 } } == nil)
    // The identification of a key made with Secure Connections.
    #expect(makeMaterial { for index in 368..<378 { $0[index] = 0 } } == nil)
    #expect(makeMaterial { for index in 0..<32 { $0[index] = 0 } } == nil)
    #expect(makeMaterial { for index in 0..<32 { $0[index] = 0xFF } } == nil)
    #expect(makeMaterial { $0[0] = $0[0] } != nil)
  }

  @Test func wipedMaterialIsZero() throws {
    var material = try #require(PairingMaterial(randomness: Sample.watchMaterial))
    material.wipe()
    #expect(material.longTermKey.isZero && material.passkey == 0)
    for round in 0..<PairingMaterial.rounds { #expect(material.nonce(of: round).isZero) }
  }
}
