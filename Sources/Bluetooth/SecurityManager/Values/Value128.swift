internal import Cryptography
public import Octets

/// A number of 128 bits: a key, a nonce, a confirm value or a check value.
///
/// The protocol sends it least significant octet first; the ciphers take it most significant octet first.
public struct Value128: Sendable {
  /// Least significant word first. The compiler passes four words in registers, but handles 16 octets one by one.
  private var words: [4 of UInt32]

  /// Least significant octet first, as on the wire and in HCI commands.
  public var octets: [16 of UInt8] {
    [
      octet(0), octet(1), octet(2), octet(3), octet(4), octet(5), octet(6), octet(7),
      octet(8), octet(9), octet(10), octet(11), octet(12), octet(13), octet(14), octet(15),
    ]
  }

  private func octet(_ index: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: words[index / 4] >> UInt32(8 * (index % 4)))
  }

  /// Creates a value from its octets, least significant first.
  public init(octets: [16 of UInt8]) {
    words = [Self.word(at: 0, octets), Self.word(at: 4, octets), Self.word(at: 8, octets), Self.word(at: 12, octets)]
  }

  private static func word(at index: Int, _ octets: [16 of UInt8]) -> UInt32 {
    let low = UInt32(octets[index]) | UInt32(octets[index + 1]) << 8
    return low | UInt32(octets[index + 2]) << 16 | UInt32(octets[index + 3]) << 24
  }

  /// Takes ` | value: 16 | ` off the front of `input`.
  @_lifetime(input: copy input)
  public init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    guard input.count >= 16 else { throw .truncated }
    words = [try input.takeUInt32(), try input.takeUInt32(), try input.takeUInt32(), try input.takeUInt32()]
  }

  /// Appends ` | value: 16 | `.
  @_lifetime(output: copy output)
  @inline(never)  // Several callers: one copy is smaller.
  func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    for index in 0..<4 { try output.put(words[index]) }
  }

  init(mostSignificantFirst octets: [16 of UInt8]) { self.init(octets: reversed(octets)) }

  /// A small number, such as a passkey.
  init(_ number: UInt32) { words = [number, 0, 0, 0] }

  /// The octets as the ciphers take them.
  var mostSignificantFirst: [16 of UInt8] { reversed(octets) }

  /// All octets are 0.
  public static let zero = Value128(0)

  /// Whether all octets are 0.
  public var isZero: Bool { self == .zero }

  func exclusiveOr(_ other: Value128) -> Value128 {
    var result = self
    for index in 0..<4 { result.words[index] ^= other.words[index] }
    return result
  }

  /// The less significant half of this value, with that of `other` above it.
  func half(followedBy other: Value128) -> Value128 {
    var result = self
    result.words[2] = other.words[0]
    result.words[3] = other.words[1]
    return result
  }

  /// Overwrites the value with zeros.
  mutating func wipe() { Cryptography.wipe(&words) }
}

extension Value128: Equatable {
  /// Takes the same time whatever the values are.
  public static func == (one: Value128, other: Value128) -> Bool {
    var difference: UInt32 = 0
    for index in 0..<4 { difference |= one.words[index] ^ other.words[index] }
    return difference == 0
  }
}

/// The same octets in the opposite order.
func reversed<let count: Int>(_ octets: [count of UInt8]) -> [count of UInt8] {
  var result = octets
  for index in 0..<count { result[index] = octets[count - 1 - index] }
  return result
}
