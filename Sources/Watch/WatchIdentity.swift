public import Identifiers
public import Octets

/// Who the watch is to others.
public struct WatchIdentity {
  /// As advertised.
  public var name = BoundedText<32>()
  /// Nil if unknown.
  public var address: DeviceAddress?
  /// How many phones are bonded.
  public var bondCount = 0

  public init() {}
}
