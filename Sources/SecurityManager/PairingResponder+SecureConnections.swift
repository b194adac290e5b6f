internal import Cryptography
internal import Identifiers
internal import Octets
internal import Timing

// Secure Connections: public keys, nonces, a number to compare, check values. Core Spec 5.4, Vol 3, Part H, 2.3.5.6.

extension PairingResponder {
  /// The checks of a public key, each with the same answer. Core Spec 5.4, Vol 3, Part H, 2.3.5.6.1.
  mutating func receive(publicKey: PairingPublicKey, now: Instant) {
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

  mutating func receive(random nonce: Value128, now: Instant) {
    guard state == .awaitingRandom else { return receiveUnexpected(isAnsweredWhenIdle: true, now: now) }
    transcript?.initiatorNonce = nonce
    guard let transcript else { return }
    (secrets.macKey, secrets.longTermKey) = transcript.keys(sharedSecret: secrets.sharedSecret)
    secrets.wipeSharedSecret()
    send(.pairingRandom(transcript.responderNonce))
    act(.displayCode(transcript.comparisonCode))
    advance(to: .comparing(Comparison()), now: now)
  }

  mutating func receive(check: Value128, now: Instant) {
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
