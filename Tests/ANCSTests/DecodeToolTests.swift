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

  @Test func aCaptureBecomesTheSameText() throws {
    // The three characteristics of ANCS, as a discovery finds them.
    let source: [UInt8] = [
      0xBD, 0x1D, 0xA2, 0x99, 0xE6, 0x25, 0x58, 0x8C, 0xD9, 0x42, 0x01, 0x63, 0x0D, 0x12, 0xBF, 0x9F,
    ]
    let point: [UInt8] = [
      0xD9, 0xD9, 0xAA, 0xFD, 0xBD, 0x9B, 0x21, 0x98, 0xA8, 0x49, 0xE1, 0x45, 0xF3, 0xD8, 0xD1, 0x69,
    ]
    let data: [UInt8] = [
      0xFB, 0x7B, 0x7C, 0xCE, 0x6A, 0xB3, 0x44, 0xBE, 0xB5, 0x4B, 0xD6, 0x24, 0xE9, 0xC6, 0xEA, 0x22,
    ]
    let found = [0x09, 21, 1, 0, 0x10, 2, 0] + source + [4, 0, 0x08, 5, 0] + point + [6, 0, 0x10, 7, 0] + data
    var file = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 3, 0xEA]
    file += packets(found, isReceived: true) + packets([0x1B, 2, 0] + event, isReceived: true)
    file += packets([0x12, 5, 0] + command, isReceived: false) + packets([0x13], isReceived: true)
    file += packets([0x1B, 7, 0] + reply, isReceived: true) + packets([0x1B, 9, 0] + reply, isReceived: true)
    #expect(text(try Recording.values(in: file)) == lines)
  }

  /// One ATT PDU in two fragments.
  private func packets(_ pdu: [UInt8], isReceived: Bool) -> [UInt8] {
    let frame: [UInt8] = [UInt8(pdu.count), 0, 4, 0] + pdu
    let first = packet(flags: isReceived ? 0x20 : 0x00, Array(frame[..<5]), isReceived)
    return first + packet(flags: 0x10, Array(frame[5...]), isReceived)
  }

  private func packet(flags: UInt8, _ fragment: [UInt8], _ isReceived: Bool) -> [UInt8] {
    let packet: [UInt8] = [2, 0x40, flags, UInt8(fragment.count), 0] + fragment
    let length: [UInt8] = [0, 0, 0, UInt8(packet.count)]
    let direction: [UInt8] = [0, 0, 0, isReceived ? 1 : 0]
    return length + length + direction + [UInt8](repeating: 0, count: 12) + packet
  }

  @Test func appsAndActionsAreTold() throws {
    let app: [UInt8] = [1, 0x61, 0x2E, 0x62, 0, 0]
    let values: [RecordedValue] = [
      .command(app), .data([1, 0x61, 0x2E, 0x62, 0, 0, 1, 0, 0x42]), .command([2, 7, 0, 0, 0, 1]),
    ]
    #expect(text(values) == ["app a.b:", "  displayName: B", "action negative"])
  }

  @Test func nothingSteersTheTerminal() {
    let app: [UInt8] = [1, 0x1B, 0x5D, 0, 0]
    let values: [RecordedValue] = [.command(app), .data([1, 0x1B, 0x5D, 0, 0, 4, 0, 0x42, 0x0A, 0xC2, 0x9B])]
    #expect(text(values) == ["app \u{FFFD}]:", "  displayName: B\u{FFFD}\u{FFFD}"])
  }

  @Test(arguments: [[1], [1, 8, 0, 0], [4, 0, 0], Array("btsnoop\0".utf8)] as [[UInt8]])
  func aDamagedFileIsRefused(_ octets: [UInt8]) {
    #expect(throws: Recording.Defect.self) { try Recording.values(in: octets) }
  }

  @Test func whatIsMalformedIsCounted() {
    var decoder = Decoder()
    for octets in [[0, 7, 0, 0, 0], [0, 7, 0, 0, 0, 1, 64], [0, 7, 0, 0, 0, 8], [1, 0x61, 0], [9]] as [[UInt8]] {
      #expect(decoder.decode(.command(octets)).count == 1)
    }
    _ = decoder.decode(.source([1]))
    _ = decoder.decode(.data([1]))
    #expect(decoder.defects == 7)
  }
}
