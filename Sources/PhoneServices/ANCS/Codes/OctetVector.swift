internal import Octets

#if _pointerBitWidth(_64)
  /// 32 octets of a text: vector instructions of a 64-bit processor test all of them together.
  ///
  /// The compiler makes a few instructions of the operators below. It makes a loop over the elements of each `&+`, `^`
  /// and `|`, and a call of each `any`: look at the instructions after a change.
  struct OctetVector {
    /// The number of octets.
    static var count: Int { 32 }

    private let octets: SIMD32<UInt8>

    /// - Precondition: `count` octets begin at `position` in `text`.
    @inline(__always)
    init(_ text: Span<UInt8>, at position: Int) { octets = text.vector(at: position) }

    /// Whether the octets certainly contain no digit, as `OctetWord.haveNoDigit`.
    @inline(__always)
    var haveNoDigit: Bool {
      let areASCIIDigits = octets &- Self.each(0x30) .< Self.each(10)
      let areFromD8ToE0 = octets &- Self.each(0xD8) .< Self.each(9)
      let found = areASCIIDigits .| areFromD8ToE0 .| (octets .== Self.each(0xEF))
      // Safe: a mask of 32 octets has the size of four words, and all bits make a valid word.
      let words = unsafe unsafeBitCast(found, to: SIMD4<UInt64>.self)
      return words[0] | words[1] | words[2] | words[3] == 0
    }

    /// A vector of which each octet is `octet`.
    @inline(__always)
    private static func each(_ octet: UInt8) -> SIMD32<UInt8> { SIMD32(repeating: octet) }
  }
#endif
