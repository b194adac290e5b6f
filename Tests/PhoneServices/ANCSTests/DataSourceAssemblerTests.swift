import ANCS
import Octets
import TestSupport
import Testing

/// An assembler with its slot.
struct Assembly {
  var assembler = DataSourceAssembler()
  var slot = [UInt8](repeating: 0xA5, count: TextSlot.count)

  init(_ request: AttributeRequest, header: [UInt8]) {
    var octets = slot
    var span = octets.mutableSpan
    assembler.expect(request, header: header.span, in: &span)
    slot = octets
  }

  mutating func receive(_ fragment: [UInt8]) -> DataSourceAssembler.Progress {
    var octets = slot
    var span = octets.mutableSpan
    let progress = assembler.receive(fragment.span, into: &span)
    slot = octets
    return progress
  }

  subscript(id: NotificationAttributeID) -> [UInt8] {
    let range = assembler.texts[id]
    return Array(slot[range.octets])
  }

  /// The values by attribute.
  func values(_ ids: [NotificationAttributeID]) -> [[UInt8]] { ids.map { self[$0] } }
}

@Suite struct DataSourceAssemblerTests {
  static let ids: [NotificationAttributeID] = [
    .appIdentifier, .title, .subtitle, .message, .messageSize, .date, .positiveActionLabel, .negativeActionLabel,
  ]
  static let header: [UInt8] = [0, 7, 0, 0, 0]
  static let values: [[UInt8]] = [
    "com.tencent.xin", "微信 👍🏽", "", "今天晚上七点一起吃饭吗?", "33", "20261120T231200", "", "Clear",
  ].map { Array($0.utf8) }

  private let everything = AttributeRequest.everything(flags: .positiveAction.union(.negativeAction))
  private var reply: [UInt8] { Self.reply(Self.values) }

  static func reply(_ values: [[UInt8]]) -> [UInt8] {
    header + values.enumerated().flatMap { tuple(UInt8($0.offset), $0.element) }
  }

  @Test func aReplyInOneFragmentIsWhole() {
    var assembly = Assembly(everything, header: Self.header)
    #expect(assembly.receive(reply) == .complete)
    #expect(assembly.values(Self.ids) == Self.values)
  }

  /// - Conformance: ANCS | reply split anywhere
  @Test func aReplyCutAtAnyOctetGivesTheSame() {
    for cut in 1..<reply.count {
      var assembly = Assembly(everything, header: Self.header)
      #expect(assembly.receive(Array(reply[..<cut])) == .incomplete)
      #expect(assembly.receive(Array(reply[cut...])) == .complete)
      #expect(assembly.values(Self.ids) == Self.values)
    }
  }

  @Test(arguments: 1...20) func fragmentsOfAnyLengthGiveTheSame(_ length: Int) {
    var assembly = Assembly(everything, header: Self.header)
    for start in stride(from: 0, to: reply.count, by: length) {
      let end = min(start + length, reply.count)
      #expect(assembly.receive(Array(reply[start..<end])) == (end == reply.count ? .complete : .incomplete))
    }
    #expect(assembly.values(Self.ids) == Self.values)
  }

  /// - Conformance: ANCS | attribute lengths
  @Test func absentAttributesAloneAreAWholeReply() {
    var assembly = Assembly(everything, header: Self.header)
    #expect(assembly.receive(Self.reply(.init(repeating: [], count: 8))) == .complete)
    #expect(assembly.values(Self.ids) == .init(repeating: [], count: 8))
  }

  @Test func octetsBehindTheLastTupleAreIgnored() {
    var assembly = Assembly(everything, header: Self.header)
    #expect(assembly.receive(reply + [1, 2, 3]) == .complete)
    #expect(assembly.receive([0, 7, 0, 0, 0]) == .stale)
    #expect(assembly.values(Self.ids) == Self.values)
  }

  // MARK: Stale replies

  /// - Conformance: ANCS | data for another command
  @Test func aReplyToAnotherCommandIsNotCredited() {
    var assembly = Assembly(everything, header: Self.header)
    #expect(assembly.receive([0, 6, 0, 0, 0] + reply.dropFirst(5)) == .stale)
    #expect(assembly.receive([1] + reply.dropFirst(1)) == .stale)
    #expect(assembly.receive(Array("the rest of some text".utf8)) == .stale)
    #expect(assembly.receive(reply) == .complete)
    #expect(assembly.values(Self.ids) == Self.values)
  }

  @Test(arguments: 1...4) func aStaleReplyInTinyFragmentsIsNotCredited(_ length: Int) {
    var assembly = Assembly(everything, header: Self.header)
    let stale: [UInt8] = [0, 6, 0, 0, 0, 0, 3, 0, 0x61, 0x2E, 0x62, 1, 0, 0]
    for start in stride(from: 0, to: stale.count, by: length) {
      _ = assembly.receive(Array(stale[start..<min(start + length, stale.count)]))
    }
    for index in reply.indices {
      #expect(assembly.receive([reply[index]]) == (index == reply.count - 1 ? .complete : .incomplete))
    }
    #expect(assembly.values(Self.ids) == Self.values)
  }

  /// The end of the stale reply looks like the start of the expected one.
  @Test func aStaleEndThatBeginsLikeOurHeaderIsGivenUp() {
    var assembly = Assembly(everything, header: Self.header)
    #expect(assembly.receive([0, 7]) == .incomplete)
    #expect(assembly.receive(reply) == .complete)
    #expect(assembly.values(Self.ids) == Self.values)
  }

  @Test func withoutACommandEverythingIsStale() {
    var assembly = Assembly(everything, header: Self.header)
    assembly.assembler.stop()
    #expect(assembly.receive(reply) == .stale)
    #expect(assembly.receive([]) == .stale)
  }

  // MARK: Overlong values

  /// - Conformance: ANCS | attribute lengths
  @Test(arguments: [1, 3, 20, 182, 514, 4_000])
  func octetsBeyondAMaximumAreCountedAndDropped(_ length: Int) {
    var values = Self.values
    values[0] = Array("com.example.".utf8) + [UInt8](repeating: 0x61, count: 300)
    values[3] = [UInt8](repeating: 0x62, count: 2_000)
    values[7] = [UInt8](repeating: 0x63, count: 65_535)
    let reply = Self.reply(values)
    var assembly = Assembly(everything, header: Self.header)
    for start in stride(from: 0, to: reply.count, by: length) {
      let end = min(start + length, reply.count)
      #expect(assembly.receive(Array(reply[start..<end])) == (end == reply.count ? .complete : .incomplete))
    }
    values[0] = Array(values[0].prefix(128))
    values[3] = Array(values[3].prefix(512))
    values[7] = Array(values[7].prefix(48))
    #expect(assembly.values(Self.ids) == values)
    #expect(assembly.assembler.texts[.message].isCut)
    #expect(!assembly.assembler.texts[.title].isCut)
  }

  /// - Conformance: ANCS | attribute lengths
  @Test func aDeclaredLengthReservesNothing() {
    var assembly = Assembly(everything, header: Self.header)
    #expect(assembly.receive(Self.header + [0, 0xFF, 0xFF, 0x61, 0x62]) == .incomplete)
    assembly.assembler.stop()
    #expect(assembly[.appIdentifier] == [0x61, 0x62])
    #expect(assembly.assembler.texts[.appIdentifier].isCut)
  }

  // MARK: Malformed replies

  @Test func anAttributeThatWasNotAskedForEndsTheReply() {
    var assembly = Assembly(everything, header: Self.header)
    #expect(assembly.receive(Self.header + tuple(0, [0x61]) + tuple(2, [0x62])) == .malformed)
    #expect(assembly[.appIdentifier] == [0x61])
    #expect(assembly.receive(reply) == .stale)
  }

  // MARK: Against another decoder

  /// A slow, simple decoder that collects the whole reply first.
  struct ReferenceDecoder {
    var octets: [UInt8] = []
    let maxima: [Int]

    /// The values if the reply is complete, cut to their maximum lengths.
    var values: [[UInt8]]? {
      guard octets.starts(with: DataSourceAssemblerTests.header) else { return nil }
      var rest = octets.dropFirst(5)
      var values: [[UInt8]] = []
      for id in 0..<8 {
        guard rest.count >= 3, rest.removeFirst() == UInt8(id) else { return nil }
        let length = Int(rest.removeFirst()) + 256 * Int(rest.removeFirst())
        guard rest.count >= length else { return nil }
        values.append(Array(rest.prefix(length).prefix(maxima[id])))
        rest = rest.dropFirst(length)
      }
      return values
    }
  }

  @Test func randomRepliesInRandomFragmentsAgreeWithTheReference() {
    var random = SeededGenerator(seed: 20_261_120)
    let maxima = [128, 88, 128, 512, 10, 20, 48, 48]
    for _ in 0..<2_000 {
      let values = maxima.map { maximum in
        let length = Int.random(in: 0...(Bool.random(using: &random) ? 8 : maximum * 3 / 2), using: &random)
        return (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      var rest = Self.reply(values)[...]
      var assembly = Assembly(everything, header: Self.header)
      var reference = ReferenceDecoder(maxima: maxima)
      while !rest.isEmpty {
        let fragment = Array(rest.prefix(Int.random(in: 1...200, using: &random)))
        rest = rest.dropFirst(fragment.count)
        reference.octets += fragment
        let progress = assembly.receive(fragment)
        #expect(progress == (reference.values == nil ? .incomplete : .complete))
      }
      #expect(assembly.values(Self.ids) == reference.values)
    }
  }

  @Test func randomOctetsNeverTrap() {
    var random = SeededGenerator(seed: 5)
    for round in 0..<20_000 {
      var assembly = Assembly(everything, header: Self.header)
      var octets = round % 2 == 0 ? Self.header : []
      let count = Int.random(in: 0...400, using: &random)
      octets += (0..<count).map { _ in UInt8.random(in: 0...(round % 3 == 0 ? 255 : 8), using: &random) }
      var rest = octets[...]
      while !rest.isEmpty {
        let fragment = rest.prefix(Int.random(in: 1...60, using: &random))
        rest = rest.dropFirst(fragment.count)
        _ = assembly.receive(Array(fragment))
      }
      assembly.assembler.stop()
      for id in Self.ids { #expect(assembly[id].count <= 512) }
    }
  }
}
