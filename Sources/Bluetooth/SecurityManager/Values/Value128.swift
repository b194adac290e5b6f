internal import Cryptography
public import Octets

/// A number of 128 bits: a key, a nonce, a confirm value or a check value.
///
/// The protocol sends it least significant octet first; the ciphers take it most significant octet first.
public struct Value128: Sendable {
  /// Least significant octet first, as on the wire and in HCI commands.
  public private(set) var octets: [16 of UInt8]

  /// Creates a value from its octets, least significant first.
  public init(octets: [16 of UInt8]) { self.octets = octets }

  /// Takes ` | value: 16 | ` off the front of `input`.
  @_lifetime(input: copy input)
  public init(decoding input: inout Span<UInt8>) throws(DecodeError) { octets = try input.takeArray() }

  init(mostSignificantFirst octets: [16 of UInt8]) { self.octets = reversed(octets) }

  /// A small number, such as a passkey.
  init(_ number: UInt32) {
    octets = .init(repeating: 0)
    for index in 0..<4 { octets[index] = UInt8(truncatingIfNeeded: number >> (8 * UInt32(index))) }
  }

  /// The octets as the ciphers take them.
  var mostSignificantFirst: [16 of UInt8] { reversed(octets) }

  /// All octets are 0.
  public static let zero = Value128(octets: .init(repeating: 0))

  /// Whether all octets are 0.
  public var isZero: Bool { self == .zero }

  /// Overwrites the value with zeros.
  mutating func wipe() { Cryptography.wipe(&octets) }
}

extension Value128: Equatable {
  /// Takes the same time whatever the values are.
  public static func == (one: Value128, other: Value128) -> Bool {
    var difference: UInt8 = 0
    for index in 0..<16 { difference |= one.octets[index] ^ other.octets[index] }
    return difference == 0
  }
}

/// The same octets in the opposite order.
func reversed<let count: Int>(_ octets: [count of UInt8]) -> [count of UInt8] {
  var result = octets
  for index in 0..<count { result[index] = octets[count - 1 - index] }
  return result
}
