/// Why one side ended a pairing.
///
/// Core Spec 5.4, Vol 3, Part H, 3.5.5.
public enum PairingFailedReason: UInt8, Sendable {
  case passkeyEntryFailed = 0x01
  case oobNotAvailable = 0x02
  case authenticationRequirements = 0x03
  case confirmValueFailed = 0x04
  case pairingNotSupported = 0x05
  case encryptionKeySize = 0x06
  case commandNotSupported = 0x07
  case unspecifiedReason = 0x08
  case repeatedAttempts = 0x09
  case invalidParameters = 0x0A
  case dhKeyCheckFailed = 0x0B
  case numericComparisonFailed = 0x0C
}
