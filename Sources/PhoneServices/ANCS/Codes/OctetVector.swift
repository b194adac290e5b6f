internal import Octets

#if _pointerBitWidth(_64)
  /// 64 octets of a text: vector instructions of a 64-bit processor test all of them together.
  ///
  /// The compiler makes a few instructions of the operators below. It makes a loop over the elements of each `&+`, `^`
  /// and `|`, and of `replacing` for more than 16 octets, and a call of each `any`: look at the instructions after a
  /// change.
  struct OctetVectors {
    /// The number of octets.
    static var count: Int { 64 }
    /// The number of octets that a text must have.
    static var leastCount: Int { 32 }

    private let halves: (SIMD32<UInt8>, SIMD32<UInt8>)

    /// The octets from `start` on. If the text ends before, its last 32 octets stand for the missing ones.
    ///
    /// - Precondition: the text has at least `leastCount` octets, and `start` is in it.
    @inline(__always)
    init(_ text: Span<UInt8>, at start: Int) {
      let last = text.count &- Self.leastCount
      halves = (text.vector(at: min(start, last)), text.vector(at: min(start &+ Self.leastCount, last)))
    }

    /// Whether the octets certainly contain no digit.
    @inline(__always)
    var haveNoDigit: Bool {
      let first = DigitSearch(halves.0.lowHalf).joined(with: DigitSearch(halves.0.highHalf))
      let second = DigitSearch(halves.1.lowHalf).joined(with: DigitSearch(halves.1.highHalf))
      return first.joined(with: second).hasNoDigit
    }
  }

  /// 16 octets of a text.
  struct OctetVector {
    /// The number of octets.
    static var count: Int { 16 }

    private let octets: SIMD16<UInt8>

    /// The octets from `start` on; the last 16 octets if the text ends before.
    ///
    /// - Precondition: the text has at least `count` octets, and `start` is in it.
    @inline(__always)
    init(_ text: Span<UInt8>, at start: Int) { octets = text.vector(at: min(start, text.count &- Self.count)) }

    /// Whether the octets certainly contain no digit.
    @inline(__always)
    var haveNoDigit: Bool { DigitSearch(octets).hasNoDigit }
  }

  /// The search for a digit in vectors of 16 octets: for an ASCII digit, or an octet that may begin a digit beyond
  /// ASCII.
  ///
  /// The least of some differences is below a limit if any of them is.
  private struct DigitSearch {
    private var fromDigit: SIMD16<UInt8>
    private var fromLead: SIMD16<UInt8>
    private var areEF: SIMDMask<SIMD16<Int8>>

    @inline(__always)
    init(_ octets: SIMD16<UInt8>) {
      fromDigit = octets &- Self.each(0x30)
      fromLead = octets &- Self.each(0xD8)
      areEF = (octets .== Self.each(0xEF))
    }

    /// The search in the vectors of both.
    @inline(__always)
    func joined(with other: DigitSearch) -> DigitSearch {
      var both = self
      both.fromDigit.replace(with: other.fromDigit, where: other.fromDigit .< fromDigit)
      both.fromLead.replace(with: other.fromLead, where: other.fromLead .< fromLead)
      both.areEF .|= other.areEF
      return both
    }

    @inline(__always)
    var hasNoDigit: Bool {
      // 10 digits, and 9 octets that may begin a digit.
      let found = (fromDigit .< Self.each(10)) .| (fromLead .< Self.each(9)) .| areEF
      // Safe: a mask of 16 octets has the size of two words, and all bits make a valid word.
      let words = unsafe unsafeBitCast(found, to: SIMD2<UInt64>.self)
      return words[0] | words[1] == 0
    }

    /// A vector of which each octet is `octet`.
    @inline(__always)
    private static func each(_ octet: UInt8) -> SIMD16<UInt8> { SIMD16(repeating: octet) }
  }
#endif
