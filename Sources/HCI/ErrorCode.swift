/// Why a command failed or a link ended. Any octet may occur; those with a name are the ones this host meets.
///
/// Core Spec 5.4, Vol 1, Part F, 1.3.
public struct ErrorCode: Equatable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let success = ErrorCode(rawValue: 0x00)
  public static let unknownHCICommand = ErrorCode(rawValue: 0x01)
  public static let unknownConnectionIdentifier = ErrorCode(rawValue: 0x02)
  public static let hardwareFailure = ErrorCode(rawValue: 0x03)
  public static let authenticationFailure = ErrorCode(rawValue: 0x05)
  /// The phone's bond is gone, or ours is.
  public static let pinOrKeyMissing = ErrorCode(rawValue: 0x06)
  public static let memoryCapacityExceeded = ErrorCode(rawValue: 0x07)
  /// The supervision timeout passed: the peer is out of range.
  public static let connectionTimeout = ErrorCode(rawValue: 0x08)
  public static let connectionLimitExceeded = ErrorCode(rawValue: 0x09)
  public static let connectionAlreadyExists = ErrorCode(rawValue: 0x0B)
  public static let commandDisallowed = ErrorCode(rawValue: 0x0C)
  public static let unsupportedFeatureOrParameterValue = ErrorCode(rawValue: 0x11)
  public static let invalidHCICommandParameters = ErrorCode(rawValue: 0x12)
  public static let remoteUserTerminatedConnection = ErrorCode(rawValue: 0x13)
  public static let remoteDeviceTerminatedConnectionDueToLowResources = ErrorCode(rawValue: 0x14)
  public static let remoteDeviceTerminatedConnectionDueToPowerOff = ErrorCode(rawValue: 0x15)
  public static let connectionTerminatedByLocalHost = ErrorCode(rawValue: 0x16)
  public static let repeatedAttempts = ErrorCode(rawValue: 0x17)
  public static let pairingNotAllowed = ErrorCode(rawValue: 0x18)
  public static let unsupportedRemoteFeature = ErrorCode(rawValue: 0x1A)
  public static let unspecifiedError = ErrorCode(rawValue: 0x1F)
  public static let linkLayerResponseTimeout = ErrorCode(rawValue: 0x22)
  public static let linkLayerProcedureCollision = ErrorCode(rawValue: 0x23)
  public static let instantPassed = ErrorCode(rawValue: 0x28)
  public static let pairingWithUnitKeyNotSupported = ErrorCode(rawValue: 0x29)
  public static let differentTransactionCollision = ErrorCode(rawValue: 0x2A)
  public static let insufficientSecurity = ErrorCode(rawValue: 0x2F)
  public static let controllerBusy = ErrorCode(rawValue: 0x3A)
  public static let unacceptableConnectionParameters = ErrorCode(rawValue: 0x3B)
  public static let advertisingTimeout = ErrorCode(rawValue: 0x3C)
  /// A wrong key, or somebody forging packets.
  public static let connectionTerminatedDueToMICFailure = ErrorCode(rawValue: 0x3D)
  public static let connectionFailedToBeEstablished = ErrorCode(rawValue: 0x3E)
  public static let operationCancelledByHost = ErrorCode(rawValue: 0x44)
}
