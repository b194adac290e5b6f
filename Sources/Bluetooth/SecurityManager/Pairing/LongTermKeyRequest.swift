internal import Octets

/// Which key the other side wants to encrypt with. Both numbers are 0 for a key made with Secure Connections.
///
/// Core Spec 5.4, Vol 3, Part H, 2.4.4 and Vol 4, Part E, 7.7.65.5.
public struct LongTermKeyRequest: Equatable, Sendable {
  /// Rand: identifies the key of a legacy pairing; 0 with Secure Connections.
  public let random: UInt64
  /// EDIV: identifies the key of a legacy pairing; 0 with Secure Connections.
  public let encryptedDiversifier: UInt16

  /// Creates a request with the values that the controller reported.
  public init(random: UInt64, encryptedDiversifier: UInt16) {
    self.random = random
    self.encryptedDiversifier = encryptedDiversifier
  }

  /// Takes ` | encryptedDiversifier: 2 | random: 8 | ` off the front of `input`, the order of Central Identification.
  @_lifetime(input: copy input)
  init(decodingIdentification input: inout Span<UInt8>) throws(DecodeError) {
    var rest = input
    encryptedDiversifier = try rest.takeUInt16()
    random = try rest.takeUInt64()
    input = rest
  }

  /// Asks for a key made with Secure Connections.
  public static let secureConnections = LongTermKeyRequest(random: 0, encryptedDiversifier: 0)
}
