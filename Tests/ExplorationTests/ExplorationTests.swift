import Testing

@testable import belfry_explore

/// Every machine, as far as there is time for in each run of the tests; `make explore` goes all the way.
@Suite struct ExplorationTests {
  @Test(arguments: Machine.all) func everyInvariantHolds(machine: Machine) {
    let found = machine.explore(Limits(states: 150))
    #expect(found.violations.isEmpty, "\(found.violations)")
  }
}
