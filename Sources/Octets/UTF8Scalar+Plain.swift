// Plain text: printable ASCII and, of Han, U+4000 to U+9FFF, which most of what most text is made of. Nothing of it
// joins what stands beside it or runs to the left, and what it is needs no look into any table.

extension UTF8Scalar {
  /// How many octets the plain scalar at `index` takes; 0 if none begins there.
  ///
  /// - Precondition: `index` is inside.
  @inline(__always)
  public static func plainCount(at index: Int, of octets: Span<UInt8>) -> Int {
    let lead = octets[index]
    if lead &- 0x20 < 0x5F { return 1 }
    guard mayBeginPlain(lead), index &+ 2 < octets.count else { return 0 }
    return octets[index &+ 1] & 0xC0 == 0x80 && octets[index &+ 2] & 0xC0 == 0x80 ? 3 : 0
  }

  /// Whether what begins so is plain, if it is well-formed.
  @inline(__always)
  private static func mayBeginPlain(_ lead: UInt8) -> Bool { lead &- 0x20 < 0x5F || lead &- 0xE4 <= 5 }

  /// Takes the scalar at `index` of a text all of which is plain.
  ///
  /// - Precondition: `index` is inside.
  @inline(__always)
  public init(plain octets: Span<UInt8>, at index: inout Int) {
    let lead = UInt32(octets[index])
    guard lead >= 0x80 else {
      index &+= 1
      self.init(unchecked: lead)
      return
    }
    let (second, third) = (UInt32(octets[index &+ 1] & 0x3F), UInt32(octets[index &+ 2] & 0x3F))
    index &+= 3
    self.init(unchecked: (lead & 0x0F) << 12 | second << 6 | third)
  }

  /// Takes the scalar at `index` if it is plain and so is what follows it, if something does: then nothing joins it.
  @inline(__always)
  public init?(plainAt index: inout Int, of octets: Span<UInt8>) {
    guard index < octets.count else { return nil }
    let count = Self.plainCount(at: index, of: octets)
    let end = index &+ count
    guard count > 0, end >= octets.count || Self.mayBeginPlain(octets[end]) else { return nil }
    self.init(plain: octets, at: &index)
  }
}
