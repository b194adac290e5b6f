public import Identifiers
public import Octets

/// The result of a pairing: the keys of a phone, and the settings that it has made on our server.
public struct Bond: Equatable, Sendable {
  /// A public or a static random address.
  public let identity: DeviceAddress
  /// The key that resolves the phone's private addresses; nil if the phone has no such key.
  public let identityResolvingKey: Value128?
  /// The key that encrypts links with the phone.
  public let longTermKey: Value128
  /// How the key was made.
  public let strength: BondStrength
  /// Which request the key answers: `secureConnections` unless the pairing was a legacy one.
  public let keyIdentification: LongTermKeyRequest
  /// Whether the phone can resolve the device's private addresses.
  public let localKeyReceipt: LocalKeyReceipt
  /// The identity resolving key that the device uses for this phone alone; nil: the one of the bond table.
  public internal(set) var localIdentityResolvingKey: Value128?

  /// The phone's settings on our server.
  public var serverSettings = ServerSettings()
  /// The name of the phone, cut to 24 octets; empty until it was read.
  public var name = BoundedText<24>()
  /// Whether this is the only phone that may connect.
  public internal(set) var isSelected = false
  /// Larger for a phone that was here later.
  public internal(set) var lastUsed: UInt32 = 0

  /// Creates the bond that a pairing ends with.
  public init(
    identity: DeviceAddress, identityResolvingKey: Value128?, longTermKey: Value128, strength: BondStrength,
    keyIdentification: LongTermKeyRequest = .secureConnections, localKeyReceipt: LocalKeyReceipt = .unknown,
    localIdentityResolvingKey: Value128? = nil
  ) {
    self.identity = identity
    self.identityResolvingKey = identityResolvingKey
    self.longTermKey = longTermKey
    self.strength = strength
    self.keyIdentification = keyIdentification
    self.localKeyReceipt = localKeyReceipt
    self.localIdentityResolvingKey = localIdentityResolvingKey
  }

  /// Copies the settings from an earlier bond of the same phone, because pairing again changes only the keys.
  mutating func takeSettings(of earlier: Bond) {
    serverSettings = earlier.serverSettings
    name = earlier.name
    isSelected = earlier.isSelected
  }

  /// Whether `address` is one that the phone uses on the air.
  public func isOwner(of address: DeviceAddress) -> Bool {
    if let identityResolvingKey, address.isResolved(by: identityResolvingKey) { return true }
    return address == identity
  }
}

/// A phone's settings on our server, and the database that the phone knows.
public struct ServerSettings: Equatable, Sendable {
  /// The client characteristic configurations, two bits each, in the order of the server's database.
  public var configurations: UInt32 = 0
  /// The first octet of the phone's Client Supported Features.
  public var supportedFeatures: UInt8 = 0
  /// The hash of the server's database as the phone last saw it; zero if it never looked.
  public var databaseHash = Value128.zero

  /// Creates the settings of a phone that has set nothing.
  public init() {}
}

/// Whether a phone received the identity resolving key of the device when it paired.
public enum LocalKeyReceipt: Equatable, Sendable {
  /// The bond was made before this was recorded.
  case unknown
  /// The phone did not receive the key.
  case notReceived
  /// The phone received the key.
  case received
}

/// How far a bond can be trusted.
public struct BondStrength: Equatable, Sendable {
  /// 7 to 16 octets.
  public let keySize: UInt8
  /// Whether the user confirmed that there was no attacker between the devices.
  public let isAuthenticated: Bool
  /// Whether the key is from LE Secure Connections.
  public let usesSecureConnections: Bool

  /// Creates a description of a key.
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
