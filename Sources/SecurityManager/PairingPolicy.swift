/// Who may pair now. The owner of a `PairingResponder` keeps it up to date.
public struct PairingPolicy: Equatable, Sendable {
  /// A phone we do not know may pair.
  public var isWindowOpen: Bool
  /// A phone that we have a bond with may pair anew outside the window; the codes are compared as ever.
  public var admitsBondedPeers: Bool
  /// A phone we do not know can be kept: the bond table has room, or its user agreed to give up an old bond.
  public var hasRoomForBond: Bool

  public init(isWindowOpen: Bool = false, admitsBondedPeers: Bool = true, hasRoomForBond: Bool = true) {
    self.isWindowOpen = isWindowOpen
    self.admitsBondedPeers = admitsBondedPeers
    self.hasRoomForBond = hasRoomForBond
  }
}
