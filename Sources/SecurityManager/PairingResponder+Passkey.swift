internal import Octets
internal import Timing

// A passkey that we show and the initiator's user types.
//
// With Secure Connections 20 rounds, each of which gives away one bit of it, to a peer that knows it already; without,
// one exchange. It is new for each pairing. Core Spec 5.4, Vol 3, Part H, 2.3.5.6.3 and 2.3.5.5.

extension PairingResponder {
  mutating func showPasskey() {
    guard let passkey = material?.passkey else { return }
    transcript?.passkey = passkey
    act(.displayPasskey(passkey))
  }

  var isPasskeyShown: Bool {
    switch state {
    case .awaitingRoundConfirm, .awaitingRoundRandom, .awaitingLegacyConfirm, .awaitingLegacyRandom: true
    case .awaitingCheck, .awaitingEncryption, .exchangingKeys: transcript?.method.model == .passkeyEntry
    case .idle, .awaitingPublicKey, .awaitingRandom, .comparing, .closing: false
    }
  }

  mutating func receive(confirm: Value128, now: Instant) {
    switch state {
    case .awaitingRoundConfirm(let round): answer(confirm, in: round, now: now)
    case .awaitingLegacyConfirm: answerLegacy(confirm, now: now)
    // The initiator sends no confirm value when numbers are compared.
    case .idle, .awaitingPublicKey, .awaitingRandom, .comparing, .awaitingRoundRandom, .awaitingCheck,
      .awaitingLegacyRandom, .awaitingEncryption, .exchangingKeys, .closing:
      receiveUnexpected(isAnsweredWhenIdle: true, now: now)
    }
  }

  mutating func receive(random nonce: Value128, now: Instant) {
    switch state {
    case .awaitingRandom: exchangeNonces(nonce, now: now)
    case .awaitingRoundRandom(let round, let confirm): finish(round, with: nonce, confirmedBy: confirm, now: now)
    case .awaitingLegacyRandom(let confirm): finishLegacy(with: nonce, confirmedBy: confirm, now: now)
    case .idle, .awaitingPublicKey, .comparing, .awaitingRoundConfirm, .awaitingCheck, .awaitingLegacyConfirm,
      .awaitingEncryption, .exchangingKeys, .closing:
      receiveUnexpected(isAnsweredWhenIdle: true, now: now)
    }
  }

  // MARK: With Secure Connections

  private mutating func answer(_ confirm: Value128, in round: UInt8, now: Instant) {
    guard let nonce = material?.nonce(of: round) else { return }
    transcript?.responderNonce = nonce
    guard let answer = transcript?.responderConfirm(round: round) else { return }
    send(.pairingConfirm(answer))
    advance(to: .awaitingRoundRandom(round: round, confirm: confirm), now: now)
  }

  private mutating func finish(
    _ round: UInt8, with nonce: Value128, confirmedBy confirm: Value128, now: Instant
  ) {
    transcript?.initiatorNonce = nonce
    guard let transcript, confirm == transcript.initiatorConfirm(round: round) else {
      return fail(.confirmValueFailed, now: now)
    }
    send(.pairingRandom(transcript.responderNonce))
    if round + 1 < PairingMaterial.rounds { return advance(to: .awaitingRoundConfirm(round: round + 1), now: now) }
    makeKeys(of: transcript)
    advance(to: .awaitingCheck, now: now)
  }

  // MARK: Without

  mutating func beginLegacyPairing(now: Instant) {
    material?.wipePrivateKey()
    showPasskey()
    advance(to: .awaitingLegacyConfirm, now: now)
  }

  private mutating func answerLegacy(_ confirm: Value128, now: Instant) {
    guard let nonce = material?.nonce() else { return }
    transcript?.responderNonce = nonce
    guard let answer = transcript?.legacyResponderConfirm else { return }
    send(.pairingConfirm(answer))
    advance(to: .awaitingLegacyRandom(confirm: confirm), now: now)
  }

  private mutating func finishLegacy(with nonce: Value128, confirmedBy confirm: Value128, now: Instant) {
    transcript?.initiatorNonce = nonce
    guard let transcript, confirm == transcript.legacyInitiatorConfirm else {
      return fail(.confirmValueFailed, now: now)
    }
    send(.pairingRandom(transcript.responderNonce))
    secrets.encryptionKey = transcript.shortTermKey
    advance(to: .awaitingEncryption, now: now)
  }
}
