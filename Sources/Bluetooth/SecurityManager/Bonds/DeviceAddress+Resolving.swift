public import Identifiers

// Private addresses: a random part and its hash under a key that only bonded devices know.
//
//     | hash: 3 | prand: 3, most significant bits 0b01 |
//
// Core Spec 5.4, Vol 6, Part B, 1.3.2.2 and 1.3.2.3.

extension DeviceAddress {
  /// A resolvable private address of the owner of `key`.
  ///
  /// Nil if the 22 bits that count of `randomness` are all 0 or all 1, which the specification forbids: draw again.
  public init?(resolvableWith key: Value128, randomness: [3 of UInt8]) {
    var prand = randomness
    prand[2] = prand[2] & 0x3F | 0x40
    let isUniform = prand[0] == prand[1] && (prand[0] == 0 && prand[2] == 0x40 || prand[0] == 0xFF && prand[2] == 0x7F)
    guard !isUniform else { return nil }
    let hash = Toolbox.ah(k: key, r: prand)
    self.init(kind: .random, octets: [hash[0], hash[1], hash[2], prand[0], prand[1], prand[2]])
  }

  /// Whether this is a resolvable private address made with `key`.
  public func isResolved(by key: Value128) -> Bool {
    guard isResolvablePrivate else { return false }
    let hash = Toolbox.ah(k: key, r: [octets[3], octets[4], octets[5]])
    return hash[0] == octets[0] && hash[1] == octets[1] && hash[2] == octets[2]
  }

  /// Whether the address identifies its device permanently: a public or a static random address.
  var isIdentity: Bool { kind == .public || isStaticRandom }
}
