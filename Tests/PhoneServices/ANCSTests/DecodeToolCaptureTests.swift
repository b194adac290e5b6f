import Testing

@testable import belfry_ancs_decode

/// Captures of a controller in the formats of several programs: the same session gives the same text.
@Suite struct DecodeToolCaptureTests {
  /// A fragment of an L2CAP frame, as HCI carries it.
  private struct Fragment {
    let isReceived: Bool
    let octets: [UInt8]
  }

  private let lines = [
    "added 7: social, 1 of them [important, bit5]", "attributes of 7:", "  appIdentifier: a.b", "  title: é",
  ]

  /// The client's session: discovery of ANCS, an event, a command and its reply; and values of unknown attributes.
  private var session: [Fragment] {
    let reply = "00 07000000 00 0300 612E62 01 0200 C3A9"
    return pdu(isReceived: true, discovery) + pdu(isReceived: true, "1B 0200 00 22 04 01 07000000")
      + pdu(isReceived: false, "12 0500 00 07000000 00 01 4000") + pdu(isReceived: true, "13")
      + pdu(isReceived: true, "1B 0700 \(reply)") + pdu(isReceived: true, "1B 0900 \(reply)")
      + pdu(isReceived: false, "1B 0700 \(reply)")
  }

  /// The response to a Read By Type Request: Notification Source, Control Point, Data Source.
  private let discovery = """
    09 15 0100 10 0200 BD1DA299E625588CD94201630D12BF9F \
    0400 08 0500 D9D9AAFDBD9B2198A849E145F3D8D169 \
    0600 10 0700 FB7B7CCE6AB344BEB54BD624E9C6EA22
    """

  @Test func theWatchsOwnCapture() throws {
    let packets = session.flatMap { fragment in
      let packet = [0x02] + fragment.octets
      return snoopHeader(packet.count, flags: fragment.isReceived ? 1 : 0) + packet
    }
    let event = snoopHeader(7, flags: 3) + hex("04 13 05 01 40 00 01")
    #expect(try text(hex("6274736E6F6F7000 00000001 000003EA") + event + packets) == lines)
  }

  @Test func aCaptureOfBtmon() throws {
    let packets = session.flatMap { fragment in
      snoopHeader(fragment.octets.count, flags: 0x0001_0000 | (fragment.isReceived ? 5 : 4)) + fragment.octets
    }
    // A controller, an event, and another controller's data.
    var others = snoopHeader(16, flags: 0x0001_0000) + [UInt8](repeating: 0, count: 16)
    others += snoopHeader(6, flags: 0x0001_0003) + hex("13 05 01 40 00 01")
    for fragment in pdu(isReceived: true, "1B 0200 00 22 04 01 07000000") {
      others += snoopHeader(fragment.octets.count, flags: 5) + fragment.octets
    }
    #expect(try text(hex("6274736E6F6F7000 00000001 000007D1") + others + packets + others) == lines)
  }

  @Test(arguments: [true, false]) func aFileOfPacketLogger(_ isBigEndian: Bool) throws {
    let note = loggerRecord(type: 0xFC, Array("connected".utf8), isBigEndian)
    let event = loggerRecord(type: 0x01, hex("13 05 01 40 00 01"), isBigEndian)
    let packets = session.flatMap { loggerRecord(type: $0.isReceived ? 3 : 2, $0.octets, isBigEndian) }
    #expect(try text(note + event + packets) == lines)
  }

  /// PacketLogger mostly records the iPhone, which sends the values that the client receives.
  @Test func aCaptureOfThePhone() throws {
    let packets = session.flatMap { loggerRecord(type: $0.isReceived ? 2 : 3, $0.octets, true) }
    #expect(try text(packets) == lines)
  }

  @Test func dataBeforeTheDiscoveryIsIgnored() throws {
    let packets = session.dropFirst(2).flatMap { loggerRecord(type: $0.isReceived ? 3 : 2, $0.octets, true) }
    #expect(try text(packets) == [])
  }

  @Test(arguments: [
    // No datalink; an unknown datalink; a packet that is cut short.
    "6274736E6F6F7000 00000001", "6274736E6F6F7000 00000001 000003E9",
    "6274736E6F6F7000 00000001 000007D1 00000002 00000002 00000004 00000000 0000000000000000 40",
    // PacketLogger: a packet that is cut short, one shorter than its header, an unknown type.
    "0000000A 00000000 00000000 02", "00000009 00000000 00000000 02 00000008 00000000 00000000",
    "00000009 00000000 00000000 70",
  ])
  func aDamagedFileIsRefused(_ file: String) {
    #expect(throws: Recording.Defect.self) { try Recording.values(in: hex(file)) }
  }

  @Test(arguments: 1..<24) func aHeaderOfAPacketThatIsCutShortIsRefused(_ count: Int) throws {
    let packet = hex("04 13 05 01 40 00 01")
    let whole = hex("6274736E6F6F7000 00000001 000003EA") + snoopHeader(packet.count, flags: 3) + packet
    #expect(try Recording.values(in: whole) == [])
    #expect(throws: Recording.Defect(reason: "the last packet is cut short")) {
      try Recording.values(in: whole + snoopHeader(packet.count, flags: 3).prefix(count))
    }
  }

  private func text(_ file: [UInt8]) throws -> [String] {
    var decoder = Decoder()
    return try Recording.values(in: file).flatMap { decoder.decode($0) }
  }

  private func hex(_ digits: String) -> [UInt8] {
    let digits = Array(digits.filter { $0 != " " })
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16)! }
  }

  /// One ATT PDU in two fragments.
  private func pdu(isReceived: Bool, _ digits: String) -> [Fragment] {
    let pdu = hex(digits)
    let frame = [UInt8(pdu.count), 0, 4, 0] + pdu
    let flags: UInt8 = isReceived ? 0x20 : 0x00
    return [
      Fragment(isReceived: isReceived, octets: [0x40, flags, 5, 0] + frame[..<5]),
      Fragment(isReceived: isReceived, octets: [0x40, 0x10, UInt8(frame.count - 5), 0] + frame[5...]),
    ]
  }

  private func snoopHeader(_ count: Int, flags: UInt32) -> [UInt8] {
    bigEndian(UInt32(count)) + bigEndian(UInt32(count)) + bigEndian(flags) + [UInt8](repeating: 0, count: 12)
  }

  private func loggerRecord(type: UInt8, _ octets: [UInt8], _ isBigEndian: Bool) -> [UInt8] {
    let numbers = [UInt32(octets.count + 9), 1_795_000_000, 999_999].map { bigEndian($0) }
    return numbers.flatMap { isBigEndian ? $0 : $0.reversed() } + [type] + octets
  }

  private func bigEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
}
