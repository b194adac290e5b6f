public import Octets

/// The capabilities and requirements of one side of a pairing: the body of a Pairing Request or a Pairing Response.
///
///     | ioCapability: 1 | oobDataFlag: 1 | authenticationRequirements: 1 | maximumEncryptionKeySize: 1 |
///     | initiatorKeyDistribution: 1 | responderKeyDistribution: 1 |
///
/// Holds the octets as they came, reserved values too: the check values are computed over them.
/// Core Spec 5.4, Vol 3, Part H, 3.5.1 and 3.5.2.
public struct PairingFeatures: Equatable, Sendable {
  /// The display and the keys of the device.
  public var ioCapability: IOCapability
  /// 0: no data, 1: data present; others are reserved.
  public var oobDataFlag: UInt8
  /// The wishes for bonding, protection and Secure Connections.
  public var authenticationRequirements: AuthenticationRequirements
  /// 7 to 16 octets; others are forbidden.
  public var maximumEncryptionKeySize: UInt8
  /// The keys that the initiator sends.
  public var initiatorKeyDistribution: KeyDistribution
  /// The keys that the responder sends.
  public var responderKeyDistribution: KeyDistribution

  /// Creates features with a key size of 16 octets.
  public init(
    ioCapability: IOCapability, authenticationRequirements: AuthenticationRequirements,
    initiatorKeyDistribution: KeyDistribution, responderKeyDistribution: KeyDistribution
  ) {
    self.ioCapability = ioCapability
    oobDataFlag = 0
    self.authenticationRequirements = authenticationRequirements
    maximumEncryptionKeySize = 16
    self.initiatorKeyDistribution = initiatorKeyDistribution
    self.responderKeyDistribution = responderKeyDistribution
  }

  /// Takes the fields behind the code of a Pairing Request or Response.
  @_lifetime(input: copy input)
  public init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    var rest = input
    ioCapability = IOCapability(rawValue: try rest.takeUInt8())
    oobDataFlag = try rest.takeUInt8()
    authenticationRequirements = AuthenticationRequirements(rawValue: try rest.takeUInt8())
    maximumEncryptionKeySize = try rest.takeUInt8()
    initiatorKeyDistribution = KeyDistribution(rawValue: try rest.takeUInt8())
    responderKeyDistribution = KeyDistribution(rawValue: try rest.takeUInt8())
    input = rest
  }

  /// Appends the fields behind the code.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.put(octets)
  }

  /// The octets on the wire.
  var octets: [6 of UInt8] {
    [
      ioCapability.rawValue, oobDataFlag, authenticationRequirements.rawValue, maximumEncryptionKeySize,
      initiatorKeyDistribution.rawValue, responderKeyDistribution.rawValue,
    ]
  }

  /// Returns the response of a device with this setting to `request`.
  ///
  /// It asks for bonding; for Secure Connections if the initiator supports them; for protection against a man in the
  /// middle if the capabilities allow it; and for keys of 16 octets. It accepts the identity keys that are offered. It
  /// distributes the device's own long term key only if the pairing does not generate one.
  public static func response(to request: PairingFeatures, security: PairingSecurity) -> PairingFeatures {
    let usesSecureConnections = request.authenticationRequirements.supportsSecureConnections
    let model = AssociationModel(
      initiator: request.ioCapability, responder: security.ioCapability, usesSecureConnections: usesSecureConnections)
    return PairingFeatures(
      ioCapability: security.ioCapability,
      authenticationRequirements: AuthenticationRequirements(
        wantsProtection: model != .justWorks, supportsSecureConnections: usesSecureConnections),
      initiatorKeyDistribution: request.initiatorKeyDistribution.intersection(.identityKey),
      responderKeyDistribution: request.responderKeyDistribution.intersection(
        usesSecureConnections ? .identityKey : .encryptionAndIdentityKeys))
  }

  /// Whether each field is in its range. A valid request may still be rejected.
  var isValid: Bool { !ioCapability.isReserved && oobDataFlag <= 1 && maximumEncryptionKeySize <= 16 }
}

/// The input and output capabilities of a device for numbers; 5 and above are reserved.
///
/// Core Spec 5.4, Vol 3, Part H, 2.3.2.
public struct IOCapability: Equatable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// DisplayOnly: the device shows six digits.
  public static let displayOnly = IOCapability(rawValue: 0)
  /// DisplayYesNo: the device shows six digits, and its user confirms them.
  public static let displayYesNo = IOCapability(rawValue: 1)
  /// KeyboardOnly: the user types six digits.
  public static let keyboardOnly = IOCapability(rawValue: 2)
  /// NoInputNoOutput: the device neither shows nor takes digits.
  public static let noInputNoOutput = IOCapability(rawValue: 3)
  /// KeyboardDisplay: the device shows and takes digits.
  public static let keyboardDisplay = IOCapability(rawValue: 4)

  /// Whether the specification has no meaning for the value.
  public var isReserved: Bool { rawValue > 4 }
}

/// The requirements of a device for a pairing. Reserved bits are kept when received and never set.
///
/// Core Spec 5.4, Vol 3, Part H, 3.5.1.
public struct AuthenticationRequirements: Equatable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Bonding, protection against a man in the middle, Secure Connections.
  public static let bondingWithProtection = AuthenticationRequirements(rawValue: 0x0D)

  /// Bonding and the given requirements.
  init(wantsProtection: Bool, supportsSecureConnections: Bool) {
    rawValue = 0x01 | (wantsProtection ? 0x04 : 0) | (supportsSecureConnections ? 0x08 : 0)
  }

  /// Whether the device keeps the keys.
  public var wantsBonding: Bool { rawValue & 0x03 == 0x01 }
  /// Whether protection from a man in the middle is wanted.
  public var wantsProtection: Bool { rawValue & 0x04 != 0 }
  /// Whether LE Secure Connections are supported.
  public var supportsSecureConnections: Bool { rawValue & 0x08 != 0 }
}

/// The keys that are distributed once the link is encrypted.
///
/// Core Spec 5.4, Vol 3, Part H, 3.6.1.
public struct KeyDistribution: Equatable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No keys are sent.
  public static let none = KeyDistribution(rawValue: 0)
  /// The identity resolving key and the identity address.
  public static let identityKey = KeyDistribution(rawValue: 0x02)

  /// The encryption key of legacy pairing and the identity key.
  public static let encryptionAndIdentityKeys = KeyDistribution(rawValue: 0x03)

  /// Whether the encryption key is sent.
  public var containsEncryptionKey: Bool { rawValue & 0x01 != 0 }
  /// Whether the identity resolving key and the address are sent.
  public var containsIdentityKey: Bool { rawValue & 0x02 != 0 }

  /// The keys that are in both.
  public func intersection(_ other: KeyDistribution) -> KeyDistribution {
    KeyDistribution(rawValue: rawValue & other.rawValue)
  }
}
