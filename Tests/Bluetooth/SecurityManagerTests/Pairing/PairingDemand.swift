@testable import SecurityManager

/// The response to a Pairing Request in the pairing window that the manual describes, for each setting of `security`.
struct PairingDemand {
  enum Reaction: Equatable {
    case refused(UInt8)
    case answered([UInt8], PairingSpecification.Model)
  }

  let security: PairingSecurity
  /// Whether the phone uses an address that only its identity key resolves.
  let isAddressPrivate: Bool

  /// The watch's own capability: DisplayYesNo, or DisplayOnly on a watch without buttons.
  private var ioCapability: UInt8 { security == .noneConfirm ? 0x00 : 0x01 }

  /// Whether the manual lists the model for the setting.
  private func admits(_ model: PairingSpecification.Model, isSecure: Bool) -> Bool {
    switch (security, model) {
    case (.secureConnections, .numericComparison), (.compatible, .numericComparison), (.compatible, .passkey),
      (.noneConfirm, .passkey):
      true
    case (.noneConfirm, .justWorks): isSecure
    default: false
    }
  }

  /// Refusals are checked in this order: forbidden values, the key's size, out-of-band data, and then requests that the
  /// setting does not allow.
  func reaction(to request: [UInt8]) -> Reaction {
    guard request[1] <= 4, request[2] <= 1, request[4] <= 16 else { return .refused(0x0A) }
    guard request[4] == 16 else { return .refused(0x06) }
    let isSecure = request[3] & 0x08 != 0
    if isSecure, request[2] == 1 { return .refused(0x02) }
    let response = response(to: request, isSecure: isSecure)
    let model = PairingSpecification.model(request, response)
    let tellsIdentity = request[5] & 0x02 != 0 || !isAddressPrivate
    // Without Secure Connections the bond is the key that the watch distributes.
    let hasKey = isSecure || request[6] & 0x01 != 0
    guard admits(model, isSecure: isSecure), request[3] & 0x03 == 0x01, tellsIdentity, hasKey
    else { return .refused(0x03) }
    return .answered(response, model)
  }

  /// The watch requires protection whenever its setting allows it, and requests identities and nothing else.
  private func response(to request: [UInt8], isSecure: Bool) -> [UInt8] {
    let model = PairingSpecification.table(isSecure: isSecure, initiator: request[1], responder: ioCapability)
    let requirements: UInt8 = 0x01 | (model == .justWorks ? 0 : 0x04) | (isSecure ? 0x08 : 0)
    return [0x02, ioCapability, 0x00, requirements, 16, request[5] & 0x02, request[6] & (isSecure ? 0x02 : 0x03)]
  }
}
