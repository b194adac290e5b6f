import LinuxSupport
import TestSupport
import Testing

@testable import LinuxPlatform

@Suite struct PacketCollectorTests {
  private func packets(_ octets: [UInt8], cut: (Int) -> Int) -> [[UInt8]] {
    var collector = PacketCollector()
    var packets: [[UInt8]] = []
    var rest = octets[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(max(1, cut(rest.count))))
      rest = rest.dropFirst(part.count)
      var span = part.span
      while collector.take(from: &span) {
        packets.append(collector.packet.array)
        collector.removeAll()
      }
      #expect(span.count == 0)
    }
    return packets
  }

  @Test func allKindsAreFoundHoweverTheyAreCut() {
    let expected: [[UInt8]] = [
      [0x01, 0x03, 0x0C, 0x00], [0x01, 0x05, 0x20, 0x02, 0xAA, 0xBB], [0x02, 0x01, 0x20, 0x00, 0x00],
      [0x02, 0x01, 0x20, 0x02, 0x00, 0x11, 0x22], [0x03, 0x01, 0x00, 0x01, 0x77], [0x04, 0x13, 0x00],
      [0x04, 0x0E, 0x02, 0x01, 0x02], [0x05, 0x01, 0x20, 0x01, 0xC0, 0x99],
    ]
    let stream = expected.flatMap { $0 }
    #expect(packets(stream) { $0 } == expected)
    #expect(packets(stream) { _ in 1 } == expected)
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<50 {
      #expect(packets(stream) { Int.random(in: 1...$0, using: &generator) } == expected)
    }
  }

  @Test func octetThatBeginsNoPacketIsDropped() {
    #expect(packets([0x00, 0xFF, 0x04, 0x13, 0x00]) { $0 } == [[0x04, 0x13, 0x00]])
  }

  @Test func packetsInRandomOctetsAreAsLongAsTheirHeadersSay() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let found = packets(generator.octets(300)) { min($0, 17) }
      for packet in found { #expect(packet.count == length(of: packet)) }
    }
  }

  /// Core Spec 5.4, Vol 4, Part E, 5.4.
  private func length(of packet: [UInt8]) -> Int {
    switch packet[0] {
    case 0x01, 0x03: 4 + Int(packet[3])
    case 0x02: 5 + Int(packet[3]) + Int(packet[4]) << 8
    case 0x05: 5 + Int(packet[3]) + Int(packet[4] & 0x3F) << 8
    default: 3 + Int(packet[2])
    }
  }
}
