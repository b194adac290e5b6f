public import Identifiers
public import Octets

/// One packet of the Security Manager Protocol, the payload of a frame on its fixed channel.
///
/// Core Spec 5.4, Vol 3, Part H, 3.3.
public enum SecurityManagerPDU: Equatable, Sendable {
  /// The initiator wants to pair.
  case pairingRequest(PairingFeatures)
  /// The responder agrees to pair.
  case pairingResponse(PairingFeatures)
  /// `| confirmValue: 16 |`
  case pairingConfirm(Value128)
  /// `| randomValue: 16 |`
  case pairingRandom(Value128)
  /// `| reason: 1 |`, which may be one that we do not know.
  case pairingFailed(UInt8)
  /// `| longTermKey: 16 |`
  case encryptionInformation(Value128)
  /// `| encryptedDiversifier: 2 | random: 8 |`
  case centralIdentification(LongTermKeyRequest)
  /// `| identityResolvingKey: 16 |`
  case identityInformation(Value128)
  /// `| addressType: 1 | address: 6 |`
  case identityAddressInformation(DeviceAddress)
  /// `| signatureKey: 16 |`
  case signingInformation(Value128)
  /// `| authenticationRequirements: 1 |`
  case securityRequest(AuthenticationRequirements)
  /// A public key of LE Secure Connections.
  case pairingPublicKey(PairingPublicKey)
  /// `| dhKeyCheck: 16 |`
  case pairingDHKeyCheck(Value128)
  /// `| notificationType: 1 |`
  case pairingKeypressNotification(UInt8)

  /// The octets of the largest PDU, the public key: what the channel must carry with Secure Connections.
  public static let maximumSize = 65

  /// The first octet of each PDU.
  public enum Code: UInt8, Sendable {
    /// Pairing Request.
    case pairingRequest = 0x01
    /// Pairing Response.
    case pairingResponse = 0x02
    /// Pairing Confirm.
    case pairingConfirm = 0x03
    /// Pairing Random.
    case pairingRandom = 0x04
    /// Pairing Failed.
    case pairingFailed = 0x05
    /// Encryption Information.
    case encryptionInformation = 0x06
    /// Central Identification.
    case centralIdentification = 0x07
    /// Identity Information.
    case identityInformation = 0x08
    /// Identity Address Information.
    case identityAddressInformation = 0x09
    /// Signing Information.
    case signingInformation = 0x0A
    /// Security Request.
    case securityRequest = 0x0B
    /// Pairing Public Key.
    case pairingPublicKey = 0x0C
    /// Pairing DHKey Check.
    case pairingDHKeyCheck = 0x0D
    /// Pairing Keypress Notification.
    case pairingKeypressNotification = 0x0E
  }

  /// A whole PDU; nil if its code or its size is that of no PDU.
  init?(decoding pdu: Span<UInt8>) throws(MalformedPDU) {
    guard pdu.count >= 1, pdu.count <= Self.maximumSize, let code = Code(rawValue: pdu[0]) else { return nil }
    do throws(DecodeError) {
      try self.init(code: code, body: pdu.extracting(droppingFirst: 1))
    } catch {
      throw MalformedPDU(code: code)
    }
  }

  /// All of `body` as the body of a PDU with this code.
  ///
  /// - Throws: `truncated` if octets are missing, `invalidValue` if there are too many or an address is of no known
  ///   type.
  public init(code: Code, body: Span<UInt8>) throws(DecodeError) {
    var rest = body
    self = try Self.decode(code, &rest)
    guard rest.isEmpty else { throw .invalidValue }
  }

  @inline(never)  // Smaller with registers of its own.
  @_lifetime(rest: copy rest)
  private static func decode(_ code: Code, _ rest: inout Span<UInt8>) throws(DecodeError) -> SecurityManagerPDU {
    switch code {
    case .pairingRequest: .pairingRequest(try PairingFeatures(decoding: &rest))
    case .pairingResponse: .pairingResponse(try PairingFeatures(decoding: &rest))
    case .pairingConfirm: .pairingConfirm(try Value128(decoding: &rest))
    case .pairingRandom: .pairingRandom(try Value128(decoding: &rest))
    case .pairingFailed: .pairingFailed(try rest.takeUInt8())
    case .encryptionInformation: .encryptionInformation(try Value128(decoding: &rest))
    case .centralIdentification: .centralIdentification(try LongTermKeyRequest(decodingIdentification: &rest))
    case .identityInformation: .identityInformation(try Value128(decoding: &rest))
    case .identityAddressInformation: .identityAddressInformation(try decodeAddress(&rest))
    case .signingInformation: .signingInformation(try Value128(decoding: &rest))
    case .securityRequest: .securityRequest(AuthenticationRequirements(rawValue: try rest.takeUInt8()))
    case .pairingPublicKey: .pairingPublicKey(try PairingPublicKey(decoding: &rest))
    case .pairingDHKeyCheck: .pairingDHKeyCheck(try Value128(decoding: &rest))
    case .pairingKeypressNotification: .pairingKeypressNotification(try rest.takeUInt8())
    }
  }

  @_lifetime(rest: copy rest)
  private static func decodeAddress(_ rest: inout Span<UInt8>) throws(DecodeError) -> DeviceAddress {
    guard let kind = DeviceAddress.Kind(rawValue: try rest.takeUInt8()) else { throw .invalidValue }
    return try DeviceAddress(decoding: &rest, kind: kind)
  }

  /// The first octet of the PDU.
  public var code: Code {
    switch self {
    case .pairingRequest: .pairingRequest
    case .pairingResponse: .pairingResponse
    case .pairingConfirm: .pairingConfirm
    case .pairingRandom: .pairingRandom
    case .pairingFailed: .pairingFailed
    case .encryptionInformation: .encryptionInformation
    case .centralIdentification: .centralIdentification
    case .identityInformation: .identityInformation
    case .identityAddressInformation: .identityAddressInformation
    case .signingInformation: .signingInformation
    case .securityRequest: .securityRequest
    case .pairingPublicKey: .pairingPublicKey
    case .pairingDHKeyCheck: .pairingDHKeyCheck
    case .pairingKeypressNotification: .pairingKeypressNotification
    }
  }

  /// Appends ` | code: 1 | body | `.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.put(code.rawValue)
    switch self {
    case .pairingRequest(let features), .pairingResponse(let features): try features.encode(into: &output)
    case .pairingConfirm(let value), .pairingRandom(let value), .encryptionInformation(let value),
      .identityInformation(let value), .signingInformation(let value), .pairingDHKeyCheck(let value):
      try output.put(value.octets)
    case .pairingFailed(let octet), .pairingKeypressNotification(let octet): try output.put(octet)
    case .centralIdentification(let identification):
      try output.put(identification.encryptedDiversifier)
      try output.put(identification.random)
    case .identityAddressInformation(let address):
      try output.put(address.kind.rawValue)
      try output.put(address.octets)
    case .securityRequest(let requirements): try output.put(requirements.rawValue)
    case .pairingPublicKey(let key): try key.encode(into: &output)
    }
  }
}

/// A PDU of a known code has a wrong length or a forbidden value.
struct MalformedPDU: Error {
  let code: SecurityManagerPDU.Code
}
