import Foundation
import TestSupport
import Testing

@testable import Sessions

/// Damaged and hostile captures, event logs and bundles: each is refused with a reason.
@Suite struct HostileFileTests {
  private let header = octets(hex: "6274736E6F6F7000 00000001 000003EA")
  private let events = #"{"t":0.0,"type":"state","state":"starting"}"#

  private func record(_ packet: [UInt8], original: Int? = nil, included: Int? = nil) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
    let time = 0x00DC_DDB3_0F2F_8000 + 1_795_429_562_000_000
    let count = included ?? packet.count
    return number(original ?? count, 4) + number(count, 4) + number(1, 4) + number(0, 4) + number(time, 8) + packet
  }

  private func defect(_ capture: [UInt8], events: String? = nil, configuration: String? = nil) -> String? {
    do throws(SessionDefect) {
      _ = try Session(capture: capture, events: events ?? self.events, configuration: configuration)
      return nil
    } catch { return error.description }
  }

  private let packet = octets(hex: "04 13 05 01 40 00 01 00")

  @Test func aGoodCaptureIsTaken() { #expect(defect(header + record(packet)) == nil) }

  @Test func aCutCaptureWithoutAWholePacketIsRefused() {
    let capture = header + record(packet)
    for count in 0..<capture.count { #expect(defect(Array(capture.prefix(count))) != nil, "\(count) octets") }
  }

  @Test func aCutCaptureKeepsItsWholePackets() throws {
    let whole = header + record(packet)
    let second = record(packet)
    let zeros = [UInt8](repeating: 0, count: 100)
    for end in (1..<second.count).map({ Array(second.prefix($0)) }) + [zeros] {
      let session = try Session(capture: whole + end, events: events, configuration: nil)
      #expect(session.isCutShort && session.log.packets.count == 1, "\(end.count) octets")
    }
    let session = try Session(capture: whole + second, events: events, configuration: nil)
    #expect(!session.isCutShort && session.log.packets.count == 2)
  }

  @Test func aLineThatAFullDiskHasCutIsLeftOut() throws {
    let lines = [events, #"{"t":1.0,"type":"but"#, #"{"t":2.0,"type":"dropped","count":3}"#, events]
    let session = try Session(
      capture: header + record(packet), events: lines.joined(separator: "\n"), configuration: nil)
    #expect(session.lines.count { $0.contains("\"dropped\"") } == 1)
    let other = [events, #"{"t":1.0,"type":"but"#, events].joined(separator: "\n")
    #expect(defect(header + record(packet), events: other) == "line 2 of the event log is no event")
  }

  @Test func wrongLengthsAreRefused() {
    let wrong = [
      record(packet, original: 9), record(packet, included: 7), record(packet, included: 0xFFFF_FFFF),
      record([]), record(octets(hex: "04 13 06 01 40 00 01 00")), record(octets(hex: "02 40 20 FF FF 00")),
      record(octets(hex: "01 03 0C")), record(octets(hex: "07 00 00")), record([UInt8](repeating: 2, count: 4_000)),
    ]
    for record in wrong { #expect(defect(header + record)?.hasPrefix("packet 1 ") == true) }
  }

  @Test func anotherFormatIsRefused() {
    #expect(defect(octets(hex: "6274736E6F6F7000 00000001 000007D1")) == "datalink 2001 is not 1002 (H4)")
    #expect(defect(Array("hello, this is a text".utf8))?.contains("btsnoop") == true)
  }

  @Test func aLargeCaptureIsRefusedUnread() {
    #expect(defect([UInt8](repeating: 0, count: 100 << 20))?.contains("larger than 8 MiB") == true)
  }

  @Test func anInvalidEventLogIsRefused() {
    let depth = String(repeating: "[", count: 10_000)
    for line in ["hello", "[]", "{}", #"{"t":-1,"type":"state"}"#, #"{"t":1e300,"type":"state"}"#, depth, "\u{0}"] {
      #expect(defect(header + record(packet), events: line) == "line 1 of the event log is no event")
    }
  }

  @Test func manyFragmentsOfOneFrameTakeNoMoreThanTheFile() throws {
    // Frames of 65,535 octets that never end, on all connections.
    var capture = header
    for handle in 0..<4_096 {
      capture += record([0x02, UInt8(handle & 0xFF), UInt8(handle >> 8 | 0x20), 4, 0, 0xFF, 0xFF, 4, 0])
    }
    let session = try Session(capture: capture, events: events, configuration: nil)
    #expect(session.log.packets.count == 4_096)
  }

  @Test func changedCapturesAreHandled() throws {
    let session = try Session(lines: BundleReplayTests.bundle("pairing.jsonl"))
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20 {
      var log = session.log
      // The lengths of packets stay, so that the contents are read.
      for packet in log.packets where packet.range.count > 9 && random.number(below: 4) == 0 {
        log.octets[packet.range.lowerBound + 5 + random.number(below: packet.range.count - 5)] = random.octet()
      }
      var scrubber = Scrubber(log, name: "Belfry", random: random)
      scrubber.run()
      #expect(scrubber.output.packets.count == log.packets.count)
      var changed = session
      changed.log = log
      _ = try Replay(changed).run()
    }
  }

  @Test(arguments: [
    "", "{}", #"{"type":"packet","t":1,"from":"watch","hex":"01030c00"}"#,
    #"{"type":"bundle","format":2,"version":"1"}"#,
    #"{"type":"bundle","format":1,"version":"1"}"#,
  ])
  func anInvalidBundleIsRefused(_ text: String) {
    #expect(throws: SessionDefect.self) { try Session(lines: text) }
  }

  @Test(arguments: [
    #"{"type":"packet","t":1,"from":"watch","hex":"01030c0"}"#,
    #"{"type":"packet","t":1,"from":"watch","hex":"01030c01"}"#,
    #"{"type":"packet","t":-1,"from":"watch","hex":"01030c00"}"#,
    #"{"type":"packet","t":1,"from":"me","hex":"01030c00"}"#,
    #"{"type":"packet","t":4294967295,"from":"watch","hex":"01030c00"}"#,
    #"{"type":"packet","t":2592000.1,"from":"watch","hex":"01030c00"}"#, #"{"type":"state","t":2592000.1}"#,
    #"{"type":"knownPhone","number":1,"random":true,"address":"000000000000","bonded":true}"#,
    #"{"type":"knownPhone","number":0,"random":true,"address":"00","bonded":true}"#, #"{"type":"setting"}"#, "nonsense",
  ])
  func aLineThatIsWrongIsNamed(_ line: String) {
    let text = #"{"type":"bundle","format":1,"version":"1"}"# + "\n" + line
    let error = #expect(throws: SessionDefect.self) { try Session(lines: text) }
    #expect(error?.description.hasPrefix("line 2") == true)
  }
}
