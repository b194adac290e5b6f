/// Who may pair now, and how. The owner of a `PairingResponder` keeps it up to date.
public struct PairingPolicy: Equatable, Sendable {
  /// A phone we do not know may pair.
  public var isWindowOpen: Bool
  /// A phone that we have a bond with may pair anew outside the window, if a person has to do something for it.
  public var admitsBondedPeers: Bool
  /// A phone we do not know can be kept: the bond table has room, or its user agreed to give up an old bond.
  public var hasRoomForBond: Bool
  /// Which ways to pair there are, and which bonds count.
  public var security: PairingSecurity

  public init(
    isWindowOpen: Bool = false, admitsBondedPeers: Bool = true, hasRoomForBond: Bool = true,
    security: PairingSecurity = .secureConnections
  ) {
    self.isWindowOpen = isWindowOpen
    self.admitsBondedPeers = admitsBondedPeers
    self.hasRoomForBond = hasRoomForBond
    self.security = security
  }
}
