import GAP
import Identifiers
import Testing

@Suite struct OwnAddressTests {
  private static let random = DeviceAddress(kind: .random, octets: [1, 2, 3, 4, 5, 0xC6])

  @Test func aPublicAddressOfItsOwnIsUsed() {
    let own = DeviceAddress(kind: .public, octets: [0x56, 0x34, 0x12, 0xEB, 0x27, 0xB8])
    #expect(OwnAddress.choose(publicAddress: own, staticRandom: Self.random) == own)
  }

  @Test(
    arguments: [
      [0, 0, 0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0xAA, 0xAA, 0xAA, 0xAA, 0xAA, 0xAA],
      [0xAC, 0x1F, 0x12, 0xA1, 0x43, 0x43],
    ] as [[UInt8]])
  func aDefaultOfTheChipIsNot(octets: [UInt8]) {
    let address = DeviceAddress(kind: .public, octets: .init { octets[$0] })
    #expect(OwnAddress.choose(publicAddress: address, staticRandom: Self.random) == Self.random)
  }

  @Test func withoutAPublicAddressTheRandomOneIsUsed() {
    #expect(OwnAddress.choose(publicAddress: nil, staticRandom: Self.random) == Self.random)
  }

  @Test func randomOctetsMakeAStaticAddress() {
    let address = OwnAddress.staticRandom(from: [1, 2, 3, 4, 5, 6])
    #expect(address == Self.random)
    #expect(address?.isStaticRandom == true)
  }

  @Test func equalOctetsMakeNoAddress() {
    #expect(OwnAddress.staticRandom(from: .init(repeating: 0x00)) == nil)
    #expect(OwnAddress.staticRandom(from: .init(repeating: 0xFF)) == nil)
  }

  // MARK: The identity that phones were given

  private static let own = DeviceAddress(kind: .public, octets: [0x56, 0x34, 0x12, 0xEB, 0x27, 0xB8])
  private static let other = DeviceAddress(kind: .public, octets: [0x57, 0x34, 0x12, 0xEB, 0x27, 0xB8])

  @Test(arguments: [(own, own), (nil, random)] as [(DeviceAddress?, DeviceAddress)])
  func aWatchWithoutAGivenIdentityUsesItsAddress(shown: DeviceAddress?, address: DeviceAddress) {
    #expect(
      OwnAddress.identify(promised: nil, publicAddress: shown, staticRandom: Self.random)
        == OwnAddress.Identity(address: address, needsPrivateAddress: false))
  }

  @Test(
    arguments: [
      (own, own, false), (own, other, true), (own, nil, true), (random, nil, false), (random, own, false),
    ] as [(DeviceAddress, DeviceAddress?, Bool)])
  func aGivenIdentityIsKeptWhateverTheControllerReports(promised: DeviceAddress, shown: DeviceAddress?, isPrivate: Bool)
  {
    #expect(
      OwnAddress.identify(promised: promised, publicAddress: shown, staticRandom: Self.random)
        == OwnAddress.Identity(address: promised, needsPrivateAddress: isPrivate))
  }
}
