import Foundation
import FuzzTargets
import TestSupport
import Testing

/// Runs the fuzz targets as ordinary tests, on each input that once failed and on each seed, unchanged and with small
/// changes. An input that fails ends the process and prints the failed check to standard error.
@Suite struct ReplayTests {
  /// `Tests/Fuzz`, where the inputs are kept as text.
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fuzz")

  static let names = fuzzTargets.map { $0.name }

  private static func target(_ name: String) throws -> any FuzzTarget.Type {
    try #require(fuzzTargets.first { $0.name == name })
  }

  /// Returns the octets of all `*.hex` files; `#` starts a comment.
  private static func inputs(_ kind: String, of name: String) throws -> [[UInt8]] {
    let folder = folder.appendingPathComponent(kind).appendingPathComponent(name)
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return try files.filter { $0.pathExtension == "hex" }.sorted { $0.path < $1.path }.map { file in
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      return octets(hex: lines.map { $0.prefix { $0 != "#" } }.joined(separator: " "))
    }
  }

  @Test(arguments: names) func regressionsPass(_ name: String) throws {
    let target = try Self.target(name)
    for input in try Self.inputs("Regressions", of: name) { target.run(input) }
  }

  @Test(arguments: names) func seedsPass(_ name: String) throws {
    let target = try Self.target(name)
    for input in try Self.inputs("Seeds", of: name) + target.seeds + [[]] { target.run(input) }
  }

  @Test(arguments: names) func changedSeedsPass(_ name: String) throws {
    let target = try Self.target(name)
    let seeds = try Self.inputs("Seeds", of: name) + target.seeds
    var random = SeededGenerator(seed: 1)
    for round in 0..<100 {
      var input = seeds.isEmpty ? random.octets(200) : seeds[round % seeds.count]
      for _ in 0..<4 where !input.isEmpty { input[random.number(below: input.count)] = random.octet() }
      target.run(input)
    }
  }

  @Test func everyFolderBelongsToATarget() throws {
    for kind in ["Seeds", "Regressions"] {
      let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.appendingPathComponent(kind).path)
      for folder in folders where !folder.hasPrefix(".") && !folder.hasSuffix(".md") {
        #expect(Self.names.contains(folder))
      }
    }
  }
}
