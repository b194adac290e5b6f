internal import CBearSSL

/// The elliptic curve P-256 and the Diffie-Hellman key agreement on it.
///
/// All numbers are 32 octets, most significant first. NIST SP 800-186, 3.2.1.3; NIST SP 800-56A Rev. 3, 5.7.1.2.
public enum P256 {
  /// A point of the curve other than infinity: a public key that may be computed with.
  public struct PublicKey: Equatable, Sendable {
    public let x: [32 of UInt8]
    public let y: [32 of UInt8]

    /// Nil unless both coordinates are below the field's prime and lie on the curve. As the curve's group is of prime
    /// order, that is all there is to check (SP 800-56A Rev. 3, 5.6.2.3.3).
    public init?(x: [32 of UInt8], y: [32 of UInt8]) {
      guard isLess(x, than: fieldPrime), isLess(y, than: fieldPrime), isOnCurve(x, y) else { return nil }
      self.x = x
      self.y = y
    }

    fileprivate init(unchecked point: [64 of UInt8]) {
      (x, y) = split(point)
    }

    public static func == (one: PublicKey, other: PublicKey) -> Bool {
      isEqual(one.x, other.x) && isEqual(one.y, other.y)
    }
  }

  /// A private key: 1 to the group's order - 1. Wipe it after use.
  public struct PrivateKey: Sendable {
    private var scalar: [32 of UInt8]

    /// Returns nil if `octets` are out of range. One of 2^32 random values is: then draw again.
    public init?(_ octets: [32 of UInt8]) {
      guard isLess(octets, than: groupOrder), !isZero(octets) else { return nil }
      scalar = octets
    }

    private init() { scalar = .init(repeating: 0) }

    /// A key that was overwritten: it cannot be used.
    public static var wiped: PrivateKey { PrivateKey() }

    /// The public key that belongs to this private key.
    public var publicKey: PublicKey {
      var point: [64 of UInt8] = .init(repeating: 0)
      var octets = point.mutableSpan
      // Safe: the pointers are to 32 and 64 octets, as the function asks.
      let isComputed = unsafe octets.withUnsafeMutableBufferPointer { point in
        unsafe scalar.span.withUnsafeBufferPointer { scalar in
          unsafe belfry_p256_multiply_base(scalar.baseAddress, point.baseAddress)
        }
      }
      precondition(isComputed == 1)
      return PublicKey(unchecked: point)
    }

    /// The secret shared with the owner of `publicKey`: the x coordinate of the product. Wipe it after use.
    public func sharedSecret(with publicKey: PublicKey) -> [32 of UInt8] {
      var point = join(publicKey.x, publicKey.y)
      var octets = point.mutableSpan
      // Safe: the pointers are to 32 and 64 octets, as the function asks.
      let isValid = unsafe octets.withUnsafeMutableBufferPointer { point in
        unsafe scalar.span.withUnsafeBufferPointer { scalar in
          unsafe belfry_p256_multiply(scalar.baseAddress, point.baseAddress)
        }
      }
      // A `PublicKey` is on the curve, and the scalar is not a multiple of the order: the product is a point.
      precondition(isValid == 1)
      let (secret, _) = split(point)
      Cryptography.wipe(&point)
      return secret
    }

    /// Overwrites the key. It cannot be used afterwards.
    public mutating func wipe() { Cryptography.wipe(&scalar) }
  }

  /// p = 2^256 - 2^224 + 2^192 + 2^96 - 1.
  private static var fieldPrime: [32 of UInt8] {
    [
      0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
      0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    ]
  }

  private static var groupOrder: [32 of UInt8] {
    [
      0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
      0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]
  }
}

/// Whether one number is below another, in a time that does not depend on either.
private func isLess(_ one: [32 of UInt8], than other: [32 of UInt8]) -> Bool {
  var borrow: UInt32 = 0
  for index in (0..<32).reversed() {
    borrow = (UInt32(one[index]) &- UInt32(other[index]) &- borrow) >> 31
  }
  return borrow == 1
}

private func isZero(_ number: [32 of UInt8]) -> Bool {
  var any: UInt8 = 0
  for index in 0..<32 { any |= number[index] }
  return any == 0
}

private func isEqual(_ one: [32 of UInt8], _ other: [32 of UInt8]) -> Bool {
  var difference: UInt8 = 0
  for index in 0..<32 { difference |= one[index] ^ other[index] }
  return difference == 0
}

private func isOnCurve(_ x: [32 of UInt8], _ y: [32 of UInt8]) -> Bool {
  let point = join(x, y)
  // Safe: the pointer is to 64 octets, as the function asks.
  return unsafe point.span.withUnsafeBufferPointer { unsafe belfry_p256_is_on_curve($0.baseAddress) } == 1
}

private func join(_ x: [32 of UInt8], _ y: [32 of UInt8]) -> [64 of UInt8] {
  var point: [64 of UInt8] = .init(repeating: 0)
  for index in 0..<32 {
    point[index] = x[index]
    point[32 + index] = y[index]
  }
  return point
}

private func split(_ point: [64 of UInt8]) -> (x: [32 of UInt8], y: [32 of UInt8]) {
  var x: [32 of UInt8] = .init(repeating: 0)
  var y: [32 of UInt8] = .init(repeating: 0)
  for index in 0..<32 {
    x[index] = point[index]
    y[index] = point[32 + index]
  }
  return (x, y)
}
