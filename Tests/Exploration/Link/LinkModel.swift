import Identifiers
import Timing
import WatchProfile

@testable import GAP
@testable import HCI

/// The link machine, which advertises and serves one link, and a controller that may report anything and refuse any
/// command, but answers commands in order.
struct LinkModel: Model {
  /// Whether address changes are explored; if not, everything else is.
  let changesAddress: Bool

  var name: String { changesAddress ? "link, private" : "link" }

  struct State {
    var link: Replica<PeripheralLink>
    var now = Instant.start + .seconds(1000)
    /// The commands that the controller has not yet answered.
    var pending: [Pending] = []
    var facts = Facts()
  }

  struct Pending {
    let command: Command
    /// Whether it was sent before the current link began.
    var isOld = false
  }

  /// The past events that the invariants refer to.
  struct Facts: Equatable {
    /// Whether the controller advertises, if its reports are true.
    var isAdvertising = false
    /// The link that was reported to the machine's owner.
    var link: ConnectionHandle?
    /// Whether that link is encrypted with a key of the watch.
    var isEncrypted = false
    /// How often its disconnection was requested and not refused.
    var disconnects = 0
    var parameterRequests = 0
    /// Whether the link was rejected.
    var isRejected = false
    /// The address that the controller has, and advertises with.
    var address: DeviceAddress?
  }

  struct Observation {
    var change: PeripheralLink.Change?
    var commands: [Command] = []
    var parameterRequests = 0
  }

  /// When this many commands are pending, the controller must answer one before it reports anything else.
  static let pendingLimit = 3

  func initialStates() -> [State] {
    let name: [UInt8] = Array("Belfry".utf8)
    return [
      State(link: Replica(PeripheralLink(Advertisement(watchNamed: name.span))))
    ]
  }

  func step(_ event: Event, _ state: inout State) -> Observation {
    var observation = Observation()
    switch event {
    case .start:
      state.pending = []
      let now = state.now
      state.facts.address = Self.ownAddress
      state.link.change { $0.start(as: Self.ownAddress, now: now) }
    case .changeAddress:
      let isFirst = state.facts.address == Self.ownAddress
      state.link.change { $0.changeAddress(to: isFirst ? Self.otherAddress : Self.ownAddress) }
    case .phoneSpeaks: state.link.change { $0.noteData() }
    case .answerParameters(let answer):
      let now = state.now
      state.link.change { $0.parametersAnswered(answer, now: now) }
    case .openWindow:
      let now = state.now
      state.link.change { $0.openPairingWindow(for: Self.windowTime, now: now) }
    case .closeWindow:
      let now = state.now
      state.link.change { $0.closePairingWindow(now: now) }
    case .ownerRejects:
      state.facts.isRejected = state.facts.link != nil
      state.link.change { $0.reject() }
    case .ownerDisconnects:
      state.link.change { $0.disconnect(.remoteUserTerminatedConnection) }
    case .reachDeadline:
      guard let deadline = state.deadline else { break }
      state.now = max(state.now, deadline)
      let now = state.now
      state.link.change { $0.handleTimeout(now: now) }
    case .windowEnds:
      state.now = state.now + Self.windowTime
    case .answer(let status): answer(status, &state, &observation)
    case .report(let report): tell(report.event, &state, &observation)
    }
    collect(&state, &observation)
    return observation
  }

  private static let ownAddress = DeviceAddress(kind: .random, octets: [1, 2, 3, 4, 5, 0xC6])
  private static let otherAddress = DeviceAddress(kind: .random, octets: [6, 5, 4, 3, 2, 0x41])
  private static let windowTime = Interval.seconds(120)

  private func tell(_ event: ControllerEvent, _ state: inout State, _ observation: inout Observation) {
    if case .connected(let connection) = event, connection.role == .peripheral { state.facts.isAdvertising = false }
    if case .failed = event {
      state.pending = []
      state.facts.isAdvertising = false
    }
    let now = state.now
    observation.change = state.link.change { $0.handle(event, now: now) }
    note(observation.change, of: event, &state)
  }

  private func note(_ change: PeripheralLink.Change?, of event: ControllerEvent, _ state: inout State) {
    switch change {
    case .connected(let connection), .replaced(by: let connection):
      let facts = state.facts
      state.facts = Facts(
        isAdvertising: facts.isAdvertising, link: connection.handle, address: facts.address)
      for index in state.pending.indices { state.pending[index].isOld = true }
    case .disconnected(let handle, _) where handle != state.facts.link: break
    case .disconnectedInSilence(let handle) where handle != state.facts.link: break
    case .disconnected, .disconnectedInSilence:
      state.facts = Facts(isAdvertising: state.facts.isAdvertising, address: state.facts.address)
    case .encrypted: break
    case .encryptionLost, .advertisingRefused, nil: break
    }
    switch event {
    case .encryptionChange(let change, let isKeyOurs) where change.connectionHandle == state.facts.link:
      if change.status == .success { state.facts.isEncrypted = change.isEnabled && isKeyOurs }
    case .encryptionKeyRefreshComplete(let refresh, let isKeyOurs) where refresh.connectionHandle == state.facts.link:
      state.facts.isEncrypted = refresh.status == .success && isKeyOurs
    default: break
    }
  }

  private func answer(_ status: ErrorCode, _ state: inout State, _ observation: inout Observation) {
    let pending = state.pending.removeFirst()
    let command = pending.command
    if case .leSetAdvertisingEnable(let isEnabled) = command, status == .success || !isEnabled {
      state.facts.isAdvertising = isEnabled && state.facts.link == nil
    }
    if case .leSetRandomAddress(let address) = command, status == .success { state.facts.address = address }
    if !command.isOfAdvertising, !pending.isOld, status != .success { state.facts.disconnects -= 1 }
    tell(
      status == .success ? .commandSucceeded(command.opcode) : .commandFailed(command.opcode, status), &state,
      &observation)
  }

  private func collect(_ state: inout State, _ observation: inout Observation) {
    for _ in 0..<16 {
      guard let action = state.link.change({ $0.nextAction() }) else { return }
      switch action {
      case .send(let command):
        observation.commands.append(command)
        // The machine ignores the results of other commands.
        guard command.isOfAdvertising || state.facts.link.map(command.ends) == true else { continue }
        state.pending.append(Pending(command: command))
        if !command.isOfAdvertising { state.facts.disconnects += 1 }
      case .requestConnectionParameters(let handle, _):
        observation.parameterRequests += 1
        if handle == state.facts.link { state.facts.parameterRequests += 1 }
      }
    }
  }

  private let reader = Reader(omitting: [
    "PeripheralLink.payload", "PeripheralLink.churn", "PeripheralLink.rejections", "PeripheralLink.window",
    "AdvertisingSequence.pause", "Series.limit",
  ])

  /// Two things do not count: how often a pause or a limit has doubled, and details of earlier links that do not affect
  /// the machine.
  func read(_ state: State, into digest: inout Digest) {
    digest.now = state.now
    digest.know(next: state.deadline)
    digest.memory = LinkChurn.shortTime
    state.link.look { link in
      reader.read(link, into: &digest)
      digest.add(link.churn.isChurning(at: state.now))
      digest.add(link.churn.pause(at: state.now) == .zero)
      digest.add(link.rejections.pause(at: state.now) == .zero)
      reader.read(link.window.end(now: state.now), into: &digest)
    }
    for pending in state.pending { reader.read(pending, into: &digest) }
    reader.read(state.facts, into: &digest)
  }
}

extension LinkModel.State {
  var phase: PeripheralLink.State { link.look { $0.state } }
  var deadline: Instant? { link.look { $0.deadline } }
  var isWindowOpen: Bool { link.look { $0.isPairingWindowOpen(at: now) } }

  /// The handle of the link that the machine serves, if there is one.
  var handle: ConnectionHandle? {
    switch phase {
    case .connected(let handle), .encrypted(let handle): handle
    case .standby, .preparing, .advertising: nil
    }
  }
}
