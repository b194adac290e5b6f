import Octets
import Peripherals

/// Random octets that are the same in every run.
public struct SeededEntropy: EntropySource {
  private var generator: SeededGenerator

  public init(seed: UInt64 = 11) { generator = SeededGenerator(seed: seed) }

  public mutating func fill(_ octets: inout MutableSpan<UInt8>) {
    for index in octets.indices { octets[index] = UInt8.random(in: 0...255, using: &generator) }
  }
}
