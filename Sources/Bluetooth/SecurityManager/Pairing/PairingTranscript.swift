internal import Identifiers

/// The values that the two sides of a pairing have exchanged, and all values that are computed from them.
///
/// Serves both sides. The addresses are those of this link on the air, not identities.
/// Core Spec 5.4, Vol 3, Part H, 2.3.5.6; for legacy pairing 2.3.5.5.
struct PairingTranscript {
  let request: PairingFeatures
  let response: PairingFeatures
  let initiator: DeviceAddress
  let responder: DeviceAddress
  var initiatorKey = PairingPublicKey.zero
  var responderKey = PairingPublicKey.zero
  /// The nonces, of the last round if there is more than one.
  var initiatorNonce = Value128.zero
  var responderNonce = Value128.zero
  /// 0 to 999999; 0 if the method does not use a passkey.
  var passkey: UInt32 = 0

  init(request: PairingFeatures, response: PairingFeatures, initiator: DeviceAddress, responder: DeviceAddress) {
    self.request = request
    self.response = response
    self.initiator = initiator
    self.responder = responder
  }

  var method: PairingMethod { PairingMethod(request: request, response: response) }

  /// Binds the responder to its nonce before it sees the initiator's.
  var responderConfirm: Value128 {
    Toolbox.f4(u: responderKey.x, v: initiatorKey.x, x: responderNonce, z: 0)
  }

  /// The number that both sides show: 0 to 999999.
  var pairingCode: UInt32 {
    Toolbox.g2(u: initiatorKey.x, v: responderKey.x, x: initiatorNonce, y: responderNonce) % 1_000_000
  }

  /// `sharedSecret` is most significant octet first.
  func keys(sharedSecret: [32 of UInt8]) -> (macKey: Value128, longTermKey: Value128) {
    Toolbox.f5(w: sharedSecret, n1: initiatorNonce, n2: responderNonce, a1: initiator, a2: responder)
  }

  func initiatorCheck(macKey: Value128) -> Value128 {
    Toolbox.f6(
      w: macKey, n1: initiatorNonce, n2: responderNonce, r: Value128(passkey), ioCap: request, a1: initiator,
      a2: responder)
  }

  func responderCheck(macKey: Value128) -> Value128 {
    Toolbox.f6(
      w: macKey, n1: responderNonce, n2: initiatorNonce, r: Value128(passkey), ioCap: response, a1: responder,
      a2: initiator)
  }
}

// A passkey with Secure Connections: each round binds both sides to one bit of it. 2.3.5.6.3.
extension PairingTranscript {
  func initiatorConfirm(round: UInt8) -> Value128 {
    Toolbox.f4(u: initiatorKey.x, v: responderKey.x, x: initiatorNonce, z: bit(of: round))
  }

  func responderConfirm(round: UInt8) -> Value128 {
    Toolbox.f4(u: responderKey.x, v: initiatorKey.x, x: responderNonce, z: bit(of: round))
  }

  private func bit(of round: UInt8) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: passkey >> UInt32(round) & 1) }
}

// A passkey without: it is the key of both functions. 2.3.5.5.
extension PairingTranscript {
  var legacyInitiatorConfirm: Value128 { legacyConfirm(of: initiatorNonce) }
  var legacyResponderConfirm: Value128 { legacyConfirm(of: responderNonce) }
  var shortTermKey: Value128 { Toolbox.s1(k: Value128(passkey), r1: responderNonce, r2: initiatorNonce) }

  private func legacyConfirm(of nonce: Value128) -> Value128 {
    Toolbox.c1(k: Value128(passkey), r: nonce, preq: request, pres: response, ia: initiator, ra: responder)
  }
}
