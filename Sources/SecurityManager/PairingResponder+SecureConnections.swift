internal import Cryptography
internal import Identifiers
internal import Octets
internal import Timing

// Secure Connections: public keys, nonces, a number to compare, check values. Core Spec 5.4, Vol 3, Part H, 2.3.5.6.

extension PairingResponder {
  /// The checks of a public key, each with the same answer. Core Spec 5.4, Vol 3, Part H, 2.3.5.6.1.
  mutating func receive(publicKey: PairingPublicKey, now: Instant) {
    guard state == .awaitingPublicKey, let ourKey = material?.publicKey, let model = transcript?.method.model else {
      return receiveUnexpected(isAnsweredWhenIdle: true, now: now)
    }
    guard !publicKey.sharesX(with: ourKey), !publicKey.isDebugKey, let point = publicKey.point,
      let sharedSecret = material?.privateKey.sharedSecret(with: point)
    else { return fail(.dhKeyCheckFailed, now: now) }
    secrets.sharedSecret = sharedSecret
    material?.wipePrivateKey()
    transcript?.initiatorKey = publicKey
    transcript?.responderKey = ourKey
    send(.pairingPublicKey(ourKey))
    switch model {
    case .numericComparison, .justWorks: sendConfirm(now: now)
    case .passkeyEntry:
      showPasskey()
      advance(to: .awaitingRoundConfirm(round: 0), now: now)
    }
  }

  private mutating func sendConfirm(now: Instant) {
    guard let nonce = material?.nonce() else { return }
    transcript?.responderNonce = nonce
    guard let confirm = transcript?.responderConfirm else { return }
    send(.pairingConfirm(confirm))
    advance(to: .awaitingRandom, now: now)
  }

  /// The initiator's only nonce.
  mutating func exchangeNonces(_ nonce: Value128, now: Instant) {
    transcript?.initiatorNonce = nonce
    guard let transcript else { return }
    send(.pairingRandom(transcript.responderNonce))
    makeKeys(of: transcript)
    guard transcript.method.model == .numericComparison else { return advance(to: .awaitingCheck, now: now) }
    act(.displayCode(transcript.comparisonCode))
    advance(to: .comparing(Comparison()), now: now)
  }

  mutating func makeKeys(of transcript: PairingTranscript) {
    (secrets.macKey, secrets.encryptionKey) = transcript.keys(sharedSecret: secrets.sharedSecret)
    secrets.wipeSharedSecret()
  }

  mutating func receive(check: Value128, now: Instant) {
    switch state {
    case .comparing(var comparison) where comparison.initiatorCheck == nil:
      comparison.initiatorCheck = check
      compare(comparison, now: now)
    case .awaitingCheck: answer(check, now: now)
    case .idle, .awaitingPublicKey, .awaitingRandom, .comparing, .awaitingRoundConfirm, .awaitingRoundRandom,
      .awaitingLegacyConfirm, .awaitingLegacyRandom, .awaitingEncryption, .exchangingKeys, .closing:
      receiveUnexpected(isAnsweredWhenIdle: true, now: now)
    }
  }

  mutating func confirmCode(now: Instant) {
    guard case .comparing(var comparison) = state, !comparison.isConfirmed else { return }
    comparison.isConfirmed = true
    compare(comparison, now: now)
  }

  mutating func rejectCode(now: Instant) {
    if case .comparing = state { return fail(.numericComparisonFailed, now: now) }
    if isPasskeyShown { fail(.passkeyEntryFailed, now: now) }
  }

  /// Answers the initiator's check value, but not before our user has confirmed the number.
  private mutating func compare(_ comparison: Comparison, now: Instant) {
    advance(to: .comparing(comparison), now: now)
    if comparison.isConfirmed, let check = comparison.initiatorCheck { answer(check, now: now) }
  }

  private mutating func answer(_ check: Value128, now: Instant) {
    guard let transcript, check == transcript.initiatorCheck(macKey: secrets.macKey) else {
      return fail(.dhKeyCheckFailed, now: now)
    }
    send(.pairingDHKeyCheck(transcript.responderCheck(macKey: secrets.macKey)))
    secrets.macKey.wipe()
    advance(to: .awaitingEncryption, now: now)
  }
}
