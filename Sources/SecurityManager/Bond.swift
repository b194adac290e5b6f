public import Identifiers
public import Octets

/// What a finished pairing leaves behind: the keys of a phone, and what it has set on our server.
public struct Bond: Equatable, Sendable {
  /// A public or a static random address.
  public let identity: DeviceAddress
  /// Resolves the phone's private addresses; nil if it has none.
  public let identityResolvingKey: Value128?
  public let longTermKey: Value128
  public let strength: BondStrength
  /// Which request the key answers: `secureConnections` unless the pairing was a legacy one.
  public let keyIdentification: LongTermKeyRequest

  /// The client characteristic configurations of our server, two bits each, in the order of its database.
  public var clientConfigurations: UInt32 = 0
  /// The first octet of the phone's Client Supported Features.
  public var clientSupportedFeatures: UInt8 = 0
  /// The hash of our server's database as the phone last saw it; zero if it never looked.
  public var databaseHash = Value128.zero
  /// What the phone calls itself, as far as it fits; empty until it was asked.
  public var name = BoundedText<24>()
  /// Whether this is the only phone that may connect.
  public internal(set) var isSelected = false
  /// Larger for a phone that was here later.
  public internal(set) var lastUsed: UInt32 = 0

  public init(
    identity: DeviceAddress, identityResolvingKey: Value128?, longTermKey: Value128, strength: BondStrength,
    keyIdentification: LongTermKeyRequest = .secureConnections
  ) {
    self.identity = identity
    self.identityResolvingKey = identityResolvingKey
    self.longTermKey = longTermKey
    self.strength = strength
    self.keyIdentification = keyIdentification
  }

  /// Takes over what the same phone has set and what its user chose: pairing anew changes the keys only.
  mutating func takeSettings(of earlier: Bond) {
    clientConfigurations = earlier.clientConfigurations
    clientSupportedFeatures = earlier.clientSupportedFeatures
    databaseHash = earlier.databaseHash
    name = earlier.name
    isSelected = earlier.isSelected
  }

  /// Whether `address` is one that the phone uses on the air.
  public func isOwner(of address: DeviceAddress) -> Bool {
    if let identityResolvingKey, address.isResolved(by: identityResolvingKey) { return true }
    return address == identity
  }
}

/// How far a bond can be trusted.
public struct BondStrength: Equatable, Sendable {
  /// 7 to 16 octets.
  public let keySize: UInt8
  /// Whether a person made sure that no one stood in the middle.
  public let isAuthenticated: Bool
  public let usesSecureConnections: Bool

  public init(keySize: UInt8, isAuthenticated: Bool, usesSecureConnections: Bool) {
    self.keySize = keySize
    self.isAuthenticated = isAuthenticated
    self.usesSecureConnections = usesSecureConnections
  }

  /// Secure Connections, codes compared, 16 octets.
  public static let full = BondStrength(keySize: 16, isAuthenticated: true, usesSecureConnections: true)

  /// Whether a bond of this strength may take the place of one of that strength: nothing gets weaker.
  public func isAtLeast(_ other: BondStrength) -> Bool {
    keySize >= other.keySize && (isAuthenticated || !other.isAuthenticated)
      && (usesSecureConnections || !other.usesSecureConnections)
  }
}
