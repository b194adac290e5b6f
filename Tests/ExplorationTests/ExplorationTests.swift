import Testing

@testable import belfry_explore

/// Explores the first states of every machine. `make explore` explores most machines to a default depth, and all states
/// of the others.
@Suite struct ExplorationTests {
  @Test(arguments: Machine.all) func everyInvariantHolds(machine: Machine) {
    let found = machine.explore(Limits(states: 150))
    #expect(found.violations.isEmpty, "\(found.violations)")
  }
}
