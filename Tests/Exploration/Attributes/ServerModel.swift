import Octets
import TestSupport
import Timing
import WatchProfile

@testable import ATT
@testable import GATT

/// The attribute server of one link, and a client that sends any request.
struct ServerModel: Model {
  let name = "attribute server"

  struct State {
    var server: Replica<GATTServer>
    var bearer = AttributeBearer(receiveMTU: 100)
    var now = Instant.start + .seconds(1000)
    var facts = Facts()
  }

  /// The past events that the invariants refer to.
  struct Facts {
    /// Whether an indication was sent and is not yet confirmed.
    var isUnconfirmed = false
    /// Whether the client must still be informed that the database changed.
    var isChangeOwed = false
    /// The earliest time at which Service Changed may be sent.
    var quietUntil = Instant.start
  }

  struct Observation {
    var response: [UInt8]?
    var unasked: [[UInt8]] = []
    var changes = ServerChanges()
  }

  func initialStates() -> [State] {
    [
      State(
        server: Replica(
          GATTServer(database: WatchDatabase.make(name: Array("B".utf8).span))))
    ]
  }

  func step(_ event: Event, _ state: inout State) -> Observation {
    var observation = Observation()
    let now = state.now
    switch event {
    case .say(let saying): hear(saying.octets(state.bearer), &state, &observation)
    case .send:
      let bearer = state.bearer
      observation.unasked = state.server.change { server in
        drain(capacity: bearer.mtu) { server.nextPDU(into: &$0, on: bearer, now: now) }
      }
      for pdu in observation.unasked where pdu[0] == Opcode.handleValueIndication.rawValue {
        state.facts.isUnconfirmed = true
        state.facts.isChangeOwed = false
      }
    case .encrypt(let isEncrypted):
      state.bearer.security = BearerSecurity(
        isEncrypted: isEncrypted, isAuthenticated: isEncrypted)
    case .databaseChanges:
      state.server.change { $0.noteDatabaseChange(now: now) }
      state.facts.isChangeOwed = !state.facts.isUnconfirmed
      state.facts.quietUntil = now + .seconds(10)
    case .batteryFalls:
      state.server.change { server in
        let level: [UInt8] = server.value(of: WatchDatabase.batteryLevel).span[0] == 100 ? [50] : [100]
        if server.setValue(level.span, of: WatchDatabase.batteryLevel) { server.notify(WatchDatabase.batteryLevel) }
      }
    case .reachDeadline:
      guard let deadline = state.deadline else { break }
      state.now = max(now, deadline)
      let now = state.now
      state.server.change { $0.handleTimeout(now: now) }
    case .reconnect:
      state.server.change { $0.connect() }
      state.bearer = AttributeBearer(receiveMTU: 100)
      state.facts = Facts()
    }
    return observation
  }

  private func hear(_ pdu: [UInt8], _ state: inout State, _ observation: inout Observation) {
    let now = state.now
    var bearer = state.bearer
    var changes = ServerChanges()
    let response = state.server.change { server in
      output(capacity: 100) { changes = server.handle(pdu.span, on: &bearer, response: &$0, now: now) }
    }
    state.bearer = bearer
    observation.response = response.isEmpty ? nil : response
    observation.changes = changes
    if pdu == [Opcode.handleValueConfirmation.rawValue] { state.facts.isUnconfirmed = false }
    if changes.configurationChanged, state.facts.isChangeOwed { state.facts.quietUntil = now }
  }

  private let reader = Reader(omitting: ["GATTServer.database", "GATTServer.databaseHash"])

  func read(_ state: State, into digest: inout Digest) {
    digest.now = state.now
    digest.know(next: earliest(state.deadline, state.facts.quietUntil > state.now ? state.facts.quietUntil : nil))
    state.server.look {
      reader.read($0, into: &digest)
      // The battery level is the only value of the database that changes.
      digest.add(UInt64($0.value(of: WatchDatabase.batteryLevel).span[0]))
    }
    reader.read(state.bearer, into: &digest)
    reader.read(state.facts, into: &digest)
  }
}

extension ServerModel.State {
  var deadline: Instant? { server.look { $0.deadline } }
  var isLost: Bool { server.look { $0.isBearerLost } }
}
