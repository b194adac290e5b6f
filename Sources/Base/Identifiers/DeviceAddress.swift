public import Octets

/// A Bluetooth device address with its type.
///
/// Core Spec 5.4, Vol 6, Part B, 1.3.
public struct DeviceAddress: Equatable, Sendable {
  /// Which kind of address the octets are.
  public enum Kind: UInt8, Sendable {
    /// An address that the manufacturer assigned.
    case `public` = 0x00
    /// A static or private random address.
    case random = 0x01
  }

  /// Whether the address is public or random.
  public let kind: Kind
  /// Least significant octet first, as on the wire.
  public let octets: [6 of UInt8]

  /// Creates an address from its octets, least significant first.
  public init(kind: Kind, octets: [6 of UInt8]) {
    self.kind = kind
    self.octets = octets
  }

  /// Takes ` | address: 6 | ` off the front of `input`; the kind comes from elsewhere in the packet.
  @_lifetime(input: copy input)
  public init(decoding input: inout Span<UInt8>, kind: Kind) throws(DecodeError) {
    octets = try input.takeArray()
    self.kind = kind
  }

  @inline(never)  // Several callers: one copy is smaller.
  public static func == (one: DeviceAddress, other: DeviceAddress) -> Bool {
    one.kind == other.kind && one.octets.span.isEqual(to: other.octets.span)
  }

  /// A random address whose two most significant bits are 0b11 and whose other bits are not all alike.
  public var isStaticRandom: Bool {
    kind == .random && octets[5] >> 6 == 0b11 && !hasUniformRandomPart
  }

  /// A random address whose two most significant bits are 0b01.
  public var isResolvablePrivate: Bool { kind == .random && octets[5] >> 6 == 0b01 }

  /// Whether the 46 random bits of a static address are all 0 or all 1.
  private var hasUniformRandomPart: Bool {
    var all: UInt8 = 0xFF
    var any: UInt8 = 0
    for index in 0..<5 {
      all &= octets[index]
      any |= octets[index]
    }
    all &= octets[5] | 0xC0
    any |= octets[5] & 0x3F
    return all == 0xFF || any == 0
  }
}
