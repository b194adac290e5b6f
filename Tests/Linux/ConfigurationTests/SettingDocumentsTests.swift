import Foundation
import Testing

@testable import Configuration

/// The documents contain the tables of settings and options. `make settings` writes them.
@Suite struct SettingDocumentsTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..")
  private static var isWriting: Bool { ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil }

  private func lines(of file: String) throws -> [String] {
    try String(contentsOf: Self.root.appendingPathComponent(file), encoding: .utf8).components(separatedBy: "\n")
  }

  /// Compares a document, or writes it.
  private func check(_ file: String, _ wanted: [String]) throws {
    if Self.isWriting {
      let text = wanted.joined(separator: "\n")
      try text.write(to: Self.root.appendingPathComponent(file), atomically: true, encoding: .utf8)
    }
    let text = try lines(of: file).joined(separator: "\n")
    #expect(text == wanted.joined(separator: "\n"), "\(file) differs from the tables: make settings")
  }

  @Test func theFileOfThePackageHasEverySetting() throws {
    try check(SettingDocuments.configuration, SettingDocuments.configurationFile + [""])
  }

  @Test func manualsAndPagesHaveTheTables() throws {
    let parts = SettingDocuments.parts
    for file in Set(parts.map(\.file)).sorted() {
      var wanted = try lines(of: file)
      for part in parts where part.file == file {
        wanted = try #require(part.replaced(in: wanted), "\(file) has no \(part.heading)")
      }
      try check(file, wanted)
    }
  }

  @Test func manualPagesHaveNoEscapeOfMarkdown() {
    for part in SettingDocuments.parts where part.file.hasSuffix(".1") || part.file.hasSuffix(".5") {
      #expect(!part.text.contains { $0.contains("\\|") }, "\(part.file), \(part.heading)")
    }
  }
}
