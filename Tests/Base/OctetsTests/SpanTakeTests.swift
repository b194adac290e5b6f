import Octets
import TestSupport
import Testing

@Suite struct SpanTakeTests {
  private let octets: [UInt8] = [0x01, 0x82, 0x03, 0x84, 0x05, 0x06, 0x07, 0xF8, 0x09]

  @Test func integersAreLittleEndian() throws {
    var span = octets.span
    #expect(try span.takeUInt8() == 0x01)
    #expect(try span.takeInt8() == -126)
    #expect(try span.takeUInt16() == 0x8403)
    #expect(try span.takeUInt32() == 0xF807_0605)
    #expect(span.count == 1)

    var whole = octets.span
    #expect(try whole.takeUInt64() == 0xF807_0605_8403_8201)
    #expect(whole.list == [0x09])
  }

  @Test func partsFollowEachOther() throws {
    var span = octets.span
    let first = try span.take(3)
    #expect(first.list == [0x01, 0x82, 0x03])
    let second: [2 of UInt8] = try span.takeArray()
    #expect(second.span.list == [0x84, 0x05])
    #expect((try span.take(0)).list == [])
    #expect(span.list == [0x06, 0x07, 0xF8, 0x09])
  }

  /// Each read from every input that is shorter than it needs.
  @Test func shortInputIsRefusedAndLeftAlone() {
    refusal(below: 1) { span throws(DecodeError) in _ = try span.takeUInt8() }
    refusal(below: 1) { span throws(DecodeError) in _ = try span.takeInt8() }
    refusal(below: 2) { span throws(DecodeError) in _ = try span.takeUInt16() }
    refusal(below: 4) { span throws(DecodeError) in _ = try span.takeUInt32() }
    refusal(below: 8) { span throws(DecodeError) in _ = try span.takeUInt64() }
    refusal(below: 5) { span throws(DecodeError) in _ = try span.take(5) }
    refusal(below: 9) { span throws(DecodeError) in let _: [9 of UInt8] = try span.takeArray() }
    refusal(below: 9) { span throws(DecodeError) in _ = try span.take(-1) }
    refusal(below: 9) { span throws(DecodeError) in _ = try span.take(Int.max) }
  }

  @Test func equalityIsOfLengthAndEveryOctet() {
    #expect(areEqual(octets, octets))
    #expect(areEqual([], []))
    #expect(!areEqual(octets, octets.dropLast()))
    for index in octets.indices {
      var other = octets
      other[index] ^= 0x80
      #expect(!areEqual(octets, other))
    }
  }

  private func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool { one.span.isEqual(to: other.span) }

  private func refusal(
    below needed: Int, _ read: (inout Span<UInt8>) throws(DecodeError) -> Void,
    location: SourceLocation = #_sourceLocation
  ) {
    for count in 0..<needed {
      var span = octets.span.extracting(first: count)
      do throws(DecodeError) {
        try read(&span)
        Issue.record("\(count) octets were enough", sourceLocation: location)
      } catch {
        #expect(error == .truncated, sourceLocation: location)
      }
      #expect(span.list == Array(octets.prefix(count)), sourceLocation: location)
    }
  }

  @Test func wordIsReadOnlyInsideTheSpan() async {
    let size = UInt.bitWidth / 8
    let octets = (0...UInt8(size)).map { $0 }
    #expect(UInt(littleEndian: octets.span.word(at: 1)) >> UInt(UInt.bitWidth - 8) == UInt(size))
    await #expect(processExitsWith: .failure) { _ = Self.word(at: 2) }
    await #expect(processExitsWith: .failure) { _ = Self.word(at: -1) }
    await #expect(processExitsWith: .failure) { _ = Self.word(at: .max) }
    await #expect(processExitsWith: .failure) { _ = Self.word(at: 0, ofCount: 1) }
  }

  /// A word of a span that is one octet longer than a word, or `count` octets long.
  private static func word(at position: Int, ofCount count: Int = UInt.bitWidth / 8 + 1) -> UInt {
    let octets = [UInt8](repeating: 1, count: count)
    return octets.span.word(at: position)
  }
}
