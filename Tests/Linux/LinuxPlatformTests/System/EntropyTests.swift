import LinuxSupport
import Peripherals
import TestSupport
import Testing

@testable import LinuxPlatform

@Suite struct EntropyTests {
  @Test func fillsAllOctetsDifferentlyEachTime() {
    var entropy = Entropy()
    let one: [64 of UInt8] = entropy.randomOctets()
    let other: [64 of UInt8] = entropy.randomOctets()
    #expect(one.span.array != other.span.array)
    #expect(one.span.array.suffix(32) != [UInt8](repeating: 0, count: 32)[...])
  }

  @Test func takesAnEmptySpan() {
    var entropy = Entropy()
    var nothing: [UInt8] = []
    var span = nothing.mutableSpan
    entropy.fill(&span)
    #expect(span.count == 0)
  }
}
