/// Why a request was refused. Any value may arrive; 0x80...0x9F belong to the application (ANCS uses 0xA0...0xA3 too).
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.1.1, and Supplement 11, Part B.
public struct ErrorCode: Equatable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// There is no attribute with the handle.
  public static let invalidHandle = ErrorCode(rawValue: 0x01)
  /// The attribute cannot be read.
  public static let readNotPermitted = ErrorCode(rawValue: 0x02)
  /// The attribute cannot be written.
  public static let writeNotPermitted = ErrorCode(rawValue: 0x03)
  /// The PDU is malformed.
  public static let invalidPDU = ErrorCode(rawValue: 0x04)
  /// The attribute needs an authenticated link.
  public static let insufficientAuthentication = ErrorCode(rawValue: 0x05)
  /// The server does not support the request.
  public static let requestNotSupported = ErrorCode(rawValue: 0x06)
  /// The offset lies behind the end of the value.
  public static let invalidOffset = ErrorCode(rawValue: 0x07)
  /// The attribute needs the user's permission.
  public static let insufficientAuthorization = ErrorCode(rawValue: 0x08)
  /// Too many writes are prepared.
  public static let prepareQueueFull = ErrorCode(rawValue: 0x09)
  /// No attribute of the range matches.
  public static let attributeNotFound = ErrorCode(rawValue: 0x0A)
  /// The value fits in a Read Response.
  public static let attributeNotLong = ErrorCode(rawValue: 0x0B)
  /// The key of the link has too few octets.
  public static let encryptionKeySizeTooShort = ErrorCode(rawValue: 0x0C)
  /// The length of the value is wrong for the attribute.
  public static let invalidAttributeValueLength = ErrorCode(rawValue: 0x0D)
  /// The request failed for a reason that has no other code.
  public static let unlikelyError = ErrorCode(rawValue: 0x0E)
  /// The attribute needs an encrypted link.
  public static let insufficientEncryption = ErrorCode(rawValue: 0x0F)
  /// The type does not group attributes.
  public static let unsupportedGroupType = ErrorCode(rawValue: 0x10)
  /// The server has no resources for the request.
  public static let insufficientResources = ErrorCode(rawValue: 0x11)
  /// The client uses handles of an older database.
  public static let databaseOutOfSync = ErrorCode(rawValue: 0x12)
  /// The value is not allowed for the attribute.
  public static let valueNotAllowed = ErrorCode(rawValue: 0x13)
  /// The service rejects the write.
  public static let writeRequestRejected = ErrorCode(rawValue: 0xFC)
  /// The Client Characteristic Configuration does not have the value that the service needs.
  public static let configurationDescriptorImproperlyConfigured = ErrorCode(rawValue: 0xFD)
  /// The service is busy with an earlier request.
  public static let procedureAlreadyInProgress = ErrorCode(rawValue: 0xFE)
  /// The value lies outside the range of the attribute.
  public static let outOfRange = ErrorCode(rawValue: 0xFF)

  /// Whether pairing or encrypting the link may cure it.
  public var asksForSecurity: Bool {
    self == .insufficientAuthentication || self == .insufficientEncryption || self == .encryptionKeySizeTooShort
  }
}
