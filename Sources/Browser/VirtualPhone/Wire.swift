/// A number as on the wire, least significant octet first.
func wire(_ value: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)] }

func wire(_ value: UInt32) -> [UInt8] {
  wire(UInt16(truncatingIfNeeded: value)) + wire(UInt16(truncatingIfNeeded: value >> 16))
}

extension [UInt8] {
  /// The 16-bit number at `offset`.
  ///
  /// - Precondition: there is one.
  func number(at offset: Int) -> UInt16 { UInt16(self[offset]) | UInt16(self[offset + 1]) << 8 }

  /// The 32-bit number at `offset`.
  ///
  /// - Precondition: there is one.
  func longNumber(at offset: Int) -> UInt32 {
    UInt32(number(at: offset)) | UInt32(number(at: offset + 2)) << 16
  }

  /// Whether the octets from `offset` on begin with `other`.
  func matches(_ other: [UInt8], at offset: Int = 0) -> Bool {
    guard count >= offset + other.count else { return false }
    for index in other.indices where self[offset + index] != other[index] { return false }
    return true
  }
}
