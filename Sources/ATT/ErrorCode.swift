/// Why a request was refused. Any value may arrive; 0x80...0x9F belong to the application (ANCS uses 0xA0...0xA3 too).
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.1.1, and Supplement 11, Part B.
public struct ErrorCode: Equatable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let invalidHandle = ErrorCode(rawValue: 0x01)
  public static let readNotPermitted = ErrorCode(rawValue: 0x02)
  public static let writeNotPermitted = ErrorCode(rawValue: 0x03)
  public static let invalidPDU = ErrorCode(rawValue: 0x04)
  public static let insufficientAuthentication = ErrorCode(rawValue: 0x05)
  public static let requestNotSupported = ErrorCode(rawValue: 0x06)
  public static let invalidOffset = ErrorCode(rawValue: 0x07)
  public static let insufficientAuthorization = ErrorCode(rawValue: 0x08)
  public static let prepareQueueFull = ErrorCode(rawValue: 0x09)
  public static let attributeNotFound = ErrorCode(rawValue: 0x0A)
  public static let attributeNotLong = ErrorCode(rawValue: 0x0B)
  public static let encryptionKeySizeTooShort = ErrorCode(rawValue: 0x0C)
  public static let invalidAttributeValueLength = ErrorCode(rawValue: 0x0D)
  public static let unlikelyError = ErrorCode(rawValue: 0x0E)
  public static let insufficientEncryption = ErrorCode(rawValue: 0x0F)
  public static let unsupportedGroupType = ErrorCode(rawValue: 0x10)
  public static let insufficientResources = ErrorCode(rawValue: 0x11)
  public static let databaseOutOfSync = ErrorCode(rawValue: 0x12)
  public static let valueNotAllowed = ErrorCode(rawValue: 0x13)
  public static let writeRequestRejected = ErrorCode(rawValue: 0xFC)
  public static let configurationDescriptorImproperlyConfigured = ErrorCode(rawValue: 0xFD)
  public static let procedureAlreadyInProgress = ErrorCode(rawValue: 0xFE)
  public static let outOfRange = ErrorCode(rawValue: 0xFF)

  /// Whether pairing or encrypting the link may cure it.
  public var asksForSecurity: Bool {
    self == .insufficientAuthentication || self == .insufficientEncryption || self == .encryptionKeySizeTooShort
  }
}
