import Octets
import Testing

@Suite struct OctetTableTests {
  @Test func aRowIsChangedWithoutTouchingTheOthers() {
    var table = OctetTable<3, 4>()
    var row = table.mutableRow(1)
    for index in row.indices { row[index] = UInt8(10 + index) }
    #expect(octets(table[0, 0..<4]) == [0, 0, 0, 0])
    #expect(octets(table[1, 0..<4]) == [10, 11, 12, 13])
    #expect(octets(table[1, 1..<3]) == [11, 12])
    #expect(octets(table[2, 0..<4]) == [0, 0, 0, 0])
  }

  @Test func theLastRowEndsWithTheTable() {
    var table = OctetTable<3, 4>()
    var row = table.mutableRow(2)
    row[3] = 9
    #expect(octets(table[2, 3..<4]) == [9])
    #expect(octets(table[2, 4..<4]).isEmpty)
  }

  private func octets(_ span: Span<UInt8>) -> [UInt8] {
    var octets: [UInt8] = []
    for index in span.indices { octets.append(span[index]) }
    return octets
  }
}
