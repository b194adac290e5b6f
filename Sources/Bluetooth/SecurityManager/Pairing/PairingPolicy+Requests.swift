internal import Identifiers
internal import Timing

// Which Pairing Requests are accepted.

/// A Pairing Request, the device's response to it, and the resulting method.
struct ReceivedPairingRequest {
  let request: PairingFeatures
  let response: PairingFeatures
  let method: PairingMethod

  init(_ request: PairingFeatures, security: PairingSecurity) {
    self.request = request
    response = PairingFeatures.response(to: request, security: security)
    method = PairingMethod(request: request, response: response)
  }
}

extension PairingPolicy {
  /// Why this peer may not pair now, whatever it asks for. Outside the window the answer is the same for all addresses.
  func refusal(of connection: PairingConnection, isLockedOut: Bool) -> PairingFailedReason? {
    if isLockedOut { return .repeatedAttempts }
    guard isWindowOpen else { return .pairingNotSupported }
    guard hasRoomForBond || connection.knownPeer != nil else { return .unspecifiedReason }
    return nil
  }

  /// The reason to reject the pairing that this request would start; nil if it is accepted.
  ///
  /// - Parameter isAddressAdmissible: whether the peer's address may be its identity.
  func refusal(
    of received: ReceivedPairingRequest, on connection: PairingConnection, isAddressAdmissible: Bool
  ) -> PairingFailedReason? {
    let (request, method) = (received.request, received.method)
    guard request.isValid else { return .invalidParameters }
    guard request.maximumEncryptionKeySize == 16 else { return .encryptionKeySize }
    // With Secure Connections the flag claims that the initiator has the device's OOB data. The device never sends any.
    guard !method.usesSecureConnections || request.oobDataFlag == 0 else { return .oobNotAvailable }
    guard security.admits(method) else { return .authenticationRequirements }
    guard canBond(by: received, on: connection, isAddressAdmissible: isAddressAdmissible) else {
      return .authenticationRequirements
    }
    return nil
  }

  /// Whether the pairing can end in a bond: with keys by which the phone is known again, and no weaker than the one
  /// there is.
  private func canBond(
    by received: ReceivedPairingRequest, on connection: PairingConnection, isAddressAdmissible: Bool
  ) -> Bool {
    let (request, method) = (received.request, received.method)
    guard request.authenticationRequirements.wantsBonding else { return false }
    // A link with a legacy bond is encrypted with the key that the device distributes.
    guard method.usesSecureConnections || request.responderKeyDistribution.containsEncryptionKey else { return false }
    // A phone that uses a private address and does not send its identity could not be recognised later.
    guard request.initiatorKeyDistribution.containsIdentityKey || isAddressAdmissible else { return false }
    // A phone that connected to a private address of the device needs the device's identity key to resolve the next
    // address.
    guard request.responderKeyDistribution.containsIdentityKey || !connection.link.localAddress.isResolvablePrivate
    else { return false }
    guard let earlier = connection.knownPeer?.strength else { return true }
    return method.strength.isAtLeast(earlier)
  }
}
