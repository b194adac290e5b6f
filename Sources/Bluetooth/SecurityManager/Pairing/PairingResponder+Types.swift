public import Identifiers

/// The addresses of a link, from the event that reported the connection.
public struct PairingLink: Equatable, Sendable {
  /// The address we advertised with; not our identity, if that is another.
  public let localAddress: DeviceAddress
  /// The address the peer connected with; not its identity, if that is another.
  public let peerAddress: DeviceAddress
  /// The phone of the bond table that this address belongs to; nil for a stranger.
  public let knownPeer: KnownPeer?

  /// Creates a description of a new link.
  public init(localAddress: DeviceAddress, peerAddress: DeviceAddress, knownPeer: KnownPeer?) {
    self.localAddress = localAddress
    self.peerAddress = peerAddress
    self.knownPeer = knownPeer
  }
}

/// A phone that we have a bond with.
///
/// An address that resolves to this phone proves nothing: any radio can send an address that it received.
public struct KnownPeer: Equatable, Sendable {
  /// The identity address of the peer.
  public let identity: DeviceAddress
  /// How the key of its bond was made.
  public let strength: BondStrength
  /// The identity resolving key, known to the phone and to the devices that it has paired with; nil if the bond has no
  /// key.
  public let identityResolvingKey: Value128?

  /// Creates a description of a bonded peer.
  public init(identity: DeviceAddress, strength: BondStrength, identityResolvingKey: Value128? = nil) {
    self.identity = identity
    self.strength = strength
    self.identityResolvingKey = identityResolvingKey
  }

  /// Creates a description from the peer's bond.
  public init(_ bond: Bond) {
    self.init(identity: bond.identity, strength: bond.strength, identityResolvingKey: bond.identityResolvingKey)
  }
}

/// The trust in the data that arrives on the link.
public enum LinkSecurity: Equatable, Sendable {
  /// The link is not encrypted.
  case unencrypted
  /// Encrypted with the key of a pairing that is not finished.
  case encrypted
  /// The link is encrypted with the key of a bond, which proves the peer's identity.
  case bonded
}

/// Why a link has to end; the raw value is the reason that HCI wants to hear.
///
/// Core Spec 5.4, Vol 1, Part F, 1.3.
public enum PairingDisconnectReason: UInt8, Sendable {
  /// The peer failed to authenticate.
  case authenticationFailure = 0x05
  /// The user, or a timeout, ended the link.
  case remoteUserTerminatedConnection = 0x13
}

extension PairingResponder {
  /// An event of the user or of the link.
  public enum Event: Equatable, Sendable {
    /// The user confirmed that both devices show the same number.
    case userConfirmed
    /// The user rejected the number, or does not want the passkey to be typed.
    case userRejected
    /// The user's answer to `identityClaimed`.
    case claimAnswered(isAllowed: Bool)
    /// Encryption Change with status 0; Encryption Key Refresh Complete with status 0 as `isEnabled: true`.
    case encryptionChanged(isEnabled: Bool)
    /// Either of those with another status.
    case encryptionFailed
    /// The link has ended.
    case disconnected
  }

  /// A task of the owner.
  public enum Action: Equatable, Sendable {
    /// A pairing has begun.
    case pairingStarted
    /// Show this number, 0 to 999999, as six digits, and let the user confirm or reject it.
    case pairingCode(UInt32)
    /// Show this number, 0 to 999999, as six digits, for the user to type on the phone. It needs no confirmation on the
    /// device. The user can reject it until the pairing ends.
    case pairingPasskey(UInt32)
    /// The pairing ended while a number was shown.
    case dismissPairingCode
    /// The peer claims to be this bonded phone, and has not proved it: ask whether its bond may be replaced. The
    /// default is no: without an answer the pairing fails after 30 s.
    case identityClaimed(DeviceAddress)
    /// Commit this bond and save it. The link is secured with it.
    case bonded(Bond)
    /// The pairing failed.
    case failed(PairingFailure)
    /// A Pairing Request was rejected; no pairing began.
    case refused(PairingFailedReason)
    /// Too many pairings failed: `policy.isWindowOpen` is false now.
    case closeWindow
    /// The peer wanted to encrypt with a key that we do not have: one of us has lost the bond.
    case keyMissing
    /// End the link for this reason.
    case disconnect(PairingDisconnectReason)
  }
}
