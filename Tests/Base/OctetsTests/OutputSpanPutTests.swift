import Octets
import Testing

@Suite struct OutputSpanPutTests {
  @Test func integersAreLittleEndian() {
    let (octets, error) = written(capacity: 15) { output throws(EncodeError) in
      try output.put(0x01 as UInt8)
      try output.put(0x0302 as UInt16)
      try output.put(0x8706_0504 as UInt32)
      try output.put(0xFF0E_0D0C_0B0A_0908 as UInt64)
    }
    #expect(error == nil)
    #expect(octets == [1, 2, 3, 4, 5, 6, 0x87, 8, 9, 10, 11, 12, 13, 14, 0xFF])
  }

  @Test func runsAreAppendedWhole() {
    let run: [UInt8] = [1, 2, 3]
    let array: [2 of UInt8] = [4, 5]
    let (octets, error) = written(capacity: 8) { output throws(EncodeError) in
      try output.put(run.span)
      try output.put(array)
      try output.put(text: "é!")
    }
    #expect(error == nil)
    #expect(octets == [1, 2, 3, 4, 5, 0xC3, 0xA9, 0x21])
  }

  /// Each write into every output that is smaller than it needs.
  @Test func valuesThatDoNotFitAreRefused() {
    let run: [UInt8] = [1, 2, 3]
    let array: [4 of UInt8] = .init(repeating: 9)
    refusal(below: 1) { output throws(EncodeError) in try output.put(0 as UInt8) }
    refusal(below: 2) { output throws(EncodeError) in try output.put(0 as UInt16) }
    refusal(below: 4) { output throws(EncodeError) in try output.put(0 as UInt32) }
    refusal(below: 8) { output throws(EncodeError) in try output.put(0 as UInt64) }
    refusal(below: 3) { output throws(EncodeError) in try output.put(run.span) }
    refusal(below: 4) { output throws(EncodeError) in try output.put(array) }
    refusal(below: 5) { output throws(EncodeError) in try output.put(text: "small") }
    refusal(below: 3) { output throws(EncodeError) in try output.put(decimal: 100) }
    refusal(below: 6) { output throws(EncodeError) in try output.put(decimal: 42, minimumDigits: 6) }
    refusal(below: 4) { output throws(EncodeError) in try output.put(hexadecimal: 0, digits: 4) }
  }

  @Test(arguments: [0, 9, 10, 42, 99_999, 1_000_000, UInt32.max])
  func decimalIsAsSwiftWritesIt(_ value: UInt32) {
    let (octets, _) = written(capacity: 10) { output throws(EncodeError) in try output.put(decimal: value) }
    #expect(String(decoding: octets, as: UTF8.self) == String(value))
  }

  @Test func decimalIsPaddedWithZeros() {
    #expect(text { output throws(EncodeError) in try output.put(decimal: 42_137, minimumDigits: 6) } == "042137")
    #expect(text { output throws(EncodeError) in try output.put(decimal: 1234, minimumDigits: 2) } == "1234")
    #expect(text { output throws(EncodeError) in try output.put(decimal: 0, minimumDigits: 0) } == "0")
  }

  @Test func hexadecimalHasTheDigitsAskedFor() {
    #expect(text { output throws(EncodeError) in try output.put(hexadecimal: 0x3C, digits: 2) } == "3c")
    #expect(text { output throws(EncodeError) in try output.put(hexadecimal: 0xABC_DEF0, digits: 8) } == "0abcdef0")
    #expect(text { output throws(EncodeError) in try output.put(hexadecimal: 0x1234, digits: 2) } == "34")
    #expect(text { output throws(EncodeError) in try output.put(hexadecimal: 0x1234, digits: 0) } == "")
  }

  private func text(_ body: (inout OutputSpan<UInt8>) throws(EncodeError) -> Void) -> String {
    String(decoding: written(capacity: 16, body).octets, as: UTF8.self)
  }

  private func refusal(
    below needed: Int, _ write: (inout OutputSpan<UInt8>) throws(EncodeError) -> Void,
    location: SourceLocation = #_sourceLocation
  ) {
    for capacity in 0..<needed {
      let (octets, error) = written(capacity: capacity, write)
      #expect(error == .insufficientCapacity, sourceLocation: location)
      #expect(octets == [], sourceLocation: location)
    }
    #expect(written(capacity: needed, write).error == nil, sourceLocation: location)
  }
}
