internal import Identifiers

/// What the two sides of a Secure Connections pairing have told each other, and all that is computed from it.
///
/// Serves both sides. The addresses are those of this link on the air, not identities.
/// Core Spec 5.4, Vol 3, Part H, 2.3.5.6.
struct PairingTranscript {
  let request: PairingFeatures
  let response: PairingFeatures
  let initiator: DeviceAddress
  let responder: DeviceAddress
  var initiatorKey = PairingPublicKey.zero
  var responderKey = PairingPublicKey.zero
  var initiatorNonce = Value128.zero
  var responderNonce = Value128.zero

  init(request: PairingFeatures, response: PairingFeatures, initiator: DeviceAddress, responder: DeviceAddress) {
    self.request = request
    self.response = response
    self.initiator = initiator
    self.responder = responder
  }

  /// Binds the responder to its nonce before it sees the initiator's.
  var responderConfirm: Value128 {
    Toolbox.f4(u: responderKey.x, v: initiatorKey.x, x: responderNonce, z: 0)
  }

  /// The number that both sides show: 0 to 999999.
  var comparisonCode: UInt32 {
    Toolbox.g2(u: initiatorKey.x, v: responderKey.x, x: initiatorNonce, y: responderNonce) % 1_000_000
  }

  /// `sharedSecret` is most significant octet first.
  func keys(sharedSecret: [32 of UInt8]) -> (macKey: Value128, longTermKey: Value128) {
    Toolbox.f5(w: sharedSecret, n1: initiatorNonce, n2: responderNonce, a1: initiator, a2: responder)
  }

  func initiatorCheck(macKey: Value128) -> Value128 {
    Toolbox.f6(
      w: macKey, n1: initiatorNonce, n2: responderNonce, r: .zero, ioCap: request, a1: initiator, a2: responder)
  }

  func responderCheck(macKey: Value128) -> Value128 {
    Toolbox.f6(
      w: macKey, n1: responderNonce, n2: initiatorNonce, r: .zero, ioCap: response, a1: responder, a2: initiator)
  }
}
