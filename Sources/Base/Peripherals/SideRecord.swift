/// A record that a storage can keep beside the bonds.
public enum SideRecord: UInt8, Equatable, Sendable {
  /// The muted applications. There is one copy of it.
  case mutes
  /// The wearer's choices. There are two copies of it, as of the bonds.
  case choices

  /// Whether there are two copies of it.
  public var hasTwoCopies: Bool { self == .choices }
}
