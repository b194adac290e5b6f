import Identifiers
import Octets
import TestSupport
import Testing

@testable import HCI

@Suite struct ACLFragmentTests {
  /// A complete connection parameter update request, as a phone's controller passes it on.
  private static let packet = octets("02 40 20 10 00 0C 00 05 00 12 01 08 00 18 00 24 00 03 00 58 02")

  private func decode(_ packet: [UInt8]) -> (handle: ConnectionHandle, isFirst: Bool, data: [UInt8])? {
    guard let fragment = try? ACLFragment(decoding: packet.span) else { return nil }
    return (fragment.connectionHandle, fragment.isFirst, array(fragment.data))
  }

  @Test func aFirstFragmentIsRead() {
    let fragment = decode(Self.packet)
    #expect(fragment?.handle == handle(0x40))
    #expect(fragment?.isFirst == true)
    #expect(fragment?.data == Array(Self.packet[5...]))
  }

  @Test func theBoundarySaysWhetherAFrameBegins() {
    #expect(decode(octets("02 40 00 01 00 AA"))?.isFirst == true)
    #expect(decode(octets("02 40 10 01 00 AA"))?.isFirst == false)
    #expect(decode(octets("02 40 20 01 00 AA"))?.isFirst == true)
    #expect(decode(octets("02 40 30 01 00 AA")) == nil)
  }

  @Test(arguments: [0x4, 0x8, 0xC] as [UInt8])
  func broadcastIsRefused(flags: UInt8) {
    var packet = Self.packet
    packet[2] |= flags << 4
    #expect(decode(packet) == nil)
  }

  @Test func aHandleBeyondTheRangeIsRefused() {
    #expect(decode(octets("02 00 2F 01 00 AA")) == nil)
    #expect(decode(octets("02 FF 2E 01 00 AA")) != nil)
  }

  /// - Conformance: HCI | data length beyond the packet
  @Test func aLengthThatDoesNotMatchIsRefused() {
    for count in 0..<Self.packet.count { #expect(decode(Array(Self.packet[..<count])) == nil) }
    #expect(decode(Self.packet + [0]) == nil)
  }

  @Test func anEmptyFragmentIsRead() {
    #expect(decode(octets("02 40 20 00 00"))?.data == [])
  }

  @Test func anotherKindOfPacketIsRefused() {
    #expect(decode([0x04] + Self.packet[1...]) == nil)
  }

  @Test func aFrameIsEncodedAsHostsDo() throws {
    let frame = Array(Self.packet[5...])
    var count = 0
    let packet = try encoded { output throws(EncodeError) in
      count = try ACLFragment.encode(frame.span, from: 0, limit: 27, on: handle(0x40), into: &output)
    }
    #expect(count == frame.count)
    #expect(packet == [0x02, 0x40, 0x00] + Self.packet[3...])
  }

  @Test func aFragmentIsNoLongerThanTheOutputsRoom() throws {
    let frame = Array(Self.packet[5...])
    let packet = try encoded(capacity: 9) { output throws(EncodeError) in
      let count = try ACLFragment.encode(frame.span, from: 2, limit: 27, on: handle(0x40), into: &output)
      #expect(count == 4)
    }
    #expect(packet == octets("02 40 10 04 00") + frame[2..<6])
  }

  @Test func aFragmentWithoutRoomForAnOctetIsNotBegun() {
    let frame = Array(Self.packet[5...])
    for capacity in 0...5 {
      #expect(throws: EncodeError.insufficientCapacity) {
        try encoded(capacity: capacity) { output throws(EncodeError) in
          _ = try ACLFragment.encode(frame.span, from: 0, limit: 27, on: handle(0x40), into: &output)
        }
      }
    }
  }

  @Test func whatIsReadOfRandomOctetsIsWhatTheyHold() {
    var numbers = SeededGenerator(seed: 0xBE1F_0004)
    for _ in 0..<20_000 {
      var packet = [0x02] + numbers.octets(numbers.number(below: 40))
      if packet.count > 4 { (packet[3], packet[4]) = (UInt8(packet.count - 5), 0) }
      guard let fragment = decode(packet) else { continue }
      #expect(fragment.handle.rawValue == (UInt16(packet[1]) | UInt16(packet[2]) << 8) & 0x0FFF)
      #expect(fragment.data == Array(packet[5...]))
    }
  }
}
