import HCI
import Octets
import Peripherals
import TestSupport
import Testing

/// A transport that delivers given octets, at most `limit` at a time.
struct FakeTransport: HCITransport, ~Copyable {
  struct Gone: Error {}

  var octets: [UInt8]
  var limit: Int
  var isGone = false

  mutating func receive(into buffer: inout OutputSpan<UInt8>) throws(Gone) -> Int {
    if isGone { throw Gone() }
    let count = min(octets.count, limit, buffer.freeCapacity)
    for octet in octets[..<count] { buffer.append(octet) }
    octets.removeFirst(count)
    return count
  }

  mutating func send(_ packet: Span<UInt8>) throws(Gone) -> Bool { true }
}

/// A transport that delivers one datagram at a time.
struct FakeDatagramTransport: HCITransport, ~Copyable {
  var datagrams: [[UInt8]]

  mutating func receive(into buffer: inout OutputSpan<UInt8>) -> Int {
    guard !datagrams.isEmpty else { return 0 }
    let datagram = datagrams.removeFirst().prefix(buffer.freeCapacity)
    for octet in datagram { buffer.append(octet) }
    return datagram.count
  }

  mutating func send(_ packet: Span<UInt8>) -> Bool { true }
}

private typealias Receiver = H4Receiver<2_200>

@Suite struct H4ReceiverTests {
  private static let event = octets("04 0E 04 01 03 0C 00")
  private static let data = octets("02 40 20 07 00 03 00 04 00 02 05 02")
  private static let synchronous = octets("03 01 00 03 AA BB CC")
  private static let isochronous = octets("05 01 00 02 00 AA BB")

  private static func aclPacket(_ count: Int) -> [UInt8] {
    [0x02, 0x40, 0x20, UInt8(count & 0xFF), UInt8(count >> 8)] + (0..<count).map { UInt8(truncatingIfNeeded: $0) }
  }

  private func takePackets(_ receiver: inout Receiver) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    while receiver.hasPacket {
      packets.append(array(receiver.packet))
      receiver.removePacket()
    }
    return packets
  }

  /// All packets in `stream`, delivered `limit` octets at a time.
  private func packets(_ stream: [UInt8], limit: Int) -> [[UInt8]] {
    var receiver = Receiver()
    var transport = FakeTransport(octets: stream, limit: limit)
    var packets: [[UInt8]] = []
    while let count = try? receiver.receive(from: &transport), count > 0 {
      packets += takePackets(&receiver)
    }
    #expect(transport.octets.isEmpty)
    return packets
  }

  @Test func anEmptyReceiverHasNoPacket() {
    var receiver = Receiver()
    #expect(receiver.hasPacket == false)
    #expect(array(receiver.packet).isEmpty)
    receiver.removePacket()
    #expect(receiver.hasPacket == false)
  }

  @Test func anyChunkingGivesTheSamePackets() {
    let longest = Self.aclPacket(Receiver.maximumPacketCount - 5)
    let parts = [
      Self.event, Self.synchronous, Self.data, longest, Self.isochronous, Self.aclPacket(0), Self.event, longest,
      Self.aclPacket(251), Self.event,
    ]
    let wanted = parts.filter { $0[0] == 0x02 || $0[0] == 0x04 }
    let stream = parts.flatMap { $0 }
    for limit in Array(1...40) + [250, 1_099, 1_100, 1_101, 2_199, 2_200, 5_000] {
      #expect(packets(stream, limit: limit) == wanted, "\(limit) octets at a time")
    }
    var numbers = SeededGenerator(seed: 0xBE1F_0002)
    for _ in 0..<50 {
      var receiver = Receiver()
      var found: [[UInt8]] = []
      var offset = 0
      while offset < stream.count {
        let end = min(stream.count, offset + 1 + numbers.number(below: 600))
        offset += receiver.receive(Array(stream[offset..<end]).span)
        found += takePackets(&receiver)
      }
      #expect(found == wanted)
    }
  }

  /// - Conformance: HCI | unwanted packet types
  @Test func synchronousAndIsochronousDataAreSkippedAndCounted() {
    var receiver = Receiver()
    // The largest isochronous packet is larger than the buffer.
    let large = [0x05, 0x01, 0x00, 0xFF, 0xFF] + [UInt8](repeating: 0x04, count: 0x3FFF)
    var rest = Self.synchronous + large + Self.event
    while !rest.isEmpty { rest.removeFirst(receiver.receive(rest.span)) }
    #expect(takePackets(&receiver) == [Self.event])
    #expect(receiver.droppedPacketCount == 2)
    #expect(receiver.isFramingLost == false)
  }

  /// - Conformance: HCI | impossible packet type
  @Test(arguments: [0x00, 0x01, 0x06, 0x07, 0x80, 0xFF] as [UInt8])
  func anImpossibleIndicatorLosesTheFraming(indicator: UInt8) {
    var receiver = Receiver()
    _ = receiver.receive((Self.event + [indicator] + Self.event).span)
    #expect(array(receiver.packet) == Self.event)
    #expect(receiver.isFramingLost == false)
    receiver.removePacket()
    #expect(receiver.isFramingLost == true)
    #expect(receiver.hasPacket == false)
    #expect(receiver.receive(Self.event.span) == 0)
  }

  @Test func aPacketTooLongForTheBufferLosesTheFraming() {
    let count = Receiver.maximumPacketCount - 4
    var receiver = Receiver()
    _ = receiver.receive([0x02, 0x40, 0x20, UInt8(count & 0xFF), UInt8(count >> 8)].span)
    #expect(receiver.isFramingLost == true)
  }

  @Test func aResetReceiverStartsAfresh() {
    var receiver = Receiver()
    _ = receiver.receive(octets("FF").span)
    #expect(receiver.isFramingLost == true)
    receiver.reset()
    #expect(receiver.isFramingLost == false)
    _ = receiver.receive(Array(Self.event[..<3]).span)
    receiver.reset()
    _ = receiver.receive(Self.event.span)
    #expect(takePackets(&receiver) == [Self.event])
  }

  @Test func errorsOfTheTransportArePassedOn() {
    var receiver = Receiver()
    var transport = FakeTransport(octets: Self.event, limit: 100, isGone: true)
    #expect(throws: FakeTransport.Gone.self) { try receiver.receive(from: &transport) }
    #expect(receiver.hasPacket == false)
  }

  @Test func aFullReceiverReadsNothingUntilPacketsAreTakenOut() throws {
    var receiver = Receiver()
    let stream = [[UInt8]](repeating: Self.event, count: 400).flatMap { $0 }
    var transport = FakeTransport(octets: stream, limit: 5_000)
    #expect(try receiver.receive(from: &transport) == 2_200)
    #expect(try receiver.receive(from: &transport) == 0)
    #expect(takePackets(&receiver).count == 2_200 / Self.event.count)
    #expect(try receiver.receive(from: &transport) == 600)
    #expect(takePackets(&receiver).count == 400 - 2_200 / Self.event.count)
  }

  /// - Conformance: HCI | impossible packet type in a datagram
  /// - Conformance: HCI | event length against the datagram's
  /// - Conformance: HCI | data length beyond the packet
  @Test func datagramsThatAreNotOneWholePacketAreDroppedAlone() {
    let tooLong = Self.aclPacket(Receiver.maximumPacketCount - 4)
    var transport = FakeDatagramTransport(datagrams: [
      Self.event, octets("FF 00"), octets("04 0E 04 01 03 0C"), octets("04 0E 04 01 03 0C 00 00"), octets("04"),
      octets("01 03 0C 00"), tooLong, Self.data, Self.synchronous, Self.event,
    ])
    var receiver = Receiver(.datagrams)
    var packets: [[UInt8]] = []
    while receiver.receive(from: &transport) > 0 { packets += takePackets(&receiver) }
    #expect(packets == [Self.event, Self.data, Self.event])
    #expect(receiver.droppedPacketCount == 7)
    #expect(receiver.isFramingLost == false)
  }

  @Test func datagramsMayPileUp() {
    var transport = FakeDatagramTransport(datagrams: [Self.event, octets("04"), Self.data, octets("FF"), Self.event])
    var receiver = Receiver(.datagrams)
    while receiver.receive(from: &transport) > 0 {}
    #expect(takePackets(&receiver) == [Self.event, Self.data, Self.event])
  }

  @Test func randomOctetsNeverTrap() {
    var numbers = SeededGenerator(seed: 0xBE1F_0003)
    for boundaries in [PacketBoundaries.stream, .datagrams] {
      var receiver = Receiver(boundaries)
      for _ in 0..<5_000 {
        var chunk = numbers.octets(1 + numbers.number(below: 300))
        chunk[0] = UInt8(2 + numbers.number(below: 4))
        if chunk.count > 4 { chunk[4] &= 0x01 }
        _ = receiver.receive(chunk.span)
        for packet in takePackets(&receiver) {
          #expect(packet[0] == 0x02 || packet[0] == 0x04)
          #expect(packet.count <= Receiver.maximumPacketCount)
        }
        if receiver.isFramingLost { receiver.reset() }
      }
    }
  }
}
