internal import Identifiers
internal import Octets
internal import Timing

// What follows a pairing, and every later connection: encryption, and the keys that are handed over under it.

extension PairingResponder {
  /// The answer to the controller's Long Term Key Request: a key, or nil for the negative reply. Call it exactly once
  /// for each request. `bond` is the table's bond with this peer.
  ///
  /// Only two states have a key to give: after our own check value has been sent, the key of the pairing, once; without
  /// a pairing, the key of the bond.
  public mutating func longTermKey(for request: LongTermKeyRequest, bond: Bond?) -> Value128? {
    guard connection != nil else { return nil }
    let key: Value128?
    switch state {
    case .awaitingEncryption: key = pairingKey(for: request)
    case .idle: key = bondKey(for: request, bond: bond)
    case .awaitingPublicKey, .awaitingRandom, .comparing, .exchangingKeys, .closing: key = nil
    }
    if key == nil { connection?.offeredKey = .none }
    return key
  }

  private mutating func pairingKey(for request: LongTermKeyRequest) -> Value128? {
    guard request == .secureConnections, connection?.offeredKey != .pairing, !secrets.longTermKey.isZero
    else { return nil }
    connection?.offeredKey = .pairing
    return secrets.longTermKey
  }

  private mutating func bondKey(for request: LongTermKeyRequest, bond: Bond?) -> Value128? {
    guard let bond, request == bond.keyIdentification, bond.strength.isAtLeast(.full), !bond.longTermKey.isZero else {
      act(.keyMissing)
      return nil
    }
    connection?.offeredKey = .bond
    securityRequestDeadline.clear()
    return bond.longTermKey
  }

  mutating func enterEncryption(now: Instant) {
    guard let connection else { return }
    self.connection?.offeredKey = .none
    switch connection.offeredKey {
    case .pairing where state == .awaitingEncryption:
      security = .encrypted
      beginKeyExchange(connection, now: now)
    case .bond: security = .bonded
    // Encrypted, but with no key of ours.
    case .pairing, .none: return close(.authenticationFailure)
    }
    unencryptedDeadline.clear()
    securityRequestDeadline.clear()
  }

  mutating func leaveEncryption(now: Instant) {
    guard connection != nil else { return }
    if isPairing { end(.encryptionFailed, now: now) }
    security = .unencrypted
    close(.authenticationFailure)
  }

  mutating func failEncryption(now: Instant) {
    connection?.offeredKey = .none
    if isPairing { end(.encryptionFailed, now: now) }
  }

  mutating func disconnect(now: Instant) {
    outbox.removeAll()
    if isPairing { end(.disconnected, now: now) }
    state = .idle
    security = .unencrypted
    connection = nil
    securityRequestDeadline.clear()
    unencryptedDeadline.clear()
  }
}

// Key distribution: first all of ours, then all of theirs. Core Spec 5.4, Vol 3, Part H, 2.4.3.1 and 3.6.

extension PairingResponder {
  private mutating func beginKeyExchange(_ connection: Connection, now: Instant) {
    guard let response = transcript?.response else { return }
    if response.responderKeyDistribution.containsIdentityKey {
      send(.identityInformation(identity.identityResolvingKey))
      send(.identityAddressInformation(identity.address))
    }
    var keys = ReceivedKeys()
    if !response.initiatorKeyDistribution.containsIdentityKey { keys.identity = connection.link.peerAddress }
    advance(to: .exchangingKeys(keys), now: now)
    finishIfComplete()
  }

  mutating func receive(identityResolvingKey: Value128, now: Instant) {
    guard case .exchangingKeys(var keys) = state, keys.identityResolvingKey == nil, keys.identity == nil else {
      return receiveUnexpected(isAnsweredWhenIdle: false, now: now)
    }
    keys.identityResolvingKey = identityResolvingKey
    advance(to: .exchangingKeys(keys), now: now)
  }

  mutating func receive(identity: DeviceAddress, now: Instant) {
    guard case .exchangingKeys(var keys) = state, keys.identityResolvingKey != nil, keys.identity == nil else {
      return receiveUnexpected(isAnsweredWhenIdle: false, now: now)
    }
    guard identity.isIdentity else { return fail(.invalidParameters, now: now) }
    keys.identity = identity
    advance(to: .exchangingKeys(keys), now: now)
    finishIfComplete()
  }

  /// The pairing has succeeded when the peer has sent all its keys and ours are on their way.
  mutating func finishIfComplete() {
    guard outbox.isEmpty, case .exchangingKeys(let keys) = state, let identity = keys.identity else { return }
    // An all-zero key says that the phone has no private addresses; it would resolve anybody's who knows that.
    let resolvingKey = keys.identityResolvingKey.flatMap { $0.isZero ? nil : $0 }
    let bond = Bond(
      identity: identity, identityResolvingKey: resolvingKey, longTermKey: secrets.longTermKey, strength: .full)
    forgetPairing()
    attempts.recordSuccess()
    connection?.isPeerBonded = true
    security = .bonded
    act(.bonded(bond))
  }
}
