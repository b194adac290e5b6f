import Foundation
import Testing

@testable import Sessions

/// Replays the recorded sessions of `Tests/Sessions`: the watch must send the same as when they were recorded.
@Suite struct BundleReplayTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sessions")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".jsonl") }.sorted()
  }()

  static func bundle(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test func thereAreBundles() { #expect(Self.names.count >= 2) }

  @Test(arguments: names) func theWatchSendsTheRecordedPackets(_ name: String) throws {
    let replay = try Replay(Session(lines: Self.bundle(name)))
    #expect(try replay.run().map(\.description) == [])
  }

  @Test(arguments: names) func aTraceHasEachPacketAndPress(_ name: String) throws {
    let session = try Session(lines: Self.bundle(name))
    let replay = try Replay(session)
    _ = try replay.run()
    let records = try Self.records(of: replay.trace())
    let received = session.log.packets.count { $0.isReceived }
    let presses = session.events.count { $0.type == "button" }
    #expect(records.first?.octets == Array(session.version.utf8))
    #expect(records.count { $0.kind == ReplayTrace.Kind.packet.rawValue } == received)
    #expect(records.count { $0.kind == ReplayTrace.Kind.button.rawValue } == presses)
    let steps = records.filter { $0.kind >= ReplayTrace.Kind.turn.rawValue }
    let times = steps.map { $0.octets.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    #expect(times == times.sorted())
    // The end has the number of packets that the watch sent.
    let sent = UInt32(session.log.packets.count { !$0.isReceived })
    #expect(records.last?.octets.prefix(4) == sent.octets[...])
  }

  @Test func aVersionThatIsTooLongIsCutInATrace() throws {
    var session = try Session(lines: Self.bundle("return.jsonl"))
    session.version = String(repeating: "9", count: 70_000)
    let replay = try Replay(session)
    _ = try replay.run()
    #expect(try Self.records(of: replay.trace()).first?.octets == [UInt8](repeating: 0x39, count: 255))
  }

  private static func records(of trace: [UInt8]) throws -> [(kind: UInt8, octets: [UInt8])] {
    var records: [(kind: UInt8, octets: [UInt8])] = []
    var rest = trace[...]
    while !rest.isEmpty {
      let header = Array(rest.prefix(3))
      try #require(header.count == 3)
      let count = Int(header[1]) + Int(header[2]) << 8
      records.append((header[0], Array(rest.dropFirst(3).prefix(count))))
      rest = rest.dropFirst(3 + count)
    }
    return records
  }

  @Test(arguments: names) func aBundleIsReadAsItWasWritten(_ name: String) throws {
    let text = try Self.bundle(name)
    #expect(try Session(lines: text).lines == text.split(separator: "\n").map(String.init))
  }

  @Test func aPressThatIsMissingIsADifference() throws {
    let lines = try Self.bundle("pairing.jsonl").split(separator: "\n").filter { !$0.contains(#""type":"button""#) }
    let differences = try Replay(Session(lines: lines.joined(separator: "\n"))).run()
    #expect(differences.contains { $0.description.contains("not sent now: SMP 0d") })
  }

  @Test(arguments: [
    "2026-11-02T9223372036854775807:00:00", "2026-11-02T24:00:00", "2026-11-02T00:9223372036854775807:00",
    "2026-11-02T00:00:9223372036854775807", "2026-11-9223372036854775807T00:00:00", "2026-13-02T00:00:00",
    "9223372036854775807-11-02T00:00:00", "2026-11-02T00:00", "",
  ])
  func aTimeThatIsNoneIsLikeNoTime(_ local: String) throws {
    let lines = try Self.bundle("pairing.jsonl").split(separator: "\n").map(String.init)
    let last = try #require(lines.lastIndex { $0.contains(#""type":"packet""#) })
    let time = try Session(lines: lines.joined(separator: "\n")).log.packets.last?.time ?? 0
    let event = #"{"t":\#(Double(time) / 1_000_000),"type":"time","source":"system""#
    func differences(_ end: String) throws -> [String] {
      var changed = lines
      changed.insert(event + end, at: last + 1)
      return try Replay(Session(lines: changed.joined(separator: "\n"))).run().map(\.description)
    }
    #expect(try differences(#","local":"\#(local)"}"#) == differences("}"))
  }

  @Test func aLateAnswerIsADifference() throws {
    var session = try Session(lines: Self.bundle("pairing.jsonl"))
    let press = try #require(session.events.firstIndex { $0.type == "button" })
    let release = press + 1
    for index in [press, release] {
      session.events[index] = Session.Event(
        time: session.events[index].time + 2_000_000, fields: session.events[index].fields)
    }
    #expect(try !Replay(session).run().isEmpty)
  }

  /// The recorded watch asks for other connection parameters 62 ms before it is stopped. Here it has not asked, and is
  /// stopped this long after its deadline.
  @Test(arguments: [(milliseconds: 2, differences: 0), (milliseconds: 62, differences: 1)])
  func aDeadlineJustBeforeTheEndMayBeMissedByTheRecordedWatch(_ milliseconds: Int, _ differences: Int) throws {
    var session = try Session(lines: Self.bundle("pairing.jsonl"))
    let packets = session.log.packets.map { packet in
      (octets: Array(session.log.octets[packet.range]), isReceived: packet.isReceived, time: packet.time)
    }
    let request = try #require(packets.lastIndex { $0.octets.starts(with: [0x02, 0x41, 0, 16, 0, 12, 0, 5, 0, 0x12]) })
    let stop = try #require(packets.lastIndex { $0.octets == [0x01, 0x0A, 0x20, 1, 0] })
    let delay = packets[request].time + 1_000 * milliseconds - packets[stop].time
    session.log = PacketLog()
    for packet in packets[..<request] {
      session.log.append(packet.octets, isReceived: packet.isReceived, time: packet.time)
    }
    for packet in packets[stop...] {
      session.log.append(packet.octets, isReceived: packet.isReceived, time: packet.time + delay)
    }
    #expect(try Replay(session).run().count == differences)
  }
}
