import Octets
import Testing

@Suite struct OctetBlockTests {
  @Test func aRangeIsChangedWithoutTouchingTheRest() {
    var block = OctetBlock<12>()
    var middle = block.mutableSpan(4..<8)
    for index in middle.indices { middle[index] = UInt8(10 + index) }
    #expect(octets(block[0..<12]) == [0, 0, 0, 0, 10, 11, 12, 13, 0, 0, 0, 0])
    #expect(octets(block[5..<7]) == [11, 12])
  }

  @Test func aRangeMayBeEmptyOrReachTheEnd() {
    var block = OctetBlock<12>()
    var end = block.mutableSpan(11..<12)
    end[0] = 9
    #expect(octets(block[11..<12]) == [9])
    #expect(octets(block[12..<12]).isEmpty)
  }

  private func octets(_ span: Span<UInt8>) -> [UInt8] {
    var octets: [UInt8] = []
    for index in span.indices { octets.append(span[index]) }
    return octets
  }
}
