import Foundation
import GAP
import TestSupport
import Testing
import Timing

/// The time that a phone in the background needs to find the watch again.
@Suite struct ReconnectionTimeTests {
  /// The seconds for which the phone was away.
  private static let absences: [UInt32] = [10, 300, 3_600]
  private static let returns = 1_000

  /// A phone that scans for 30 ms every 300 ms, each time on the next of the three advertising channels.
  private struct Scanner {
    static let interval = 300.0
    static let window = 30.0
    /// The duration of an advertisement of 37 octets in ms: 8 µs for each octet and 10 additional octets.
    static let airTime = 0.376
    /// The time in ms from the advertisement on one channel to the one on the next.
    static let channelSpacing = 0.75

    /// The time and the channel of its first scan window.
    let begin: Double
    let channel: Int

    /// Whether it receives one of the three advertisements of an event that starts at `time`. All times are in ms.
    func hears(eventAt time: Double) -> Bool {
      (0..<3).contains { offset in
        let start = time + Double(offset) * Self.channelSpacing - begin
        let index = (start / Self.interval).rounded(.down)
        let phase = start - index * Self.interval
        return start >= 0 && (channel + Int(index)) % 3 == offset && phase + Self.airTime <= Self.window
      }
    }
  }

  /// The advertising interval in ms of a watch that lost its phone this many seconds ago.
  private func interval(_ speed: ReconnectionSpeed, after seconds: UInt32) -> Double {
    var harness = LinkHarness(speed: speed)
    harness.link.start(as: LinkHarness.publicAddress, now: .start)
    _ = harness.serve()
    harness.serveUntil(second(seconds))
    return Double(harness.interval) * 0.625
  }

  /// The time in ms until a phone that returns now receives an advertisement.
  ///
  /// Each advertising event is up to 10 ms late. Core Spec 5.4, Vol 6, Part B, 4.4.2.2.1.
  private func search(interval: Double, _ random: inout SeededGenerator) -> Double {
    func delay(_ range: Double) -> Double { Double.random(in: 0..<range, using: &random) }
    let scanner = Scanner(begin: delay(Scanner.interval), channel: random.number(below: 3))
    var time = delay(interval + 10)
    while !scanner.hears(eventAt: time) { time += interval + delay(10) }
    return time
  }

  private func text(_ milliseconds: Double) -> String { String(format: "%.1f s", milliseconds / 1_000) }

  @Test(arguments: [ReconnectionSpeed.fast, .balanced, .saving])
  func theTimesMatchTheDocument(speed: ReconnectionSpeed) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let document = try String(contentsOf: root.appendingPathComponent("BENCHMARKS.md"), encoding: .utf8)
    for absence in Self.absences {
      var random = SeededGenerator(seed: 1)
      let interval = interval(speed, after: absence)
      let times = (0..<Self.returns).map { _ in search(interval: interval, &random) }.sorted()
      let (median, p95, longest) = (times[500], times[950], times[999])
      let row =
        "| `\(speed)` | \(absence) s | \(interval) ms | \(text(median)) | \(text(p95)) | \(text(longest)) |"
      #expect(document.contains(row), "\(row)")
      // By default it is not slower, however long the phone was away.
      #expect(speed == .saving || p95 < 10_000)
      #expect(absence > 30 || longest < 2_000)
    }
  }
}
