internal import Identifiers
internal import Octets
internal import Timing

// Where each PDU of the peer goes, and which Pairing Requests are accepted.

extension PairingResponder {
  mutating func receive(_ pdu: SecurityManagerPDU, now: Instant) {
    switch pdu {
    case .pairingRequest(let request): receive(request: request, now: now)
    case .pairingPublicKey(let key): receive(publicKey: key, now: now)
    case .pairingRandom(let nonce): receive(random: nonce, now: now)
    case .pairingDHKeyCheck(let check): receive(check: check, now: now)
    case .identityInformation(let key): receive(identityResolvingKey: key, now: now)
    case .identityAddressInformation(let address): receive(identity: address, now: now)
    case .pairingFailed(let reason): if isPairing { end(.received(reason), now: now) }
    // The initiator sends no confirm value when numbers are compared.
    case .pairingConfirm: receiveUnexpected(isAnsweredWhenIdle: true, now: now)
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
    if let reason = refusal(of: request, on: connection, now: now) {
      send(.pairingFailed(reason.rawValue))
      act(.refused(reason))
      return
    }
    let response = PairingFeatures.response(to: request)
    transcript = PairingTranscript(
      request: request, response: response, initiator: connection.link.peerAddress,
      responder: connection.link.localAddress)
    securityRequestDeadline.clear()
    send(.pairingResponse(response))
    act(.pairingStarted)
    advance(to: .awaitingPublicKey, now: now)
  }

  /// Why this request is turned down; nil if it is not. Some of the order matters: nobody learns from the answer what a
  /// closed window would have said to better parameters.
  private func refusal(
    of request: PairingFeatures, on connection: Connection, now: Instant
  ) -> PairingFailedReason? {
    if attempts.isLockedOut(at: now) { return .repeatedAttempts }
    let isKnown = connection.isPeerBonded
    guard policy.isWindowOpen || isKnown && policy.admitsBondedPeers else { return .pairingNotSupported }
    guard policy.hasRoomForBond || isKnown else { return .unspecifiedReason }
    guard !request.ioCapability.isReserved, request.oobDataFlag <= 1, request.maximumEncryptionKeySize <= 16
    else { return .invalidParameters }
    guard request.maximumEncryptionKeySize == 16 else { return .encryptionKeySize }
    let wishes = request.authenticationRequirements
    guard wishes.supportsSecureConnections else { return .authenticationRequirements }
    guard request.oobDataFlag == 0 else { return .oobNotAvailable }
    guard AssociationModel(initiator: request.ioCapability) == .numericComparison, wishes.wantsBonding
    else { return .authenticationRequirements }
    // A phone that hides its address and does not tell its identity could not be recognised again.
    guard request.initiatorKeyDistribution.containsIdentityKey || connection.link.peerAddress.isIdentity
    else { return .authenticationRequirements }
    return material == nil ? .unspecifiedReason : nil
  }
}
