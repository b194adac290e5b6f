public import Identifiers
public import Octets

/// Who the watch is to others, and who they are.
public struct WatchIdentity {
  /// As advertised.
  public var name = BoundedText<32>()
  /// Nil if unknown.
  public var address: DeviceAddress?
  public var phones = PhoneList()

  /// How many phones are bonded.
  public var bondCount: Int { phones.count }

  public init() {}
}
