import Foundation
import Octets
import TestSupport
import Testing

@testable import Displays

/// The cost of an update in octets on the bus, including the address octet of each message.
@Suite struct UpdateCostTests {
  /// The cost limits from Benchmarks/budget.txt: `panel UPDATE - AT-MOST`.
  private static func budget() throws -> [String: Int] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let text = try String(contentsOf: root.appendingPathComponent("Benchmarks/budget.txt"), encoding: .utf8)
    var budget: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let words = line.prefix { $0 != "#" }.split(separator: " ")
      guard words.count == 4, words[0] == "panel" else { continue }
      let limit = try #require(Int(words[3]))
      budget[String(words[1])] = limit
    }
    return budget
  }

  @Test func noUpdateTakesMoreThanTheBudgetAllows() throws {
    let budget = try Self.budget()
    var excesses: [String] = []
    print("| update | octets that differ | bound | sent | aimed at |\n|---|---:|---:|---:|---:|")
    for update in PanelUpdate.all {
      let cost = try update.cost()
      let differing = update.rows == 0 ? "\(update.changed)" : "\(update.changed) (\(update.changedBehindStartLine))"
      let aim = update.aim.map { "\($0.octets) (\($0.bound))" } ?? "-"
      print("| \(update.title) | \(differing) | \(update.bound) | \(cost) | \(aim) |")
      let most = budget[update.name] ?? 0
      if cost > most {
        excesses.append("\(update.name) takes \(cost) octets, \(cost - most) more than budget.txt allows")
      }
    }
    #expect(excesses.isEmpty, "\(excesses.joined(separator: "\n"))")
    #expect(Set(budget.keys) == Set(PanelUpdate.all.map(\.name)))
  }

  /// No choice of runs in page mode costs less. All choices are tried, by dynamic programming over the possible starts
  /// and ends of runs.
  @Test func noRunsOfAPageAreCheaperThanThePlan() throws {
    for update in PanelUpdate.all {
      let cost = try update.cost()
      let scrolled = Self.cheapestRuns(from: update.before, to: update.moved) + 1
      // The driver starts in horizontal mode, and leaving that mode takes two octets.
      let cheapest =
        min(Self.cheapestRuns(from: update.before, to: update.after), update.rows == 0 ? .max : scrolled) + 2
      #expect(cost <= cheapest, "\(update.name)")
    }
  }

  private static func cheapestRuns(from old: [UInt8], to new: [UInt8]) -> Int {
    (0..<8).reduce(0) { sum, page in
      let columns = (0..<128).filter { old[page * 128 + $0] != new[page * 128 + $0] }
      var best = [0]
      for last in columns.indices {
        let runs = (0...last).map { best[$0] + ($0 == 0 ? 7 : 6) + columns[last] - columns[$0] + 1 }
        best.append(runs.min() ?? 0)
      }
      return sum + best[columns.count]
    }
  }

  /// The plan never costs more than sending the whole RAM, and never less than the octets that differ.
  @Test func aPlanCostsBetweenTheDifferencesAndAFullFlush() throws {
    for update in PanelUpdate.all where update.rows == 0 {
      let cost = try update.cost()
      #expect((update.bound...1_034 + 16).contains(cost), "\(update.name)")
    }
  }

  @Test func thePartBelowTheTitleBarIsSentFirst() {
    let dark = [UInt8](repeating: 0, count: 1_024)
    var lit = dark
    for page in [0, 1, 3, 7] { lit[page * 128 + 15 * page] = 0xFF }
    for (first, pages) in [(0, [0, 1, 3, 7]), (2, [3, 7, 0, 1]), (4, [7, 0, 1, 3])] as [(UInt8, [UInt8])] {
      var plan = UpdatePlan(from: dark.span, to: lit.span, startingAt: first, PanelCursor(), hasWindows: true)
      var sent: [UInt8] = []
      while let region = plan.region {
        sent.append(region.firstPage)
        plan.advance()
      }
      #expect(sent == pages)
    }
  }
}
