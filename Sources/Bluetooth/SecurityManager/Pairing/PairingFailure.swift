/// Why there is no new bond.
public enum PairingFailure: Equatable, Sendable {
  /// We ended the pairing, with this reason in Pairing Failed.
  case refusedByUs(PairingFailedReason)
  /// The phone ended the pairing. Its Pairing Failed may hold a reason that we do not know.
  case refusedByPeer(code: UInt8)
  /// The phone sent no PDU for 30 s, or our user did not decide.
  case timeout
  /// The link could not be encrypted with the new key.
  case encryptionFailed
  /// The link ended during the pairing.
  case disconnected
  /// The bond table is full.
  case noRoom
  /// The phone is bonded already with a stronger key.
  case weakerThanBond
}
