public import Identifiers

/// A link as it is on the air, from the event that told of the connection.
public struct PairingLink: Equatable, Sendable {
  /// The address we advertised with; not our identity, if that is another.
  public let localAddress: DeviceAddress
  /// The address the peer connected with; not its identity, if that is another.
  public let peerAddress: DeviceAddress
  /// The phone of the bond table that this address belongs to; nil for a stranger.
  public let knownPeer: KnownPeer?

  public init(localAddress: DeviceAddress, peerAddress: DeviceAddress, knownPeer: KnownPeer?) {
    self.localAddress = localAddress
    self.peerAddress = peerAddress
    self.knownPeer = knownPeer
  }
}

/// A phone that we have a bond with.
///
/// An address that resolves to it is no proof: whoever heard it can say it again.
public struct KnownPeer: Equatable, Sendable {
  public let identity: DeviceAddress
  public let strength: BondStrength

  public init(identity: DeviceAddress, strength: BondStrength) {
    self.identity = identity
    self.strength = strength
  }

  public init(_ bond: Bond) { self.init(identity: bond.identity, strength: bond.strength) }
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
    /// The user says that they do not, or wants no passkey to be typed.
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
    /// Show this number, 0 to 999999, as six digits, for the user to type on the phone. Nobody has to confirm it here;
    /// it can be rejected until the pairing ends.
    case displayPasskey(UInt32)
    /// The pairing ended while a number was shown.
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
