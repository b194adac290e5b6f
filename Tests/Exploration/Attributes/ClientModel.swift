import Identifiers
import Octets
import TestSupport
import Timing

@testable import ATT
@testable import GATT

/// The attribute client of one link, and a server that sends any response.
struct ClientModel: Model {
  let name = "attribute client"

  struct State {
    var client = Replica(GATTClient())
    var bearer = AttributeBearer(receiveMTU: 50)
    var now = Instant.start + .seconds(1000)
    var facts = Facts()
  }

  /// The past events that the invariants refer to.
  struct Facts {
    /// The request that was sent and has no response yet.
    var request: [UInt8]?
    /// The number of indications that are not yet confirmed.
    var unconfirmed = 0
    /// Whether a procedure was started and has not reported its end.
    var isRunning = false
  }

  struct Observation {
    var pdus: [[UInt8]] = []
    var results: [ProcedureResult] = []
    /// The handles whose values reached the caller, by the kind of PDU.
    var notified: [AttributeHandle] = []
    var hasContent = false
    /// Whether this was the expected response, or an error response to the request.
    var isAnswered = false
    var wasStarted = false
  }

  func initialStates() -> [State] {
    var state = State()
    state.bearer.security.isEncrypted = true
    state.client.change { _ = $0.acceptValues(from: HonestServer.sourceHandle) }
    return [state]
  }

  func step(_ event: Event, _ state: inout State) -> Observation {
    var observation = Observation()
    let now = state.now
    switch event {
    case .start(let task):
      observation.wasStarted = state.client.change { task.start(on: &$0) }
      if observation.wasStarted { state.facts.isRunning = true }
    case .send:
      let bearer = state.bearer
      observation.pdus = state.client.change { client in
        drain(capacity: bearer.mtu) { client.nextPDU(into: &$0, on: bearer, now: now) }
      }
      for pdu in observation.pdus {
        if pdu[0] == Opcode.handleValueConfirmation.rawValue {
          state.facts.unconfirmed -= 1
        } else {
          state.facts.request = pdu
        }
      }
    case .say(let saying): hear(saying.octets(state), &state, &observation)
    case .encrypt(let isEncrypted): state.bearer.security.isEncrypted = isEncrypted
    case .phoneExchangesMTU: state.bearer.completeMTUExchange(peerReceiveMTU: 40)
    case .reachDeadline:
      guard let deadline = state.deadline else { break }
      state.now = max(now, deadline)
      let now = state.now
      state.client.change { $0.handleTimeout(now: now) }
    case .reset:
      state = initialStates()[0]
      state.now = now
    }
    while let result = state.client.change({ $0.takeResult() }) {
      observation.results.append(result)
      state.facts.isRunning = false
      // The request is no longer pending, whatever the server sends now.
      state.facts.request = nil
    }
    return observation
  }

  private func hear(_ pdu: [UInt8], _ state: inout State, _ observation: inout Observation) {
    guard state.bearer.route(pdu.span) == .client else { return }
    let now = state.now
    if pdu[0] == Opcode.handleValueIndication.rawValue, !state.isLost {
      state.facts.unconfirmed = min(state.facts.unconfirmed + 1, 1)
    }
    observation.isAnswered =
      state.facts.request.map { pdu[0] == $0[0] + 1 || pdu.count == 5 && pdu[..<2] == [1, $0[0]] } == true
    state.client.change { client in
      switch client.handle(pdu.span, on: &state.bearer, now: now) {
      case .none: break
      case .notification(let handle, _), .indication(let handle, _): observation.notified.append(handle)
      case .services, .characteristics, .descriptors, .value: observation.hasContent = true
      }
    }
    if observation.isAnswered { state.facts.request = nil }
  }

  private let reader = Reader(omitting: ["GATTClient.procedure", "ClientProcedure.value"])

  func read(_ state: State, into digest: inout Digest) {
    digest.now = state.now
    state.client.look { client in
      reader.read(client, into: &digest)
      reader.read(client.procedure, into: &digest)
      digest.add(client.procedure.value.span)
    }
    reader.read(state.bearer, into: &digest)
    digest.add(state.facts.request ?? [])
    digest.add(state.facts.unconfirmed)
    digest.add(state.facts.isRunning)
  }
}

extension ClientModel.State {
  var deadline: Instant? { client.look { $0.deadline } }
  var isLost: Bool { client.look { $0.isBearerLost } }
  var isBusy: Bool { client.look { $0.isBusy } }
}
