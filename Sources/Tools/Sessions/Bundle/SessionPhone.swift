/// A phone of a session, with the keys that a replay uses in place of the real ones.
public struct SessionPhone: Equatable, Sendable, Codable {
  enum Key: UInt8 {
    case identityResolving = 0x10
    case longTerm = 0x20
  }

  public let number: Int
  public let isRandom: Bool
  /// Least significant octet first.
  public let address: [UInt8]
  /// Whether the session begins with a bond.
  public let isBonded: Bool

  /// A key for replays. It is public and protects nothing.
  static func key(_ number: Int, of kind: Key) -> [UInt8] {
    [UInt8](repeating: kind.rawValue | UInt8(truncatingIfNeeded: number & 15), count: 15) + [UInt8(number >> 4 & 0xFF)]
  }
}
