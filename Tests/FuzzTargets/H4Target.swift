import HCI
import Peripherals
import TestSupport

private typealias Receiver = H4Receiver<2_200>

/// H4 framing. For any fragments of a stream, the receiver returns the same packets as a parser that sees the whole
/// stream, and every datagram is delivered or counted as dropped.
///
/// Input: ` | mode: 1 | seed of the cuts: 1 | stream | ` or ` | mode: 1 | (count: 2 | datagram: count) … | `.
public enum H4Target: FuzzTarget {
  public static var sources: [String] { ["HCI/H4", "HCI/PacketIndicator"] }

  public static func run(_ input: FuzzInput) {
    if input.flag() { runDatagrams(input) } else { runStream(input) }
  }

  // MARK: Streams

  private static func runStream(_ input: FuzzInput) {
    var random = SeededGenerator(seed: UInt64(input.octet()))
    let longest = [1, 3, 20, 300, Receiver.maximumPacketCount][random.number(below: 5)]
    let stream = input.rest
    let expected = ReferenceFraming(stream)
    let run = FramingRun(.stream)
    var start = 0
    while start < stream.count {
      let end = min(stream.count, start + random.number(in: 1..<longest + 1))
      run.receive(Array(stream[start..<end]), directly: longest != 20)
      start = end
    }
    run.requireEqual(expected)
  }

  private static func runDatagrams(_ input: FuzzInput) {
    let run = FramingRun(.datagrams)
    var count = 0
    while !input.isEmpty {
      let datagram = input.block(below: 1_500)
      guard !datagram.isEmpty else { continue }
      let former = run.packets.count
      run.receive(datagram, directly: false)
      require(run.packets.count <= former + 1, "one datagram holds at most one packet")
      if run.packets.count > former {
        require(run.packets.last == datagram, "a packet is the datagram")
        require(ReferenceFraming(datagram).packets == [datagram], "a packet is well framed")
      }
      count += 1
    }
    require(run.packets.count + Int(run.dropped) == count, "every datagram is delivered or dropped")
    require(!run.isLost, "datagrams cannot lose their framing")
  }
}

/// A receiver, and its results.
private final class FramingRun {
  private var receiver: Receiver
  private(set) var packets: [[UInt8]] = []

  init(_ boundaries: PacketBoundaries) { receiver = Receiver(boundaries) }

  var isLost: Bool { receiver.isFramingLost }
  var dropped: UInt32 { receiver.droppedPacketCount }

  func receive(_ octets: [UInt8], directly isDirect: Bool) {
    let wasLost = isLost
    var transport = PlainTransport(waiting: octets)
    let taken = isDirect ? receiver.receive(octets.span) : receiver.receive(from: &transport)
    require(wasLost ? taken == 0 : taken == octets.count || isLost, "there is room for a whole packet")
    while receiver.hasPacket {
      packets.append(Self.firstPacket(in: &receiver))
      receiver.removePacket()
    }
    let rest = Self.firstPacket(in: &receiver)
    require(rest.isEmpty, "a result without a packet has no octets")
  }

  private static func firstPacket(in receiver: inout Receiver) -> [UInt8] {
    let packet = receiver.packet
    return packet.list
  }

  func requireEqual(_ expected: ReferenceFraming) {
    require(
      packets == expected.packets,
      "the packets do not depend on the cuts: \(packets.count), not \(expected.packets.count)")
    require(isLost == expected.isLost, "both parsers lose the framing or neither does")
    require(isLost || dropped == expected.dropped, "both parsers drop the same number")
  }
}

/// The octets that arrive in one read.
private struct PlainTransport: HCITransport {
  var waiting: [UInt8]

  mutating func receive(into buffer: inout OutputSpan<UInt8>) throws(Never) -> Int {
    let taken = min(waiting.count, buffer.freeCapacity)
    for octet in waiting.prefix(taken) { buffer.append(octet) }
    waiting.removeFirst(taken)
    return taken
  }

  mutating func send(_ packet: Span<UInt8>) throws(Never) -> Bool { true }
}

/// A simple, slow parser that has the whole stream.
private struct ReferenceFraming {
  private(set) var packets: [[UInt8]] = []
  private(set) var isLost = false
  private(set) var dropped: UInt32 = 0

  init(_ stream: [UInt8]) {
    var rest = stream[...]
    while let type = rest.first {
      let octets = Array(rest)
      guard (0x02...0x05).contains(type) else {
        isLost = true
        return
      }
      guard let count = Self.count(octets) else { return }
      let isWanted = type == 0x02 || type == 0x04
      if isWanted, count > Receiver.maximumPacketCount {
        isLost = true
        return
      }
      if !isWanted { dropped += 1 }
      guard octets.count >= count else { return }
      if isWanted { packets.append(Array(octets.prefix(count))) }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns the packet's length in octets, or nil if its length field has not arrived.
  private static func count(_ octets: [UInt8]) -> Int? {
    switch octets[0] {
    case 0x02: octets.count >= 5 ? 5 + Int(octets[3]) + 256 * Int(octets[4]) : nil
    case 0x03: octets.count >= 4 ? 4 + Int(octets[3]) : nil
    case 0x04: octets.count >= 3 ? 3 + Int(octets[2]) : nil
    default: octets.count >= 5 ? 5 + Int(octets[3]) + 256 * Int(octets[4] & 0x3F) : nil
    }
  }
}
