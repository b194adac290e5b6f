internal import Octets

#if _pointerBitWidth(_64)
  /// 64 octets of a text: vector instructions of a 64-bit processor test all of them together.
  ///
  /// The compiler makes a few instructions of the operators below. It makes a loop over the elements of each `&+`, `^`
  /// and `|`, and of `replacing` for more than 16 octets, and a call of each `any`: look at the instructions after a
  /// change.
  struct OctetVector {
    /// The number of octets.
    static var count: Int { 64 }
    /// The number of octets that a text must have.
    static var leastCount: Int { 32 }

    private typealias Quarter = SIMD16<UInt8>

    private let halves: (SIMD32<UInt8>, SIMD32<UInt8>)

    /// The octets from `start` on. If the text ends before, its last 32 octets stand for the missing ones.
    ///
    /// - Precondition: the text has at least `leastCount` octets, and `start` is in it.
    @inline(__always)
    init(_ text: Span<UInt8>, at start: Int) {
      let last = text.count &- Self.leastCount
      halves = (text.vector(at: min(start, last)), text.vector(at: min(start &+ Self.leastCount, last)))
    }

    /// Whether the octets certainly contain no digit: none is an ASCII digit, or may begin a digit beyond ASCII.
    ///
    /// The least of some differences is below a limit if any of them is.
    @inline(__always)
    var haveNoDigit: Bool {
      let (one, two, three, four) = (halves.0.lowHalf, halves.0.highHalf, halves.1.lowHalf, halves.1.highHalf)
      let (digit, lead, last) = (Self.each(0x30), Self.each(0xD8), Self.each(0xEF))
      let fromDigit = Self.lesser(
        Self.lesser(one &- digit, two &- digit), Self.lesser(three &- digit, four &- digit))
      let fromLead = Self.lesser(Self.lesser(one &- lead, two &- lead), Self.lesser(three &- lead, four &- lead))
      let areEF = (one .== last) .| (two .== last) .| (three .== last) .| (four .== last)
      // 10 digits, and 9 octets that may begin a digit.
      let found = (fromDigit .< Self.each(10)) .| (fromLead .< Self.each(9)) .| areEF
      // Safe: a mask of 16 octets has the size of two words, and all bits make a valid word.
      let words = unsafe unsafeBitCast(found, to: SIMD2<UInt64>.self)
      return words[0] | words[1] == 0
    }

    @inline(__always)
    private static func lesser(_ one: Quarter, _ other: Quarter) -> Quarter {
      one.replacing(with: other, where: other .< one)
    }

    /// A quarter of which each octet is `octet`.
    @inline(__always)
    private static func each(_ octet: UInt8) -> Quarter { Quarter(repeating: octet) }
  }
#endif
