import Foundation
import FuzzTargets
import TestSupport
import Testing

/// The fuzz targets as ordinary tests: each input that ever broke a promise keeps it now, and so does each seed, whole
/// and changed a little. An input that fails ends the process, with what was broken on standard error.
@Suite struct ReplayTests {
  /// `Tests/Fuzz`, where inputs are kept as text.
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fuzz")

  static let names = fuzzTargets.map { $0.name }

  private static func target(_ name: String) throws -> any FuzzTarget.Type {
    try #require(fuzzTargets.first { $0.name == name })
  }

  /// The octets of all `*.hex` files; `#` begins a comment.
  private static func inputs(_ kind: String, of name: String) throws -> [[UInt8]] {
    let folder = folder.appendingPathComponent(kind).appendingPathComponent(name)
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return try files.filter { $0.pathExtension == "hex" }.sorted { $0.path < $1.path }.map { file in
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      return octets(hex: lines.map { $0.prefix { $0 != "#" } }.joined(separator: " "))
    }
  }

  @Test(arguments: names) func foundInputsBreakNothing(_ name: String) throws {
    let target = try Self.target(name)
    for input in try Self.inputs("Regressions", of: name) { target.run(input) }
  }

  @Test(arguments: names) func seedsBreakNothing(_ name: String) throws {
    let target = try Self.target(name)
    for input in try Self.inputs("Seeds", of: name) + target.seeds + [[]] { target.run(input) }
  }

  @Test(arguments: names) func changedSeedsBreakNothing(_ name: String) throws {
    let target = try Self.target(name)
    let seeds = try Self.inputs("Seeds", of: name) + target.seeds
    var random = SeededGenerator(seed: 1)
    for round in 0..<20 {
      var input = seeds.isEmpty ? random.octets(200) : seeds[round % seeds.count]
      for _ in 0..<4 where !input.isEmpty { input[random.number(below: input.count)] = random.octet() }
      target.run(input)
    }
  }

  @Test func everyFolderIsATargets() throws {
    for kind in ["Seeds", "Regressions"] {
      let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.appendingPathComponent(kind).path)
      for folder in folders where !folder.hasPrefix(".") && !folder.hasSuffix(".md") {
        #expect(Self.names.contains(folder))
      }
    }
  }
}
