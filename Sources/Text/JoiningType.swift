/// On which sides a letter of a cursive script joins its neighbours. The Unicode Standard 15.0, table 9-3.
///
/// The raw values are the pack's.
public enum JoiningType: UInt8, Sendable {
  case nonJoining
  case joinCausing
  case dualJoining
  case leftJoining
  case rightJoining
  case transparent
}
