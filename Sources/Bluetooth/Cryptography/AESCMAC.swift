/// The message authentication code AES-CMAC, computed over a message that is given piece by piece.
///
/// RFC 4493.
public struct AESCMAC {
  private var key: [16 of UInt8]
  /// The encrypted chain of all blocks before the pending one.
  private var chain: [16 of UInt8] = .init(repeating: 0)
  /// The last block, complete or not. The subkey for it is known only at the end.
  private var pending: [16 of UInt8] = .init(repeating: 0)
  private var pendingCount = 0

  public init(key: [16 of UInt8]) { self.key = key }

  /// Appends one octet to the message.
  public mutating func update(_ octet: UInt8) {
    if pendingCount == 16 {
      absorbPending()
      pendingCount = 0
    }
    pending[pendingCount] = octet
    pendingCount += 1
  }

  /// Appends `octets` to the message.
  @inline(never)  // Several callers: one copy is smaller.
  public mutating func update(_ octets: Span<UInt8>) {
    for index in octets.indices { update(octets[index]) }
  }

  /// The code of the message so far.
  public consuming func finalize() -> [16 of UInt8] {
    var subkey = Self.doubled(AES128.encrypt(.init(repeating: 0), key: key))
    if pendingCount < 16 {
      subkey = Self.doubled(subkey)
      pending[pendingCount] = 0x80
      for index in 0..<16 where index > pendingCount { pending[index] = 0 }
    }
    for index in 0..<16 { pending[index] ^= subkey[index] }
    absorbPending()
    wipe(&subkey)
    wipe(&key)
    return chain
  }

  @inline(never)  // Several callers: one copy is smaller.
  private mutating func absorbPending() {
    for index in 0..<16 { chain[index] ^= pending[index] }
    chain = AES128.encrypt(chain, key: key)
  }

  /// Twice `block` in the field of 2^128 elements, without a branch on its top bit (RFC 4493, 2.3).
  private static func doubled(_ block: [16 of UInt8]) -> [16 of UInt8] {
    var result = block
    for index in 0..<15 { result[index] = block[index] << 1 | block[index + 1] >> 7 }
    result[15] = block[15] << 1 ^ (0x87 & (0 &- block[0] >> 7))
    return result
  }
}
