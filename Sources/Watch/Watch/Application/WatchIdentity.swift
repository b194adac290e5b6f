public import Identifiers
public import Octets

/// The watch's name and address, and the phones that are bonded with it.
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
