/// Why a command failed or a link ended. Any octet may occur; those with a name are the ones this host meets.
///
/// Core Spec 5.4, Vol 1, Part F, 1.3.
public struct ErrorCode: Equatable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No error.
  public static let success = ErrorCode(rawValue: 0x00)
  /// The controller does not know the opcode.
  public static let unknownHCICommand = ErrorCode(rawValue: 0x01)
  /// There is no connection with this handle.
  public static let unknownConnectionIdentifier = ErrorCode(rawValue: 0x02)
  /// A fault of the controller that has no other code.
  public static let hardwareFailure = ErrorCode(rawValue: 0x03)
  /// Pairing or authentication failed.
  public static let authenticationFailure = ErrorCode(rawValue: 0x05)
  /// One side has lost the bond.
  public static let pinOrKeyMissing = ErrorCode(rawValue: 0x06)
  /// The controller has no memory left for new parameters.
  public static let memoryCapacityExceeded = ErrorCode(rawValue: 0x07)
  /// The supervision timeout passed: the peer is out of range.
  public static let connectionTimeout = ErrorCode(rawValue: 0x08)
  /// The controller has as many connections as it supports.
  public static let connectionLimitExceeded = ErrorCode(rawValue: 0x09)
  /// There is a connection with this device already.
  public static let connectionAlreadyExists = ErrorCode(rawValue: 0x0B)
  /// The command is not allowed in the present state.
  public static let commandDisallowed = ErrorCode(rawValue: 0x0C)
  /// A valid command asks for something that the controller does not support.
  public static let unsupportedFeatureOrParameterValue = ErrorCode(rawValue: 0x11)
  /// A parameter of the command is invalid.
  public static let invalidHCICommandParameters = ErrorCode(rawValue: 0x12)
  /// The user of the other device, or its program, ended the connection.
  public static let remoteUserTerminatedConnection = ErrorCode(rawValue: 0x13)
  /// The other device ended the connection because it ran short of resources.
  public static let remoteDeviceTerminatedConnectionDueToLowResources = ErrorCode(rawValue: 0x14)
  /// The other device ended the connection because it is switched off.
  public static let remoteDeviceTerminatedConnectionDueToPowerOff = ErrorCode(rawValue: 0x15)
  /// The own host ended the connection.
  public static let connectionTerminatedByLocalHost = ErrorCode(rawValue: 0x16)
  /// Too little time has passed since a failed attempt.
  public static let repeatedAttempts = ErrorCode(rawValue: 0x17)
  /// The device does not allow pairing.
  public static let pairingNotAllowed = ErrorCode(rawValue: 0x18)
  /// The other device does not support the feature.
  public static let unsupportedRemoteFeature = ErrorCode(rawValue: 0x1A)
  /// No other error code is appropriate.
  public static let unspecifiedError = ErrorCode(rawValue: 0x1F)
  /// The other device did not answer a link layer request in time.
  public static let linkLayerResponseTimeout = ErrorCode(rawValue: 0x22)
  /// Both devices started the same procedure at a time.
  public static let linkLayerProcedureCollision = ErrorCode(rawValue: 0x23)
  /// A procedure should have taken effect in the past.
  public static let instantPassed = ErrorCode(rawValue: 0x28)
  /// A unit key is not accepted.
  public static let pairingWithUnitKeyNotSupported = ErrorCode(rawValue: 0x29)
  /// Both devices started different procedures that exclude each other.
  public static let differentTransactionCollision = ErrorCode(rawValue: 0x2A)
  /// The security of the link is not sufficient.
  public static let insufficientSecurity = ErrorCode(rawValue: 0x2F)
  /// The controller is busy with another command.
  public static let controllerBusy = ErrorCode(rawValue: 0x3A)
  /// The other device rejects the connection parameters.
  public static let unacceptableConnectionParameters = ErrorCode(rawValue: 0x3B)
  /// Advertising ended without a connection.
  public static let advertisingTimeout = ErrorCode(rawValue: 0x3C)
  /// The key was wrong, or an attacker forged packets.
  public static let connectionTerminatedDueToMICFailure = ErrorCode(rawValue: 0x3D)
  /// The first packets of the connection were not answered.
  public static let connectionFailedToBeEstablished = ErrorCode(rawValue: 0x3E)
  /// The own host cancelled the operation.
  public static let operationCancelledByHost = ErrorCode(rawValue: 0x44)
}
