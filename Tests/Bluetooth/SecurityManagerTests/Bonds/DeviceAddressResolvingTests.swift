import Identifiers
import TestSupport
import Testing

@testable import PhoneSupport
@testable import SecurityManager

@Suite struct DeviceAddressResolvingTests {
  /// Core Spec 5.4, Vol 3, Part H, Appendix D.7.
  @Test func publishedAddressIsMadeAndResolved() {
    let address = DeviceAddress(resolvableWith: Sample.phoneKey, randomness: [0x94, 0x81, 0x70])
    #expect(address == Sample.phone)
    #expect(Sample.phone.isResolved(by: Sample.phoneKey))
  }

  @Test func otherKeyDoesNotResolve() {
    #expect(!Sample.phone.isResolved(by: Sample.watchIdentity.identityResolvingKey))
  }

  @Test func addressWithAnyOneBitFlippedIsNotResolved() {
    for bit in 0..<48 {
      var octets = Sample.phone.octets
      octets[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!DeviceAddress(kind: .random, octets: octets).isResolved(by: Sample.phoneKey), "bit \(bit)")
    }
  }

  @Test func publicAddressOfTheSameOctetsIsNotResolved() {
    #expect(!DeviceAddress(kind: .public, octets: Sample.phone.octets).isResolved(by: Sample.phoneKey))
  }

  @Test func everyAddressMadeIsResolved() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<200 {
      let randomness: [3 of UInt8] = [generator.octet(), generator.octet(), generator.octet()]
      let address = try #require(DeviceAddress(resolvableWith: Sample.phoneKey, randomness: randomness))
      #expect(address.isResolvablePrivate)
      #expect(address.isResolved(by: Sample.phoneKey))
    }
  }

  @Test(arguments: [
    [UInt8(0), 0, 0], [0, 0, 0x40], [0, 0, 0xC0], [0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0x3F], [0xFF, 0xFF, 0x7F],
  ])
  func uniformRandomPartIsRefused(randomness: [UInt8]) {
    let octets = [3 of UInt8] { randomness[$0] }
    #expect(DeviceAddress(resolvableWith: Sample.phoneKey, randomness: octets) == nil)
  }

  @Test func localIdentityIsAStaticAddressAndAKey() throws {
    let list = octets(hex: "000102030405060708090a0b0c0d0e0f a0a1a2a3a405")
    let identity = try #require(LocalIdentity(randomness: [22 of UInt8] { list[$0] }))
    #expect(identity.address == DeviceAddress(.random, "c5a4a3a2a1a0"))
    #expect(identity.identityResolvingKey == Value128(wire: "000102030405060708090a0b0c0d0e0f"))
  }

  @Test(arguments: [
    "00000000000000000000000000000000 a0a1a2a3a4a5", "000102030405060708090a0b0c0d0e0f ffffffffffff",
    "000102030405060708090a0b0c0d0e0f 000000000000",
  ])
  func uniformOctetsMakeNoIdentity(randomness: String) {
    let list = octets(hex: randomness)
    #expect(LocalIdentity(randomness: [22 of UInt8] { list[$0] }) == nil)
  }
}
