internal import Cryptography
public import Octets

/// A public key as a peer sends it: two coordinates that may or may not be a point of the curve.
///
///     | x: 32 | y: 32 |
///
/// Core Spec 5.4, Vol 3, Part H, 3.5.6.
public struct PairingPublicKey: Sendable {
  /// The x coordinate, least significant octet first.
  public var x: [32 of UInt8]
  /// The y coordinate, least significant octet first.
  public var y: [32 of UInt8]

  /// Takes the key from the front of the input. Whether the point is on the curve is checked later.
  @_lifetime(input: copy input)
  public init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    var rest = input
    x = try rest.takeArray()
    y = try rest.takeArray()
    input = rest
  }

  init(_ point: P256.PublicKey) {
    x = reversed(point.x)
    y = reversed(point.y)
  }

  /// Appends both coordinates.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.put(x)
    try output.put(y)
  }

  /// No key yet; not a point of the curve.
  static let zero = PairingPublicKey()

  private init() {
    x = .init(repeating: 0)
    y = .init(repeating: 0)
  }

  /// The key as a point of the curve; nil unless it lies on the curve.
  var point: P256.PublicKey? { P256.PublicKey(x: reversed(x), y: reversed(y)) }

  /// Whether both keys have the same x coordinate: then they are equal, or each is the inverse of the other. A peer
  /// that returns our x does not know the private key (CVE-2020-26558, CVE-2021-37577).
  func sharesX(with other: PairingPublicKey) -> Bool { x.span.isEqual(to: other.x.span) }

  /// Whether this is the key pair whose private key the specification publishes, or its mirror image.
  ///
  /// Core Spec 5.4, Vol 3, Part H, 2.3.5.6.1.
  var isDebugKey: Bool { x.span.isEqual(to: Self.debugX.span) }

  private static var debugX: [32 of UInt8] {
    [
      0xE6, 0x9D, 0x35, 0x0E, 0x48, 0x01, 0x03, 0xCC, 0xDB, 0xFD, 0xF4, 0xAC, 0x11, 0x91, 0xF4, 0xEF,
      0xB9, 0xA5, 0xF9, 0xE9, 0xA7, 0x83, 0x2C, 0x5E, 0x2C, 0xBE, 0x97, 0xF2, 0xD2, 0x03, 0xB0, 0x20,
    ]
  }
}

extension PairingPublicKey: Equatable {
  public static func == (one: PairingPublicKey, other: PairingPublicKey) -> Bool {
    one.x.span.isEqual(to: other.x.span) && one.y.span.isEqual(to: other.y.span)
  }
}
