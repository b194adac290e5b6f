/// How the two sides of a pairing make sure of each other.
public enum AssociationModel: Equatable, Sendable {
  /// No digits are shown, so that a man in the middle is not noticed.
  case justWorks
  /// Both devices show six digits, and their users compare them.
  case numericComparison
  /// The responder shows a number, and its user types it on the initiator.
  case passkeyEntry

  /// The model that two capabilities lead to if either side demands protection; the responder is one that shows, and
  /// types nothing.
  ///
  /// Core Spec 5.4, Vol 3, Part H, 2.3.5.1, Table 2.8.
  init(initiator: IOCapability, responder: IOCapability, usesSecureConnections: Bool) {
    let canCompare = usesSecureConnections && responder == .displayYesNo
    switch initiator {
    case .displayYesNo: self = canCompare ? .numericComparison : .justWorks
    case .keyboardDisplay: self = canCompare ? .numericComparison : .passkeyEntry
    case .keyboardOnly: self = .passkeyEntry
    default: self = .justWorks
    }
  }
}

/// How a pairing authenticates its two sides, and how it generates its keys.
public struct PairingMethod: Equatable, Sendable {
  /// How the two devices are compared.
  public let model: AssociationModel
  /// Whether the key comes from an agreement on P-256; if not, from the passkey alone.
  public let usesSecureConnections: Bool

  /// Derives the method from the features of both sides, each as it was sent. Core Spec 5.4, Vol 3, Part H, 2.3.5.1.
  init(request: PairingFeatures, response: PairingFeatures) {
    let (wishes, answer) = (request.authenticationRequirements, response.authenticationRequirements)
    usesSecureConnections = wishes.supportsSecureConnections && answer.supportsSecureConnections
    model =
      wishes.wantsProtection || answer.wantsProtection
      ? AssociationModel(
        initiator: request.ioCapability, responder: response.ioCapability,
        usesSecureConnections: usesSecureConnections)
      : .justWorks
  }

  /// The strength of a bond that this method makes.
  public var strength: BondStrength {
    BondStrength(
      keySize: 16, isAuthenticated: model != .justWorks, usesSecureConnections: usesSecureConnections)
  }
}
