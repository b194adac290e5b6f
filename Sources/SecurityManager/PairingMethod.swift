/// How the two sides of a Secure Connections pairing convince themselves of each other.
///
/// Core Spec 5.4, Vol 3, Part H, 2.3.5.1, Table 2.8.
public enum AssociationModel: Equatable, Sendable {
  case justWorks, numericComparison, passkeyEntry

  /// The model that results when the responder has a display and two buttons and demands protection.
  public init(initiator: IOCapability) {
    switch initiator {
    case .displayYesNo, .keyboardDisplay: self = .numericComparison
    case .keyboardOnly: self = .passkeyEntry
    default: self = .justWorks
    }
  }
}
