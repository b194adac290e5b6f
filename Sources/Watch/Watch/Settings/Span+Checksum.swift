extension Span<UInt8> {
  /// The checksum of a stored record: FNV-1a with 32 bits.
  var fnv1a: UInt32 {
    var sum: UInt32 = 0x811C_9DC5
    for index in indices { sum = (sum ^ UInt32(self[index])) &* 0x0100_0193 }
    return sum
  }
}
