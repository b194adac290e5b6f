public import Octets

/// What one side of a pairing can do and wants: the body of a Pairing Request or a Pairing Response.
///
///     | ioCapability: 1 | oobDataFlag: 1 | authenticationRequirements: 1 | maximumEncryptionKeySize: 1 |
///     | initiatorKeyDistribution: 1 | responderKeyDistribution: 1 |
///
/// Holds the octets as they came, reserved values too: the check values are computed over them.
/// Core Spec 5.4, Vol 3, Part H, 3.5.1 and 3.5.2.
public struct PairingFeatures: Equatable, Sendable {
  public var ioCapability: IOCapability
  /// 0: no data, 1: data present; others are reserved.
  public var oobDataFlag: UInt8
  public var authenticationRequirements: AuthenticationRequirements
  /// 7 to 16 octets; others are forbidden.
  public var maximumEncryptionKeySize: UInt8
  public var initiatorKeyDistribution: KeyDistribution
  public var responderKeyDistribution: KeyDistribution

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

  /// What a watch with this setting answers to `request`: bonding; Secure Connections if the initiator has them;
  /// protection against a man in the middle if the capabilities allow it; keys of 16 octets. Of the keys that are
  /// offered it takes the identities, and hands over its own long term key only where the pairing makes none.
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

  /// Whether each field is in its range; not whether we like it.
  var isValid: Bool { !ioCapability.isReserved && oobDataFlag <= 1 && maximumEncryptionKeySize <= 16 }
}

/// How a device can show and take in numbers; 5 and above are reserved.
///
/// Core Spec 5.4, Vol 3, Part H, 2.3.2.
public struct IOCapability: Equatable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let displayOnly = IOCapability(rawValue: 0)
  public static let displayYesNo = IOCapability(rawValue: 1)
  public static let keyboardOnly = IOCapability(rawValue: 2)
  public static let noInputNoOutput = IOCapability(rawValue: 3)
  public static let keyboardDisplay = IOCapability(rawValue: 4)

  public var isReserved: Bool { rawValue > 4 }
}

/// What a device demands of a pairing. Reserved bits are kept when received and never set.
///
/// Core Spec 5.4, Vol 3, Part H, 3.5.1.
public struct AuthenticationRequirements: Equatable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Bonding, protection against a man in the middle, Secure Connections.
  public static let bondingWithProtection = AuthenticationRequirements(rawValue: 0x0D)

  /// Bonding, and what else is asked for.
  init(wantsProtection: Bool, supportsSecureConnections: Bool) {
    rawValue = 0x01 | (wantsProtection ? 0x04 : 0) | (supportsSecureConnections ? 0x08 : 0)
  }

  public var wantsBonding: Bool { rawValue & 0x03 == 0x01 }
  public var wantsProtection: Bool { rawValue & 0x04 != 0 }
  public var supportsSecureConnections: Bool { rawValue & 0x08 != 0 }
}

/// Which keys are handed over once the link is encrypted.
///
/// Core Spec 5.4, Vol 3, Part H, 3.6.1.
public struct KeyDistribution: Equatable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let none = KeyDistribution(rawValue: 0)
  /// The identity resolving key and the identity address.
  public static let identityKey = KeyDistribution(rawValue: 0x02)

  public static let encryptionAndIdentityKeys = KeyDistribution(rawValue: 0x03)

  public var containsEncryptionKey: Bool { rawValue & 0x01 != 0 }
  public var containsIdentityKey: Bool { rawValue & 0x02 != 0 }

  public func intersection(_ other: KeyDistribution) -> KeyDistribution {
    KeyDistribution(rawValue: rawValue & other.rawValue)
  }
}
