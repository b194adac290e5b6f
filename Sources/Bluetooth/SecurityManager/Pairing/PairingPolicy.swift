/// The rules for pairing at this moment. The owner of a `PairingResponder` keeps them up to date.
public struct PairingPolicy: Equatable, Sendable {
  /// Phones may pair. Outside the window no peer may: a known address proves nothing, because it can be copied.
  public var isWindowOpen: Bool
  /// A new phone can be bonded: the bond table has room, or the user agreed to delete an old bond.
  public var hasRoomForBond: Bool
  /// Which ways to pair there are, and which bonds count.
  public var security: PairingSecurity

  /// Creates a policy.
  public init(
    isWindowOpen: Bool = false, hasRoomForBond: Bool = true, security: PairingSecurity = .secureConnections
  ) {
    self.isWindowOpen = isWindowOpen
    self.hasRoomForBond = hasRoomForBond
    self.security = security
  }
}
