/// A machine and the world around it, as the explorer sees them: a state that can be copied, and all that may happen.
///
/// What a machine sends and asks for is the observation of a step; what a spectator remembers of the past, because an
/// invariant speaks of it, is part of the state.
protocol Model {
  associatedtype State
  associatedtype Event
  associatedtype Observation

  var name: String { get }
  var invariants: [Invariant<Self>] { get }

  /// Where exploration begins.
  func initialStates() -> [State]
  /// The whole alphabet that has a meaning in `state`: what an honest, a clumsy and a hostile world can do.
  func events(in state: State) -> [Event]
  /// Lets `event` happen, and says what came of it.
  func step(_ event: Event, _ state: inout State) -> Observation
  /// Puts all of `state` that its future depends on.
  func read(_ state: State, into digest: inout Digest)

  /// Lets an honest phone give up and wait: the state from which `honestPhoneFails` begins.
  func giveUpAndWait(_ state: inout State)
  /// Lets an honest phone do all it came for. Returns where it got stuck; nil if it succeeded.
  func honestPhoneFails(from state: State) -> String?
}

/// What has to be true of every transition, and thereby of every state.
struct Invariant<M: Model> {
  let name: String
  let holds: (Transition<M>) -> Bool

  init(_ name: String, _ holds: @escaping (Transition<M>) -> Bool) {
    self.name = name
    self.holds = holds
  }
}

struct Transition<M: Model> {
  let before: M.State
  let event: M.Event
  let observation: M.Observation
  let after: M.State
}

/// The name of what every model demands beside its own invariants.
let honestPhoneSucceeds = "an honest phone succeeds from every state"
