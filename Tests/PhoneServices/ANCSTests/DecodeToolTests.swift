import Testing

@testable import belfry_ancs_decode

/// The example of the library: a recorded session as text.
@Suite struct DecodeToolTests {
  private let event: [UInt8] = [0, 0x22, 4, 1, 7, 0, 0, 0]
  private let command: [UInt8] = [0, 7, 0, 0, 0, 0, 1, 64, 0]
  private let reply = [0, 7, 0, 0, 0, 0, 3, 0, 0x61, 0x2E, 0x62, 1, 2, 0, 0xC3, 0xA9] as [UInt8]
  private let lines = [
    "added 7: social, 1 of them [important, bit5]", "attributes of 7:", "  appIdentifier: a.b", "  title: é",
  ]

  private func record(_ kind: UInt8, _ value: [UInt8]) -> [UInt8] { [kind, UInt8(value.count), 0] + value }

  private func text(_ values: [RecordedValue]) -> [String] {
    var decoder = Decoder()
    return values.flatMap { decoder.decode($0) }
  }

  @Test(arguments: 1..<16) func recordsBecomeText(_ cut: Int) throws {
    let file =
      record(1, event) + record(3, command) + record(2, Array(reply[..<cut])) + record(2, Array(reply[cut...]))
    #expect(text(try Recording.values(in: file)) == lines)
  }

  @Test func appsAndActionsArePrinted() throws {
    let app: [UInt8] = [1, 0x61, 0x2E, 0x62, 0, 0]
    let values: [RecordedValue] = [
      .command(app), .data([1, 0x61, 0x2E, 0x62, 0, 0, 1, 0, 0x42]), .command([2, 7, 0, 0, 0, 1]),
    ]
    #expect(text(values) == ["app a.b:", "  displayName: B", "action negative"])
  }

  @Test func anActionThatIsNotCompleteOrUnknownIsMalformed() {
    var decoder = Decoder()
    for command in [[2], [2, 1, 0, 0, 0, 7], [2, 1, 0, 0, 0], [2, 1, 0, 0, 0, 0, 0]] as [[UInt8]] {
      #expect(decoder.decode(.command(command)) == ["malformed: \(RecordedValue.command(command))"])
    }
    #expect(decoder.defects == 4)
  }

  @Test func noTextControlsTheTerminal() {
    let app: [UInt8] = [1, 0x1B, 0x5D, 0, 0]
    let values: [RecordedValue] = [.command(app), .data([1, 0x1B, 0x5D, 0, 0, 4, 0, 0x42, 0x0A, 0xC2, 0x9B])]
    #expect(text(values) == ["app \u{FFFD}]:", "  displayName: B\u{FFFD}\u{FFFD}"])
  }

  /// - Conformance: Attacks | text that reorders a line
  @Test func noTextReordersALine() {
    let marks = "\u{61C}\u{200E}\u{200F}\u{2028}\u{2029}\u{202A}\u{202E}\u{2066}\u{2069}"
    let name = Array("\(marks)é".utf8)
    let values: [RecordedValue] = [
      .command([1, 0x61, 0, 0]), .data([1, 0x61, 0, 0, UInt8(name.count), 0] + name),
    ]
    let shown = String(repeating: "\u{FFFD}", count: 9)
    #expect(text(values) == ["app a:", "  displayName: \(shown)é"])
  }

  @Test(arguments: [[1], [1, 8, 0, 0], [4, 0, 0], Array("btsnoop\0".utf8)] as [[UInt8]])
  func aDamagedFileIsRefused(_ octets: [UInt8]) {
    #expect(throws: Recording.Defect.self) { try Recording.values(in: octets) }
  }

  /// The watch requests this many octets of the message that the user reads.
  @Test func aMessageOf4088OctetsIsKeptWhole() {
    var decoder = Decoder()
    let message = [UInt8](repeating: 0x61, count: 4_088)
    #expect(decoder.decode(.command([0, 7, 0, 0, 0, 3, 0xF8, 0x0F])) == [])
    var lines: [String] = []
    let reply = [0, 7, 0, 0, 0, 3, 0xF8, 0x0F] + message
    for start in stride(from: 0, to: reply.count, by: 180) {
      lines += decoder.decode(.data(Array(reply[start..<min(start + 180, reply.count)])))
    }
    #expect(lines == ["attributes of 7:", "  message: \(String(repeating: "a", count: 4_088))"])
    #expect(decoder.defects == 0 && decoder.cuts == 0)
  }

  /// Some clients request the maximum that the field can hold.
  private let greedy: [UInt8] = [0, 7, 0, 0, 0, 0, 1, 0xFF, 0xFF, 2, 0xFF, 0xFF, 3, 0xFF, 0xFF, 4, 5, 6, 7]

  @Test func aCommandWithoutLimitsIsDecoded() {
    var decoder = Decoder()
    #expect(decoder.decode(.command(greedy)) == [])
    let reply: [UInt8] = [
      0, 7, 0, 0, 0, 0, 1, 0, 0x61, 1, 1, 0, 0x62, 2, 0, 0, 3, 1, 0, 0x63, 4, 1, 0, 0x31, 5, 0, 0, 6, 0, 0, 7, 0, 0,
    ]
    #expect(
      decoder.decode(.data(reply)) == [
        "attributes of 7:", "  appIdentifier: a", "  title: b", "  message: c", "  messageSize: 1",
      ])
    #expect(decoder.defects == 0 && decoder.cuts == 0)
  }

  @Test func aTextThatIsTooLongIsCutAndCounted() throws {
    let tooLong = [3, 0xF9, 0x0F] + [UInt8](repeating: 0x61, count: 4_089)
    let reply = [0, 7, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0] + tooLong + [4, 0, 0, 5, 0, 0, 6, 0, 0, 7, 0, 0]
    let count = [UInt8(reply.count & 0xFF), UInt8(reply.count >> 8)]
    var lines: [String] = []
    let status = try Tool.report(on: record(3, greedy) + [2] + count + reply) { lines.append($0) }
    let kept = String(repeating: "a", count: 4_088)
    #expect(lines == ["attributes of 7:", "  message: \(kept)…", "1 replies, 0 defects, 1 texts cut"])
    #expect(status == 0)
  }

  @Test func defectsGiveStatus1() throws {
    var lines: [String] = []
    #expect(try Tool.report(on: record(1, event)) { lines.append($0) } == 0)
    #expect(try Tool.report(on: record(2, reply)) { lines.append($0) } == 1)
    #expect(
      lines == [self.lines[0], "0 replies, 0 defects", "a fragment that belongs to nothing", "0 replies, 1 defects"])
  }

  /// A capture may lose a packet, or end in the middle of a reply.
  @Test func aReplyWithoutItsEndIsADefect() {
    var decoder = Decoder()
    let title = ["the reply lacks its end: attributes of 7"]
    #expect(decoder.decode(.command(command)) == [])
    // The phone may refuse a command, and then sends no reply.
    #expect(decoder.decode(.command(command)) == [] && decoder.defects == 0)
    #expect(decoder.decode(.data(Array(reply[..<12]))) == [])
    #expect(decoder.decode(.command(command)) == title && decoder.defects == 1)
    #expect(decoder.decode(.data(reply)).count == 3 && decoder.finish() == [])
    #expect(decoder.decode(.command(command)) + decoder.decode(.data(Array(reply[..<12]))) == [])
    #expect(decoder.finish() == title && decoder.defects == 2)
  }

  @Test func aRecordingWithoutValuesSaysSo() throws {
    var lines: [String] = []
    #expect(try Tool.report(on: []) { lines.append($0) } == 0)
    #expect(lines == ["no values of ANCS: record from before the phone connects", "0 replies, 0 defects"])
  }

  @Test func anEndlessAppIdentifierIsMalformed() {
    var decoder = Decoder()
    #expect(decoder.decode(.command([1] + [UInt8](repeating: 0x61, count: 40_000) + [0, 0])).count == 1)
    #expect(decoder.defects == 1)
  }

  @Test func malformedValuesAreCounted() {
    var decoder = Decoder()
    for octets in [[0, 7, 0, 0, 0], [0, 7, 0, 0, 0, 1, 64], [0, 7, 0, 0, 0, 8], [1, 0x61, 0], [9]] as [[UInt8]] {
      #expect(decoder.decode(.command(octets)).count == 1)
    }
    _ = decoder.decode(.source([1]))
    _ = decoder.decode(.data([1]))
    #expect(decoder.defects == 7)
  }
}
