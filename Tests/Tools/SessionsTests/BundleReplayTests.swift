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

  @Test(arguments: names) func aBundleIsReadAsItWasWritten(_ name: String) throws {
    let text = try Self.bundle(name)
    #expect(try Session(lines: text).lines == text.split(separator: "\n").map(String.init))
  }

  @Test func aPressThatIsMissingIsADifference() throws {
    let lines = try Self.bundle("pairing.jsonl").split(separator: "\n").filter { !$0.contains(#""type":"button""#) }
    let differences = try Replay(Session(lines: lines.joined(separator: "\n"))).run()
    #expect(differences.contains { $0.description.contains("not sent now: SMP 0d") })
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
}
