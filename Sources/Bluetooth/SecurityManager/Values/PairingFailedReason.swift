/// Why one side ended a pairing.
///
/// Core Spec 5.4, Vol 3, Part H, 3.5.5.
public enum PairingFailedReason: UInt8, Sendable {
  /// The user did not enter the passkey.
  case passkeyEntryFailed = 0x01
  /// Out-of-band data is not available.
  case oobNotAvailable = 0x02
  /// The features of the devices do not allow the wanted protection.
  case authenticationRequirements = 0x03
  /// The confirm value is not the expected one.
  case confirmValueFailed = 0x04
  /// The device does not pair.
  case pairingNotSupported = 0x05
  /// The key size is too short.
  case encryptionKeySize = 0x06
  /// The code of the PDU is not supported.
  case commandNotSupported = 0x07
  /// The pairing failed for a reason that has no other code.
  case unspecifiedReason = 0x08
  /// Too little time has passed since the last attempt.
  case repeatedAttempts = 0x09
  /// A field of the PDU is invalid.
  case invalidParameters = 0x0A
  /// The DHKey Check value is not the expected one.
  case dhKeyCheckFailed = 0x0B
  /// The user saw different codes.
  case numericComparisonFailed = 0x0C
}
