import Octets
import TestSupport
import Testing

@Suite struct OctetBufferTests {
  @Test func putAppendsWholeOrNothing() throws {
    var buffer = OctetBuffer<5>()
    try put([1, 2, 3], into: &buffer)
    #expect(throws: EncodeError.insufficientCapacity) { try put([4, 5, 6], into: &buffer) }
    #expect(buffer.span.list == [1, 2, 3])
    try put([4, 5], into: &buffer)
    #expect(throws: EncodeError.insufficientCapacity) { try buffer.put(6) }
    try put([], into: &buffer)
    #expect(buffer.span.list == [1, 2, 3, 4, 5])
    #expect(buffer.freeCapacity == 0)
  }

  @Test func removingFromTheFrontMovesTheRest() throws {
    var buffer = OctetBuffer<5>()
    try put([1, 2, 3, 4, 5], into: &buffer)
    buffer.removeFirst(2)
    #expect(buffer.span.list == [3, 4, 5])
    buffer.removeFirst(0)
    try buffer.put(6)
    #expect(buffer.span.list == [3, 4, 5, 6])
    buffer.removeFirst(4)
    #expect(buffer.isEmpty == true)
  }

  @Test func truncatingAndEmptyingKeepTheFront() throws {
    var buffer = OctetBuffer<5>()
    try put([1, 2, 3], into: &buffer)
    buffer.truncate(to: 3)
    buffer.truncate(to: 1)
    #expect(buffer.span.list == [1])
    buffer.removeAll()
    #expect(buffer.span.list == [])
    #expect(buffer.freeCapacity == 5)
  }

  @Test func appendedPartFollowsTheContents() throws {
    var buffer = OctetBuffer<6>()
    try buffer.put(1)
    try buffer.append { output throws(EncodeError) in
      try output.put(0x0302 as UInt16)
      try output.put(4 as UInt8)
    }
    #expect(buffer.span.list == [1, 2, 3, 4])
  }

  @Test func appendGetsTheFreePart() throws {
    var buffer = OctetBuffer<6>()
    try put([1, 2], into: &buffer)
    var free = 0
    buffer.append { output in free = output.freeCapacity }
    #expect(free == 4)
    #expect(buffer.count == 2)
  }

  @Test func failedAppendKeepsNothing() throws {
    var buffer = OctetBuffer<4>()
    try buffer.put(1)
    #expect(throws: EncodeError.insufficientCapacity) {
      try buffer.append { output throws(EncodeError) in
        try output.put(2 as UInt8)
        try output.put(0 as UInt32)
      }
    }
    #expect(buffer.span.list == [1])
  }

  @Test func mutableSpanCoversTheContents() throws {
    var buffer = OctetBuffer<4>()
    try put([1, 2], into: &buffer)
    var held = buffer.mutableSpan
    let count = held.count
    held[1] = 9
    #expect(count == 2)
    #expect(buffer.span.list == [1, 9])
  }

  private func put<let capacity: Int>(
    _ octets: [UInt8], into buffer: inout OctetBuffer<capacity>
  ) throws(EncodeError) {
    try buffer.put(octets.span)
  }
}
