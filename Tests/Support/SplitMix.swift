/// A small generator of reproducible octets, for tests only. Steele et al., "Fast Splittable Pseudorandom Number
/// Generators", 2014.
public struct SplitMix {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func nextWord() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  public mutating func next() -> UInt8 { UInt8(truncatingIfNeeded: nextWord()) }

  /// A number in `range`.
  public mutating func next(in range: Range<Int>) -> Int {
    range.lowerBound + Int(nextWord() % UInt64(range.count))
  }

  public mutating func octets(_ count: Int) -> [UInt8] { (0..<count).map { _ in next() } }
}
