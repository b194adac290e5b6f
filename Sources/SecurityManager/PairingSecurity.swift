/// Which ways to pair the watch admits. All make keys of 16 octets and a bond.
///
/// | initiator can | `secureConnections` | `compatible` | `noneConfirm` |
/// |---|---|---|---|
/// | compare and answer | comparison | comparison | passkey if it has keys, else Just Works |
/// | only type | - | passkey | passkey |
/// | neither | - | - | Just Works |
/// | no Secure Connections, but type | - | legacy passkey | legacy passkey |
/// | no Secure Connections, nor type | - | - | - |
///
/// **Method confusion** (CVE-2020-10134): somebody in the middle compares numbers with one side, and has the same
/// number typed on the other.
///
/// *We compare, the phone has a number typed.* Nothing on the air tells us. What stands against it is the glass: a
/// number to compare is asked about with yes and no, a number to type says where to type it. With `secureConnections`
/// no number of this watch is ever typed, so a phone that asks for one is not paired with it. `compatible` gives that
/// up; so it compares whenever the phone can, and shows a passkey only to a phone that cannot.
///
/// *We show a passkey, the phone compares.* The number of a comparison comes from nonces that are bound before they are
/// known, and equals our passkey in one case of a million.
///
/// `noneConfirm` never compares, and so has nothing to confuse.
///
/// A **legacy passkey** keeps out nobody who listens while it is used: there are only a million to try. Hence its bonds
/// count as weaker, and take the place of no others.
public enum PairingSecurity: Equatable, Sendable {
  /// Numbers are compared, with Secure Connections.
  case secureConnections
  /// Also a passkey, shown here and typed on the phone, with or without Secure Connections. Never Just Works.
  case compatible
  /// For a watch without buttons: a passkey, or Just Works with Secure Connections if the phone has no keys.
  case noneConfirm

  /// What we say we can do: a watch without buttons cannot say yes.
  var ioCapability: IOCapability { self == .noneConfirm ? .displayOnly : .displayYesNo }

  func admits(_ method: PairingMethod) -> Bool {
    guard self != .secureConnections || method.model == .numericComparison else { return false }
    return admits(method.strength)
  }

  /// Whether a bond of that strength still counts, whenever it was made.
  func admits(_ strength: BondStrength) -> Bool {
    guard strength.keySize == 16 else { return false }
    return switch self {
    case .secureConnections: strength == .full
    case .compatible: strength.isAuthenticated
    case .noneConfirm: strength.isAuthenticated || strength.usesSecureConnections
    }
  }
}
