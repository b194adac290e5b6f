/// Identifies one ACL connection of a controller: 0x0000...0x0EFF.
///
/// Core Spec 5.4, Vol 4, Part E, 5.3.1.
public struct ConnectionHandle: Equatable, Sendable {
  public let rawValue: UInt16

  public init?(rawValue: UInt16) {
    guard rawValue <= 0x0EFF else { return nil }
    self.rawValue = rawValue
  }
}
