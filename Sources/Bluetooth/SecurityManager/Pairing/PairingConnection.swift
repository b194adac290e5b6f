internal import Identifiers
internal import Octets
internal import Timing

/// The state of a `PairingResponder` that belongs to one link.
struct PairingConnection: Sendable {
  /// Which key the controller was given last and has not yet reported to be in use.
  enum OfferedKey: Equatable, Sendable {
    case none, pairing, bond
  }

  let link: PairingLink
  /// The phone according to `link`, until a pairing identifies it.
  private(set) var knownPeer: KnownPeer?
  /// Whether the link was encrypted with the key of the bond with `knownPeer`.
  private(set) var hasProvedBond = false
  private(set) var offeredKey = OfferedKey.none
  /// Whether the link was asked to end: no more of this protocol on it.
  private(set) var isClosing = false
  /// All failures on this link; those that do not count against other peers still delay this one.
  private(set) var attempts = RepeatedAttempts()
  private var hasRequestedSecurity = false
  /// Whether the peer has begun to encrypt or to pair.
  private var hasActed = false
  /// Whether an unexpected PDU outside a pairing was answered. Only the first one is answered, so that a peer cannot
  /// cause endless answers. After a failed pairing none is answered: the peer sent it before it learned of the failure,
  /// and an answer would end the peer's next attempt.
  private var hasAnsweredUnexpected = false
  private var hasAnsweredUnsupported = false

  init(_ link: PairingLink) {
    self.link = link
    knownPeer = link.knownPeer
  }

  mutating func offer(_ key: OfferedKey) { offeredKey = key }

  /// The controller encrypts, or has failed to.
  ///
  /// - Returns: the key that it was given for it.
  mutating func takeOfferedKey() -> OfferedKey {
    defer { offeredKey = .none }
    return offeredKey
  }

  /// The link is encrypted with the key of the bond.
  mutating func proveBond() { hasProvedBond = true }

  /// A pairing has made a bond.
  mutating func bond(with peer: KnownPeer) {
    knownPeer = peer
    hasProvedBond = true
  }

  mutating func close() { isClosing = true }

  /// Whether this peer is the bonded phone with that identity: it has the key of the bond, or it has both used a
  /// private address of that phone and handed over the secret key behind it.
  func hasProved(_ identity: DeviceAddress, with keys: Pairing.ReceivedKeys) -> Bool {
    guard let knownPeer, knownPeer.identity == identity else { return false }
    if hasProvedBond { return true }
    guard let key = knownPeer.identityResolvingKey, key == keys.identityResolvingKey else { return false }
    return link.peerAddress.isResolved(by: key)
  }

  /// Whether a phone may have this identity: a stable address that is neither empty nor the device's own.
  ///
  /// An erased iPhone has a new identity resolving key and its old identity address, so a claim to be a bonded phone
  /// may be true. An address does not prove it: an identity address is not secret, and any radio can send a private
  /// address that it received.
  func isAdmissible(identity: DeviceAddress, of local: LocalIdentity) -> Bool {
    identity.isIdentity && !identity.isUniform && identity != local.address && identity != link.localAddress
  }

  /// A pairing has failed. After that, unexpected PDUs from its peer are not answered.
  mutating func recordFailure(at now: Instant) {
    hasAnsweredUnexpected = true
    attempts.recordFailure(at: now)
  }

  mutating func forgiveFailures() { attempts.recordOpenedWindow() }

  /// Whether the peer was asked for security, and has done nothing.
  var wasAskedInVain: Bool { hasRequestedSecurity && !hasActed }

  /// The peer begins to encrypt or to pair.
  ///
  /// - Returns: whether it was asked to.
  mutating func noteAction() -> Bool {
    hasActed = true
    return hasRequestedSecurity
  }

  /// - Returns: whether a Security Request may be sent: once.
  mutating func useSecurityRequest() -> Bool { Self.use(&hasRequestedSecurity) }

  /// - Returns: whether an unexpected PDU is answered: once.
  mutating func useUnexpectedAnswer() -> Bool { Self.use(&hasAnsweredUnexpected) }

  /// - Returns: whether a PDU that only a responder sends is answered: once.
  mutating func useUnsupportedAnswer() -> Bool { Self.use(&hasAnsweredUnsupported) }

  private static func use(_ wasUsed: inout Bool) -> Bool {
    defer { wasUsed = true }
    return !wasUsed
  }
}

extension DeviceAddress {
  /// Whether the address is 00:00:00:00:00:00 or FF:FF:FF:FF:FF:FF.
  fileprivate var isUniform: Bool {
    for index in 1..<6 where octets[index] != octets[0] { return false }
    return octets[0] == 0 || octets[0] == 0xFF
  }
}
