public import Octets

/// A UUID of an attribute type, service or characteristic: the 16-bit short form or all 128 bits.
///
/// Core Spec 5.4, Vol 3, Part B, 2.5.1.
public enum BluetoothUUID: Equatable, Sendable {
  /// A UUID of 16 bits, assigned by the Bluetooth SIG.
  case short(UInt16)
  /// Least significant octet first, as on the wire.
  case long([16 of UInt8])

  /// A 128-bit UUID from its two halves as written: `7905F431B5CE4E99`, `A40F4B1E122D00D0`.
  @inline(__always)  // The compiler then computes constants in advance.
  public init(_ high: UInt64, _ low: UInt64) {
    self = .long([
      Self.octet(0, of: low), Self.octet(1, of: low), Self.octet(2, of: low), Self.octet(3, of: low),
      Self.octet(4, of: low), Self.octet(5, of: low), Self.octet(6, of: low), Self.octet(7, of: low),
      Self.octet(0, of: high), Self.octet(1, of: high), Self.octet(2, of: high), Self.octet(3, of: high),
      Self.octet(4, of: high), Self.octet(5, of: high), Self.octet(6, of: high), Self.octet(7, of: high),
    ])
  }

  @inline(__always)
  private static func octet(_ index: UInt64, of half: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: half &>> (8 &* index))
  }

  /// All of `octets` as a UUID: 2 or 16 octets.
  ///
  /// - Throws: `invalidValue` for any other length.
  public init(octets: Span<UInt8>) throws(DecodeError) {
    var rest = octets
    switch octets.count {
    case 2: self = .short(try rest.takeUInt16())
    case 16: self = .long(try rest.takeArray())
    default: throw .invalidValue
    }
  }

  /// 2 or 16.
  public var octetCount: Int {
    switch self {
    case .short: 2
    case .long: 16
    }
  }

  /// Appends 2 or 16 octets, least significant first.
  @inline(never)  // Several callers: one copy is smaller.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    switch self {
    case .short(let value): try output.put(value)
    case .long(let octets): try output.put(octets)
    }
  }

  /// Whether both name the same: a short UUID equals its expansion over the Bluetooth Base UUID.
  @inline(never)  // Several callers: one copy is smaller.
  public static func == (one: BluetoothUUID, other: BluetoothUUID) -> Bool {
    if case .short(let value) = one, case .short(let otherValue) = other { return value == otherValue }
    return one.expanded.span.isEqual(to: other.expanded.span)
  }

  /// All 128 bits: a short UUID over 00000000-0000-1000-8000-00805F9B34FB.
  public var expanded: [16 of UInt8] {
    switch self {
    case .long(let octets): return octets
    case .short(let value):
      return [
        0xFB, 0x34, 0x9B, 0x5F, 0x80, 0x00, 0x00, 0x80, 0x00, 0x10, 0x00, 0x00,
        UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8), 0x00, 0x00,
      ]
    }
  }
}
