import L2CAP
import TestSupport
import Timing

/// The signalling channel of one link, and a central that sends any command or response.
struct SignallingModel: Model {
  let name = "signalling"

  struct State {
    var channel = SignallingChannel()
    var now = Instant.start + .seconds(1000)
    /// The identifier of the request that was sent and has neither a response nor a timeout.
    var awaited: UInt8?
    /// Whether a request was accepted and is not yet sent.
    var isWanted = false
    /// The number of refusals sent without a pause of one second between them.
    var refusals = 0
  }

  enum Event: Equatable, CaseIterable {
    case request, send
    case accept, reject, commandReject, answerOther, answerCutShort
    /// Commands that every peripheral refuses.
    case connectionRequest, disconnectionRequest, parameterRequest, unknown, tooLong
    case empty, identifierZero
    case reachDeadline, secondPasses
  }

  struct Observation {
    var isTaken = false
    var pdus: [[UInt8]] = []
    var answer: [UInt8] = []
    var event: SignallingEvent?
  }

  func initialStates() -> [State] { [State()] }

  func events(in state: State) -> [Event] {
    Event.allCases.filter { $0 != .reachDeadline || state.channel.deadline != nil }
  }

  func step(_ event: Event, _ state: inout State) -> Observation {
    var observation = Observation()
    switch event {
    case .request:
      let parameters = ConnectionParameterUpdateRequest(
        intervalMinimum: 24, intervalMaximum: 40, latency: 3, timeoutMultiplier: 600)!
      observation.isTaken = state.channel.request(parameters)
      if observation.isTaken { state.isWanted = true }
    case .send:
      let now = state.now
      observation.pdus = drain(capacity: 23) { state.channel.nextPDU(into: &$0, now: now) }
      if let pdu = observation.pdus.first {
        state.awaited = pdu[1]
        state.isWanted = false
      }
    case .reachDeadline:
      guard let deadline = state.channel.deadline else { break }
      state.now = max(state.now, deadline)
      observation.event = state.channel.handleTimeout(now: state.now)
      state.refusals = 0
    case .secondPasses:
      // Unless the channel has an earlier deadline.
      let end = state.now + .seconds(1)
      if let deadline = state.channel.deadline, deadline <= end { break }
      state.now = end
      state.refusals = 0
    case .accept, .reject, .commandReject, .answerOther, .answerCutShort, .connectionRequest, .disconnectionRequest,
      .parameterRequest, .unknown, .tooLong, .empty, .identifierZero:
      hear(octets(event, state), &state, &observation)
    }
    switch observation.event {
    case .parameterUpdateAccepted, .parameterUpdateRejected, .parameterUpdateTimedOut: state.awaited = nil
    case .refusalLimitReached, nil: break
    }
    return observation
  }

  private func hear(_ pdu: [UInt8], _ state: inout State, _ observation: inout Observation) {
    let now = state.now
    observation.answer = output(capacity: 23) { answer in
      observation.event = state.channel.handle(pdu.span, answer: &answer, now: now)
    }
    if !observation.answer.isEmpty { state.refusals += 1 }
  }

  private func octets(_ event: Event, _ state: State) -> [UInt8] {
    let identifier = state.awaited ?? 7
    return switch event {
    case .accept: [0x13, identifier, 2, 0, 0, 0]
    case .reject: [0x13, identifier, 2, 0, 1, 0]
    case .commandReject: [0x01, identifier, 2, 0, 0, 0]
    case .answerOther: [0x13, identifier &+ 1, 2, 0, 0, 0]
    case .answerCutShort: [0x13, identifier, 2, 0, 0]
    case .connectionRequest: [0x14, 9, 10, 0, 0x80, 0, 0x40, 0, 23, 0, 23, 0, 1, 0]
    case .disconnectionRequest: [0x06, 9, 4, 0, 0x40, 0, 0x41, 0]
    case .parameterRequest: [0x12, 9, 8, 0, 24, 0, 40, 0, 0, 0, 0x48, 0]
    case .unknown: [0x7E, 9, 0, 0]
    case .tooLong: [0x08, 9, 30, 0] + [UInt8](repeating: 0, count: 30)
    case .empty: []
    case .identifierZero: [0x7E, 0, 0, 0]
    case .request, .send, .reachDeadline, .secondPasses: []
    }
  }

  var invariants: [Invariant<SignallingModel>] {
    [
      Invariant("one request is pending at most") { step in
        let before = step.before
        return !step.observation.isTaken || before.awaited == nil && !before.isWanted
      },
      Invariant("only requested PDUs are sent, each once") { step in
        step.observation.pdus.isEmpty || step.observation.pdus.count == 1 && step.before.isWanted
      },
      Invariant("a request ends once, and only with its response or its deadline") { step in
        switch step.observation.event {
        case .parameterUpdateAccepted: step.before.awaited != nil && step.event == .accept
        case .parameterUpdateRejected: step.before.awaited != nil && [.reject, .commandReject].contains(step.event)
        case .parameterUpdateTimedOut: step.before.awaited != nil && step.event == .reachDeadline
        case .refusalLimitReached, nil: true
        }
      },
      Invariant("every wait has a deadline") { step in
        (step.after.awaited != nil) == (step.after.channel.deadline != nil)
      },
      Invariant("the response to a pending request is accepted") { step in
        guard [.accept, .reject, .commandReject].contains(step.event) else { return true }
        return step.before.awaited == nil || step.after.awaited == nil
      },
      Invariant("the peer cannot cause much output") { step in step.after.refusals <= SignallingChannel.refusalLimit },
      Invariant("responses are not refused") { step in
        switch step.event {
        case .connectionRequest, .disconnectionRequest, .parameterRequest, .unknown, .tooLong: true
        default: step.observation.answer.isEmpty
        }
      },
    ]
  }

  private let reader = Reader(omitting: ["SignallingChannel.lastIdentifier", "SignallingChannel.droppedCount"])

  /// The value of the identifier does not count, only whether one is pending.
  func read(_ state: State, into digest: inout Digest) {
    digest.now = state.now
    var channel = state.channel
    // After the response, the channel holds no identifier.
    if let awaited = state.awaited {
      let answer: [UInt8] = [0x13, awaited, 2, 0, 0, 0]
      _ = output(capacity: 0) { _ = channel.handle(answer.span, answer: &$0, now: state.now) }
      digest.add(state.channel.deadline?.since(state.now).microseconds ?? 0)
    }
    reader.read(channel, into: &digest)
    digest.add(state.awaited != nil)
    digest.add(state.isWanted)
    digest.add(state.refusals)
  }

  func giveUpAndWait(_ state: inout State) {
    for _ in 0..<2 {
      _ = step(.send, &state)
      _ = step(.accept, &state)
    }
    _ = step(.secondPasses, &state)
  }

  func honestPhoneFails(from state: State) -> String? {
    var state = state
    guard step(.request, &state).isTaken, step(.send, &state).pdus.count == 1 else { return "nothing is asked" }
    guard step(.accept, &state).event == .parameterUpdateAccepted else { return "the answer is not heard" }
    return step(.connectionRequest, &state).answer.isEmpty ? "a request is not refused" : nil
  }
}
