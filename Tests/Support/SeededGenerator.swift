/// Random numbers that are the same in every run (SplitMix64).
///
/// Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  public mutating func number(in range: Range<Int>) -> Int { Int.random(in: range, using: &self) }

  public mutating func number(below limit: Int) -> Int { number(in: 0..<limit) }

  public mutating func octet() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

  public mutating func octets(_ count: Int) -> [UInt8] { (0..<count).map { _ in octet() } }
}
