internal import Identifiers
internal import Octets
internal import Timing

// What follows a pairing, and every later connection: encryption.

extension PairingResponder {
  /// The answer to the controller's Long Term Key Request: a key, or nil for the negative reply. Call it exactly once
  /// for each request. `bond` is the table's bond with this peer.
  ///
  /// Only two states have a key to give: after the peer has proved itself, and we have answered, the key of the
  /// pairing, once; without a pairing, the key of the bond. A link that ends because the peer took too long, and for
  /// nothing worse, still has that: the peer would take a refusal for the loss of the bond.
  public mutating func longTermKey(for request: LongTermKeyRequest, bond: Bond?) -> Value128? {
    guard connection != nil else { return nil }
    let key: Value128?
    switch state {
    case .awaitingEncryption: key = pairingKey(for: request)
    case .idle: key = bondKey(for: request, bond: bond)
    case .closing: key = connection?.hasOverstayed == true ? bondKey(for: request, bond: bond) : nil
    case .awaitingPublicKey, .awaitingRandom, .comparing, .awaitingRoundConfirm, .awaitingRoundRandom, .awaitingCheck,
      .awaitingLegacyConfirm, .awaitingLegacyRandom, .exchangingKeys:
      key = nil
    }
    if key == nil { connection?.offeredKey = .none }
    return key
  }

  private mutating func pairingKey(for request: LongTermKeyRequest) -> Value128? {
    guard request == .secureConnections, connection?.offeredKey != .pairing, !secrets.encryptionKey.isZero
    else { return nil }
    connection?.offeredKey = .pairing
    return secrets.encryptionKey
  }

  private mutating func bondKey(for request: LongTermKeyRequest, bond: Bond?) -> Value128? {
    guard let bond, request == bond.keyIdentification, policy.security.admits(bond.strength),
      !bond.longTermKey.isZero
    else {
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
    case .pairing, .none:
      if isPairing { end(.encryptionFailed, now: now) }
      return close(.authenticationFailure)
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
