import Octets
import Testing

@Suite struct StaticStringSpanTests {
  @Test func spanHoldsTheLiteralsOctets() {
    let span = ("Grüße, 你好" as StaticString).utf8Span
    let octets = span.indices.map { span[$0] }
    #expect(octets == Array("Grüße, 你好".utf8))
  }

  @Test func emptyLiteralIsAnEmptySpan() {
    let count = ("" as StaticString).utf8Span.count
    #expect(count == 0)
  }

  @Test func literalOfOneCharacterIsOne() {
    let span = ("a" as StaticString).utf8Span
    let octets = span.indices.map { span[$0] }
    #expect(octets == [0x61])
  }
}
