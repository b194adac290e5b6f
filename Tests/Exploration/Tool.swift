import Glibc

/// Explores the machines and prints the results.
///
///     belfry-explore [--depth LIMIT] [--states LIMIT] [MACHINE…]
///
/// Exit status 1: an invariant does not hold. The shortest sequence of events that violates it is printed.
@main
enum Tool {
  static func main() async {
    var limits = Limits()
    var names: [String] = []
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--states": limits.states = number(arguments.popFirst(), of: argument)
      case "--depth": limits.depth = number(arguments.popFirst(), of: argument)
      default: names.append(argument)
      }
    }
    let machines = Machine.all.filter { names.isEmpty || names.contains($0.name) }
    guard !machines.isEmpty else {
      print("no such machine; there are: \(Machine.all.map(\.name).joined(separator: "; "))")
      exit(2)
    }
    let violated = await explore(machines, limits)
    exit(violated == 0 ? 0 : 1)
  }

  /// Returns the positive number that follows an option, or ends the program.
  private static func number(_ text: String?, of option: String) -> Int {
    guard let number = text.flatMap(Int.init), number > 0 else {
      print("\(option) needs a number above 0")
      exit(2)
    }
    return number
  }

  /// Explores all machines in parallel, one per processor. Returns how many violate an invariant.
  private static func explore(_ machines: [Machine], _ limits: Limits) async -> Int {
    print(Exploration.heading)
    var results: [Exploration] = []
    await withTaskGroup(of: Exploration.self) { group in
      for machine in machines { group.addTask { machine.explore(limits) } }
      for await found in group {
        results.append(found)
        print(found.line)
        for violation in found.violations { print(violation.text) }
        fflush(nil)
      }
    }
    let violated = results.count { !$0.violations.isEmpty }
    let (states, transitions) = (results.map(\.states).reduce(0, +), results.map(\.transitions).reduce(0, +))
    print("explore: \(results.count) machines, \(states) states, \(transitions) transitions, \(violated) violated")
    return violated
  }
}

extension Exploration {
  fileprivate static let heading = columns("machine", "states", "transitions", "depth", "", "invariants", "time")

  fileprivate var line: String {
    Self.columns(
      machine, "\(states)", "\(transitions)", "\(depth)", isClosed ? "exhausted" : "bounded", "\(invariants)",
      "\(duration.components.seconds) s")
  }

  private static func columns(_ name: String, _ others: String...) -> String {
    name + String(repeating: " ", count: max(1, 34 - name.count))
      + others.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
  }
}

extension Violation {
  /// The events in order, from the start.
  fileprivate var text: String {
    let steps = path.enumerated().map { "    \($0.offset + 1). \($0.element)" }
    return "  violated: \(invariant)\n" + steps.joined(separator: "\n")
  }
}
