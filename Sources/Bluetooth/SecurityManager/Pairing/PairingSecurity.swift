internal import Features

/// Which ways to pair the device admits. All make keys of 16 octets and a bond.
///
/// | initiator can | `secureConnections` | `compatible` | `noneConfirm` |
/// |---|---|---|---|
/// | compare and answer | comparison | comparison | passkey if it has keys, else Just Works |
/// | only type | - | passkey | passkey |
/// | neither | - | - | Just Works |
/// | no Secure Connections, but type | - | legacy passkey | legacy passkey |
/// | no Secure Connections, nor type | - | - | - |
///
/// **Method confusion** (CVE-2020-10134): an attacker in the middle runs a numeric comparison with one side, and makes
/// the user type the same number on the other side.
///
/// *The device compares, the phone asks for a passkey.* The protocol does not reveal this attack. Only the display
/// protects against it: the device asks whether a number to compare is the same, and says where to type a passkey. With
/// `secureConnections` the user never types a number that the device shows, so a phone that asks for one pairs with an
/// attacker. `compatible` does not have this protection. Therefore it compares whenever the phone can, and shows a
/// passkey only to a phone that cannot.
///
/// *The device shows a passkey, the phone compares.* The number to compare comes from nonces that are committed before
/// they are revealed, so it equals the device's passkey in one case of a million.
///
/// `noneConfirm` never compares, so this attack does not apply to it.
///
/// A **legacy passkey** does not protect against an eavesdropper: there are only a million passkeys to try. So its
/// bonds count as weaker, and do not replace stronger ones.
public enum PairingSecurity: Equatable, Sendable {
  /// Numbers are compared, with Secure Connections.
  case secureConnections
  /// Also a passkey, shown here and typed on the phone, with or without Secure Connections. Never Just Works.
  case compatible
  /// For a device without buttons: a passkey, or Just Works with Secure Connections if the phone has no keys.
  case noneConfirm

  /// The IO capability that the device reports: a device without buttons cannot confirm a number.
  var ioCapability: IOCapability { self == .noneConfirm ? .displayOnly : .displayYesNo }

  func admits(_ method: PairingMethod) -> Bool {
    let onlyCompares = !Features.hasPasskeys || self == .secureConnections
    guard !onlyCompares || method.model == .numericComparison else { return false }
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
