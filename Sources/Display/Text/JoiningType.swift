/// On which sides a letter of a cursive script joins its neighbours. The Unicode Standard 15.0, table 9-3.
///
/// The raw values are the pack's.
public enum JoiningType: UInt8, Sendable {
  /// U: a character that joins no neighbour.
  case nonJoining
  /// C: a character that makes both neighbours join.
  case joinCausing
  /// D: a letter that joins on both sides.
  case dualJoining
  /// L: a letter that joins only on its left.
  case leftJoining
  /// R: a letter that joins only on its right.
  case rightJoining
  /// T: a mark that does not interrupt a join.
  case transparent
}
