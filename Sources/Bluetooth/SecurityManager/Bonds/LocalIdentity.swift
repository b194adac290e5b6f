public import Identifiers

/// The identity of the local device for bonded phones: an address that never changes, and the key that resolves its
/// private addresses.
public struct LocalIdentity: Equatable, Sendable {
  /// A public or a static random address. A `BondTable` keeps a static random one only.
  public let address: DeviceAddress
  /// The key that makes the private addresses of the device.
  public let identityResolvingKey: Value128

  /// Whether a `BondTable` can keep the identity: its address is static random, and its key is not zero.
  public var isStorable: Bool { address.isStaticRandom && !identityResolvingKey.isZero }

  /// Creates an identity from values that were saved.
  public init(address: DeviceAddress, identityResolvingKey: Value128) {
    self.address = address
    self.identityResolvingKey = identityResolvingKey
  }

  /// A new identity with a static random address: 16 random octets for the key, 6 for the address.
  ///
  /// Nil if the octets make no valid address or key: draw again.
  public init?(randomness: [22 of UInt8]) {
    var key = Value128.zero.octets
    for index in 0..<16 { key[index] = randomness[index] }
    var octets: [6 of UInt8] = .init(repeating: 0)
    for index in 0..<6 { octets[index] = randomness[16 + index] }
    octets[5] |= 0xC0
    self.init(address: DeviceAddress(kind: .random, octets: octets), identityResolvingKey: Value128(octets: key))
    guard address.isStaticRandom, !identityResolvingKey.isZero else { return nil }
  }
}
