public import Identifiers

/// A link as it is on the air, from the event that told of the connection.
public struct PairingLink: Equatable, Sendable {
  /// The address we advertised with; not our identity, if that is another.
  public let localAddress: DeviceAddress
  /// The address the peer connected with; not its identity, if that is another.
  public let peerAddress: DeviceAddress
  /// Whether that address belongs to a phone in the bond table.
  public let isPeerBonded: Bool

  public init(localAddress: DeviceAddress, peerAddress: DeviceAddress, isPeerBonded: Bool) {
    self.localAddress = localAddress
    self.peerAddress = peerAddress
    self.isPeerBonded = isPeerBonded
  }
}

/// How far what comes over the link can be believed.
public enum LinkSecurity: Equatable, Sendable {
  case unencrypted
  /// Encrypted with the key of a pairing that is not finished.
  case encrypted
  /// Encrypted with the key of a bond: the peer is who it says.
  case bonded
}

/// How a pairing ended that did not succeed.
public enum PairingFailure: Equatable, Sendable {
  /// We told the peer.
  case sent(PairingFailedReason)
  /// The peer told us; its reason may be one that we do not know.
  case received(UInt8)
  /// The peer said nothing for 30 s, or our user did not decide.
  case timeout
  case encryptionFailed
  case disconnected
}

/// Why a link has to end; the raw value is the reason that HCI wants to hear.
///
/// Core Spec 5.4, Vol 1, Part F, 1.3.
public enum PairingDisconnectReason: UInt8, Sendable {
  case authenticationFailure = 0x05
  case remoteUserTerminatedConnection = 0x13
}

extension PairingResponder {
  public enum Event: Equatable, Sendable {
    /// The user says that both devices show the same number.
    case userConfirmed
    /// The user says that they do not.
    case userRejected
    /// Encryption Change with status 0; Encryption Key Refresh Complete with status 0 as `isEnabled: true`.
    case encryptionChanged(isEnabled: Bool)
    /// Either of those with another status.
    case encryptionFailed
    case disconnected
  }

  public enum Action: Equatable, Sendable {
    case pairingStarted
    /// Show this number, 0 to 999999, as six digits, and let the user confirm or reject it.
    case displayCode(UInt32)
    /// The pairing ended before the user answered.
    case dismissCode
    /// Commit this bond and save it. The link is secured with it.
    case bonded(Bond)
    case failed(PairingFailure)
    /// A Pairing Request was turned down; no pairing began.
    case refused(PairingFailedReason)
    /// Too many pairings failed: `policy.isWindowOpen` is false now.
    case closeWindow
    /// The peer wanted to encrypt with a key that we do not have: one of us has lost the bond.
    case keyMissing
    case disconnect(PairingDisconnectReason)
  }
}
