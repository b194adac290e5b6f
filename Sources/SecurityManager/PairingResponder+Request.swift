internal import Identifiers
internal import Octets
internal import Timing

// Where each PDU of the peer goes, and which Pairing Requests are accepted.

extension PairingResponder {
  mutating func receive(_ pdu: SecurityManagerPDU, now: Instant) {
    switch pdu {
    case .pairingRequest(let request): receive(request: request, now: now)
    case .pairingPublicKey(let key): receive(publicKey: key, now: now)
    case .pairingConfirm(let value): receive(confirm: value, now: now)
    case .pairingRandom(let nonce): receive(random: nonce, now: now)
    case .pairingDHKeyCheck(let check): receive(check: check, now: now)
    case .identityInformation(let key): receive(identityResolvingKey: key, now: now)
    case .identityAddressInformation(let address): receive(identity: address, now: now)
    case .pairingFailed(let reason): if isPairing { end(.received(reason), now: now) }
    // We never grant these keys.
    case .encryptionInformation, .centralIdentification, .signingInformation:
      receiveUnexpected(isAnsweredWhenIdle: false, now: now)
    case .pairingResponse, .securityRequest: receiveUnsupported(now: now)
    case .pairingKeypressNotification: break
    }
  }

  private mutating func receive(request: PairingFeatures, now: Instant) {
    guard let connection else { return }
    guard !isPairing else { return fail(.unspecifiedReason, now: now) }
    let response = PairingFeatures.response(to: request, security: policy.security)
    let method = PairingMethod(request: request, response: response)
    if let reason = refusal(of: connection, now: now) ?? refusal(of: request, with: method, on: connection) {
      send(.pairingFailed(reason.rawValue))
      act(.refused(reason))
      return
    }
    transcript = PairingTranscript(
      request: request, response: response, initiator: connection.link.peerAddress,
      responder: connection.link.localAddress)
    securityRequestDeadline.clear()
    send(.pairingResponse(response))
    act(.pairingStarted)
    if method.usesSecureConnections {
      advance(to: .awaitingPublicKey, now: now)
    } else {
      beginLegacyPairing(now: now)
    }
  }

  /// Why this peer may not pair now, whatever it asks for: nobody learns from the answer what a closed window would
  /// have said to better parameters.
  private func refusal(of connection: Connection, now: Instant) -> PairingFailedReason? {
    if attempts.isLockedOut(at: now) { return .repeatedAttempts }
    let isKnown = connection.knownPeer != nil
    guard policy.isWindowOpen || isKnown && policy.admitsBondedPeers else { return .pairingNotSupported }
    guard policy.hasRoomForBond || isKnown else { return .unspecifiedReason }
    return nil
  }

  /// Why what this request leads to is turned down; nil if it is not.
  private func refusal(
    of request: PairingFeatures, with method: PairingMethod, on connection: Connection
  ) -> PairingFailedReason? {
    guard request.isValid else { return .invalidParameters }
    guard request.maximumEncryptionKeySize == 16 else { return .encryptionKeySize }
    // With Secure Connections the flag says that the initiator has data of ours, and we never gave any away.
    guard !method.usesSecureConnections || request.oobDataFlag == 0 else { return .oobNotAvailable }
    guard policy.security.admits(method) else { return .authenticationRequirements }
    // Without a person's doing nobody pairs because of an address that was heard before.
    guard method.model != .justWorks || policy.isWindowOpen else { return .pairingNotSupported }
    guard canBond(by: request, with: method, on: connection) else { return .authenticationRequirements }
    return material == nil ? .unspecifiedReason : nil
  }

  /// Whether the pairing can end in a bond: with keys by which the phone is known again, and no weaker than the one
  /// there is.
  private func canBond(
    by request: PairingFeatures, with method: PairingMethod, on connection: Connection
  ) -> Bool {
    guard request.authenticationRequirements.wantsBonding else { return false }
    // A legacy bond is encrypted with the key that we hand over.
    guard method.usesSecureConnections || request.responderKeyDistribution.containsEncryptionKey else { return false }
    // A phone that hides its address and does not tell its identity could not be recognised again.
    guard request.initiatorKeyDistribution.containsIdentityKey || connection.link.peerAddress.isIdentity
    else { return false }
    guard let earlier = connection.knownPeer?.strength else { return true }
    return method.strength.isAtLeast(earlier)
  }
}
