import L2CAP
import Octets
import TestSupport
import Testing

@Suite struct FrameTests {
  @Test func frameIsLengthChannelAndPayload() {
    let frame = output { try? $0.putFrame(on: .attribute, payload: octets(hex: "0a 03 00").span) }
    #expect(frame.hex == "03 00 04 00 0a 03 00")
  }

  @Test func lengthIsFilledInOnceThePayloadIsThere() throws {
    let frame = try output { output in
      try output.put(UInt8(0x02))
      let start = try output.beginFrame(on: .securityManager)
      try output.put(UInt16(0x0805))
      let isFrame = output.endFrame(start)
      #expect(isFrame)
    }
    #expect(frame.hex == "02 02 00 06 00 05 08")
  }

  @Test func frameWithoutPayloadIsTakenBack() throws {
    let frame = try output { output in
      let start = try output.beginFrame(on: .attribute)
      let isFrame = output.endFrame(start)
      #expect(!isFrame)
    }
    #expect(frame.isEmpty)
  }

  @Test func frameThatDoesNotFitLeavesTheOutputUnchanged() {
    let payload: [UInt8] = [1, 2, 3]
    let frame = output(capacity: 6) { output in
      #expect(throws: EncodeError.insufficientCapacity) { try output.putFrame(on: .attribute, payload: payload.span) }
    }
    #expect(frame.isEmpty)
  }

  @Test(arguments: 0..<4) func cutHeaderIsRefusedAndTheSpanKept(count: Int) {
    let cut = Array(octets(hex: "03 00 04 00")[..<count])
    var span = cut.span
    #expect(throws: DecodeError.truncated) { try FrameHeader(decoding: &span) }
    #expect(span.count == count)
  }
}
