import Testing

@testable import belfry_explore

/// Explores every machine to a small depth; `make explore` explores all states.
@Suite struct ExplorationTests {
  @Test(arguments: Machine.all) func everyInvariantHolds(machine: Machine) {
    let found = machine.explore(Limits(states: 150))
    #expect(found.violations.isEmpty, "\(found.violations)")
  }
}
