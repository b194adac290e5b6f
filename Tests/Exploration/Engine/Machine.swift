import SecurityManager

/// One of the machines, with its model's type erased.
struct Machine: Sendable {
  let name: String
  /// The depth to which it is explored by default.
  let depth: Int
  private let run: @Sendable (Limits) -> Exploration

  private init<M: Model & SendableMetatype>(depth: Int = .max, _ model: @escaping @Sendable () -> M) {
    name = model().name
    self.depth = depth
    run = { limits in
      var explorer = Explorer(model(), limits)
      return explorer.explore()
    }
  }

  func explore(_ limits: Limits) -> Exploration {
    var limits = limits
    if limits.depth == .max { limits.depth = depth }
    return run(limits)
  }

  static let all = [
    Machine(depth: 14) { PairingModel(.secureConnections) },
    Machine(depth: 14) { PairingModel(.compatible) },
    Machine(depth: 14) { PairingModel(.noneConfirm) },
    Machine(depth: 6) { PairingModel(.secureConnections, hasWeakBonds: true) },
    Machine(depth: 6) { PairingModel(.compatible, hasWeakBonds: true) },
    Machine(depth: 6) { PairingModel(.noneConfirm, hasWeakBonds: true) },
    Machine(depth: 12) { LinkModel(changesAddress: false) },
    Machine(depth: 12) { LinkModel(changesAddress: true) },
    Machine { ClientModel() },
    Machine { ServerModel() },
    Machine { SignallingModel() },
    Machine(depth: 12) { SessionModel<3, 3_072>() },
    Machine(depth: 12) { SessionModel<2, 2_048>() },
  ]
}

extension Machine: CustomStringConvertible {
  var description: String { name }
}
