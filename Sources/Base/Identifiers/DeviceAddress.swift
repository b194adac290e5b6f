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

  // Words, because the compiler compares and copies octets one by one.
  private let low: UInt32
  private let high: UInt16
  /// Whether the address is public or random.
  public let kind: Kind

  /// Least significant octet first, as on the wire.
  public var octets: [6 of UInt8] {
    [
      UInt8(truncatingIfNeeded: low), UInt8(truncatingIfNeeded: low >> 8), UInt8(truncatingIfNeeded: low >> 16),
      UInt8(truncatingIfNeeded: low >> 24), UInt8(truncatingIfNeeded: high), UInt8(truncatingIfNeeded: high >> 8),
    ]
  }

  /// Creates an address from its octets, least significant first.
  @inline(never)  // Several callers: one copy is smaller.
  public init(kind: Kind, octets: [6 of UInt8]) {
    low = UInt32(octets[0]) | UInt32(octets[1]) << 8 | UInt32(octets[2]) << 16 | UInt32(octets[3]) << 24
    high = UInt16(octets[4]) | UInt16(octets[5]) << 8
    self.kind = kind
  }

  /// Takes ` | address: 6 | ` off the front of `input`; the kind comes from elsewhere in the packet.
  @_lifetime(input: copy input)
  public init(decoding input: inout Span<UInt8>, kind: Kind) throws(DecodeError) {
    self.init(kind: kind, octets: try input.takeArray())
  }

  /// A random address whose two most significant bits are 0b11 and whose other bits are not all alike.
  public var isStaticRandom: Bool {
    kind == .random && high >> 14 == 0b11 && !hasUniformRandomPart
  }

  /// A random address whose two most significant bits are 0b01.
  public var isResolvablePrivate: Bool { kind == .random && high >> 14 == 0b01 }

  /// Whether the 46 random bits of a static address are all 0 or all 1.
  private var hasUniformRandomPart: Bool {
    (low == UInt32.max && high | 0xC000 == UInt16.max) || (low == 0 && high & 0x3FFF == 0)
  }
}
