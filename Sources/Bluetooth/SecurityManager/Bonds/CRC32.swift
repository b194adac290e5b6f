/// The cyclic redundancy check of 32 bits: finds every error of up to 32 bits in a row.
///
/// Polynomial 0x04C11DB7, reflected. IEEE 802.3, 3.2.9.
struct CRC32 {
  private var remainder: UInt32 = 0xFFFF_FFFF

  var value: UInt32 { ~remainder }

  mutating func update(_ octets: Span<UInt8>) {
    for index in octets.indices {
      remainder ^= UInt32(octets[index])
      for _ in 0..<8 { remainder = remainder >> 1 ^ (0xEDB8_8320 & (0 &- (remainder & 1))) }
    }
  }
}
