/// A machine and its environment, as the explorer sees them: a state that can be copied, and all events that may
/// happen.
///
/// The observation of a step holds what the machine sends and requests. The past events that an invariant refers to are
/// part of the state.
protocol Model {
  associatedtype State
  associatedtype Event
  associatedtype Observation

  var name: String { get }
  var invariants: [Invariant<Self>] { get }

  /// Returns the states from which exploration starts.
  func initialStates() -> [State]
  /// Returns all events that are possible in `state`. The environment may be honest, faulty or hostile.
  func events(in state: State) -> [Event]
  /// Applies `event` to the state and returns what the machine did.
  func step(_ event: Event, _ state: inout State) -> Observation
  /// Adds every part of `state` that affects its future.
  func read(_ state: State, into digest: inout Digest)

  /// Lets an honest phone disconnect and wait: `honestPhoneFails` starts in the resulting state.
  func giveUpAndWait(_ state: inout State)
  /// Lets an honest phone do everything it connected for. Returns the step at which it failed, or nil if it succeeded.
  func honestPhoneFails(from state: State) -> String?
}

/// A condition that must hold for every transition, and so for every state.
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

/// The name of the condition that every model must meet in addition to its invariants.
let honestPhoneSucceeds = "an honest phone succeeds from every state"
