internal import Cryptography
internal import Identifiers
internal import Octets
internal import Timing

// The pairing itself: what each PDU of the peer leads to, in each state.

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

  /// The checks of a public key, each with the same answer. Core Spec 5.4, Vol 3, Part H, 2.3.5.6.1.
  private mutating func receive(publicKey: PairingPublicKey, now: Instant) {
    guard state == .awaitingPublicKey, let ourKey = material?.publicKey, let ourNonce = material?.nonce else {
      return receiveUnexpected(isAnsweredWhenIdle: true, now: now)
    }
    guard !publicKey.sharesX(with: ourKey), !publicKey.isDebugKey, let point = publicKey.point,
      let sharedSecret = material?.privateKey.sharedSecret(with: point)
    else { return fail(.dhKeyCheckFailed, now: now) }
    secrets.sharedSecret = sharedSecret
    material?.wipePrivateKey()
    transcript?.initiatorKey = publicKey
    transcript?.responderKey = ourKey
    transcript?.responderNonce = ourNonce
    guard let confirm = transcript?.responderConfirm else { return }
    send(.pairingPublicKey(ourKey))
    send(.pairingConfirm(confirm))
    advance(to: .awaitingRandom, now: now)
  }

  private mutating func receive(random nonce: Value128, now: Instant) {
    guard state == .awaitingRandom else { return receiveUnexpected(isAnsweredWhenIdle: true, now: now) }
    transcript?.initiatorNonce = nonce
    guard let transcript else { return }
    (secrets.macKey, secrets.longTermKey) = transcript.keys(sharedSecret: secrets.sharedSecret)
    secrets.wipeSharedSecret()
    send(.pairingRandom(transcript.responderNonce))
    act(.displayCode(transcript.comparisonCode))
    advance(to: .comparing(Comparison()), now: now)
  }

  private mutating func receive(check: Value128, now: Instant) {
    guard case .comparing(var comparison) = state, comparison.initiatorCheck == nil else {
      return receiveUnexpected(isAnsweredWhenIdle: true, now: now)
    }
    comparison.initiatorCheck = check
    compare(comparison, now: now)
  }

  mutating func confirmCode(now: Instant) {
    guard case .comparing(var comparison) = state, !comparison.isConfirmed else { return }
    comparison.isConfirmed = true
    compare(comparison, now: now)
  }

  mutating func rejectCode(now: Instant) {
    guard case .comparing = state else { return }
    fail(.numericComparisonFailed, now: now)
  }

  /// Answers the initiator's check value, but not before our user has confirmed the number.
  private mutating func compare(_ comparison: Comparison, now: Instant) {
    guard comparison.isConfirmed, let check = comparison.initiatorCheck, let transcript else {
      return advance(to: .comparing(comparison), now: now)
    }
    state = .comparing(comparison)
    guard check == transcript.initiatorCheck(macKey: secrets.macKey) else {
      return fail(.dhKeyCheckFailed, now: now)
    }
    send(.pairingDHKeyCheck(transcript.responderCheck(macKey: secrets.macKey)))
    secrets.macKey.wipe()
    advance(to: .awaitingEncryption, now: now)
  }
}

extension PairingResponder {
  /// A PDU we know, of a wrong length or with a forbidden value.
  mutating func receiveMalformed(_ code: SecurityManagerPDU.Code, now: Instant) {
    if isPairing {
      fail(.invalidParameters, now: now)
    } else if code == .pairingRequest {
      send(.pairingFailed(PairingFailedReason.invalidParameters.rawValue))
      act(.refused(.invalidParameters))
    }
  }

  /// A PDU that has no place in this state.
  mutating func receiveUnexpected(isAnsweredWhenIdle: Bool, now: Instant) {
    if isPairing {
      fail(.unspecifiedReason, now: now)
    } else if isAnsweredWhenIdle, connection?.hasAnsweredUnexpected == false {
      connection?.hasAnsweredUnexpected = true
      send(.pairingFailed(PairingFailedReason.unspecifiedReason.rawValue))
    }
  }

  /// A PDU that only a responder sends.
  private mutating func receiveUnsupported(now: Instant) {
    if isPairing {
      fail(.commandNotSupported, now: now)
    } else if connection?.hasAnsweredUnsupported == false {
      connection?.hasAnsweredUnsupported = true
      send(.pairingFailed(PairingFailedReason.commandNotSupported.rawValue))
    }
  }

  /// Moves a pairing on, and gives the peer and the user new time.
  mutating func advance(to state: State, now: Instant) {
    self.state = state
    procedureDeadline.set(now + Self.procedureTimeout)
  }

  /// Ends a pairing and tells the peer why.
  mutating func fail(_ reason: PairingFailedReason, now: Instant) {
    outbox.removeAll()
    send(.pairingFailed(reason.rawValue))
    end(.sent(reason), now: now)
  }

  mutating func timeOut(now: Instant) {
    guard isPairing else { return }
    outbox.removeAll()
    end(.timeout, now: now)
    close(.remoteUserTerminatedConnection)
  }

  /// Ends a pairing that did not succeed: nothing of it is kept, and the next one has to wait.
  mutating func end(_ failure: PairingFailure, now: Instant) {
    if case .comparing(let comparison) = state, !comparison.isConfirmed { act(.dismissCode) }
    let wasEncrypted = security == .encrypted
    forgetPairing()
    attempts.recordFailure(at: now)
    act(.failed(failure))
    if policy.isWindowOpen, attempts.isWindowExhausted {
      policy.isWindowOpen = false
      act(.closeWindow)
    }
    // The link is encrypted with a key that is no more, and the peer may believe that it is bonded.
    if wasEncrypted, failure != .disconnected { close(.authenticationFailure) }
  }

  mutating func forgetPairing() {
    state = .idle
    procedureDeadline.clear()
    transcript = nil
    secrets.wipe()
    material?.wipePrivateKey()
    material = nil
    if connection?.offeredKey == .pairing { connection?.offeredKey = .none }
  }

  /// A pairing sends six PDUs, so the queue is full only if the link takes none of them: then the link ends.
  mutating func send(_ pdu: SecurityManagerPDU) {
    if outbox.pushLast(pdu) != nil { close(.remoteUserTerminatedConnection) }
  }

  /// Has the link ended, and hears no more on it; what is in the outbox may still go.
  mutating func close(_ reason: PairingDisconnectReason) {
    guard state != .closing else { return }
    state = .closing
    procedureDeadline.clear()
    act(.disconnect(reason))
  }

  mutating func act(_ action: Action) { _ = actions.pushLast(action) }
}
