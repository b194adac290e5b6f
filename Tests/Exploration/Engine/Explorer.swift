/// The limits of an exploration.
struct Limits {
  var states = Int.max
  var depth = Int.max
  /// Whether the first violation ends the exploration.
  var stopsAtViolation = true
}

/// An invariant that does not hold, with the shortest sequence of events that violates it.
struct Violation {
  let invariant: String
  let path: [String]
}

/// The result of an exploration.
struct Exploration {
  let machine: String
  var states = 0
  var transitions = 0
  /// The largest number of events from the start to a state.
  var depth = 0
  /// Whether every event was tried in every state, so that no other state can be reached.
  var isClosed = true
  var invariants = 0
  var violations: [Violation] = []
  var duration = Duration.zero
}

/// Breadth-first search through all states of a model.
///
/// Two states with the same fingerprint are one. The search is breadth-first, so the first path to a state is a
/// shortest one, and so is the path to a violation.
struct Explorer<M: Model> {
  private struct Step {
    let parent: Int
    let event: M.Event?
    let depth: Int
  }

  private let model: M
  private let invariants: [Invariant<M>]
  private let limits: Limits
  private var numbers: [Fingerprint: Int] = [:]
  private var steps: [Step] = []
  private var frontier: [(number: Int, state: M.State)] = []
  /// The states from which the honest phone was already tried.
  private var settled: Set<Fingerprint> = []
  private var result: Exploration

  init(_ model: M, _ limits: Limits = Limits()) {
    self.model = model
    self.limits = limits
    invariants = model.invariants
    result = Exploration(machine: model.name, invariants: invariants.count + 1)
  }

  /// Explores all states. Call it once.
  mutating func explore() -> Exploration {
    result.duration = ContinuousClock().measure { run() }
    return result
  }

  private mutating func run() {
    for state in model.initialStates() { visit(state, from: -1, by: nil) }
    while !frontier.isEmpty, !isOver {
      let level = frontier
      frontier = []
      if steps[level[0].number].depth >= limits.depth || steps.count >= limits.states {
        result.isClosed = false
        break
      }
      for (number, state) in level where !isOver { expand(state, number) }
    }
    result.states = steps.count
    result.depth = steps.last?.depth ?? 0
    if isOver { result.isClosed = false }
  }

  private var isOver: Bool { limits.stopsAtViolation && !result.violations.isEmpty }

  private mutating func expand(_ state: M.State, _ number: Int) {
    for event in model.events(in: state) {
      var after = state
      let observation = model.step(event, &after)
      result.transitions += 1
      let transition = Transition<M>(before: state, event: event, observation: observation, after: after)
      for invariant in invariants where !invariant.holds(transition) {
        note(invariant.name, at: number, by: event)
      }
      if isOver { return }
      visit(after, from: number, by: event)
    }
  }

  private mutating func visit(_ state: M.State, from parent: Int, by event: M.Event?) {
    let fingerprint = model.fingerprint(of: state)
    guard numbers[fingerprint] == nil else { return }
    let number = steps.count
    numbers[fingerprint] = number
    steps.append(Step(parent: parent, event: event, depth: parent < 0 ? 0 : steps[parent].depth + 1))
    frontier.append((number, state))
    var rested = state
    model.giveUpAndWait(&rested)
    guard settled.insert(model.fingerprint(of: rested)).inserted else { return }
    if let obstacle = model.honestPhoneFails(from: rested) { note("\(honestPhoneSucceeds): \(obstacle)", at: number) }
  }

  private mutating func note(_ invariant: String, at number: Int, by event: M.Event? = nil) {
    guard !result.violations.contains(where: { $0.invariant == invariant }) else { return }
    result.violations.append(
      Violation(invariant: invariant, path: path(to: number) + (event.map { [nameOf($0)] } ?? [])))
  }

  private func path(to number: Int) -> [String] {
    var path: [String] = []
    var step = steps[number]
    while let event = step.event {
      path.append(nameOf(event))
      step = steps[step.parent]
    }
    return path.reversed()
  }
}

extension Model {
  func fingerprint(of state: State) -> Fingerprint {
    var digest = Digest()
    read(state, into: &digest)
    return digest.fingerprint
  }
}

/// Returns the event's name as declared, without modules and types.
private func nameOf(_ event: some Any) -> String {
  var name = ""
  for word in "\(event)".split(separator: ".", omittingEmptySubsequences: false) {
    let start = name.lastIndex { !($0.isLetter || $0.isNumber || $0 == "_") }.map { name.index(after: $0) }
    // The part before a full stop is a module or a type.
    if !name.isEmpty { name.removeSubrange((start ?? name.startIndex)...) }
    name += word
  }
  return name
}
