import Identifiers
import Timing

@testable import GAP
@testable import HCI

/// The link: the machine that advertises and serves one link, and a controller that reports anything and refuses
/// anything, but answers commands in their order.
struct LinkModel: Model {
  /// Whether what is explored is how the address changes; if not, all else.
  let changesAddress: Bool

  var name: String { changesAddress ? "link, private" : "link" }

  struct State {
    var link: Replica<PeripheralLink>
    var now = Instant.start + .seconds(1000)
    /// The commands that the controller has not answered.
    var pending: [Pending] = []
    var facts = Facts()
  }

  struct Pending {
    let command: Command
    /// Whether it was sent before the link there is began.
    var isOld = false
  }

  /// What a spectator remembers.
  struct Facts: Equatable {
    /// Whether the controller advertises, if it means what it says.
    var isAdvertising = false
    /// The link that the machine's owner was told of.
    var link: ConnectionHandle?
    /// Whether that link is encrypted with a key of ours.
    var isEncrypted = false
    /// How often its end was asked for and not refused.
    var disconnects = 0
    var parameterRequests = 0
    /// How long the link may stay if it was never encrypted.
    var patience: Instant?
    /// The address that the controller has, and advertises with.
    var address: DeviceAddress?
  }

  struct Observation {
    var change: PeripheralLink.Change?
    var commands: [Command] = []
    var parameterRequests = 0
    var isRestartWanted = false
  }

  /// With so many commands on their way, the controller has to answer one before it says anything else.
  static let pendingLimit = 3

  func initialStates() -> [State] {
    let name: [UInt8] = Array("Belfry".utf8)
    return [
      State(link: Replica(PeripheralLink(payload: AdvertisingPayload(layout: .solicitationFirst, name: name.span))))
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
      state.facts.patience = state.facts.patience.map { max($0, now + Self.windowTime) }
    case .closeWindow:
      let now = state.now
      state.link.change { $0.closePairingWindow(now: now) }
    case .pairingStarts:
      let now = state.now
      state.link.change { $0.pairingStarted(now: now) }
      state.facts.patience = state.facts.patience.map { max($0, now + .seconds(60)) }
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
      let windowEnd = state.link.look { $0.window.end(now: state.now) }
      state.facts = Facts(
        isAdvertising: facts.isAdvertising, link: connection.handle,
        patience: max(state.now + .seconds(30), windowEnd ?? .start), address: facts.address)
      for index in state.pending.indices { state.pending[index].isOld = true }
    case .disconnected(let handle, _) where handle != state.facts.link: break
    case .disconnected:
      state.facts = Facts(isAdvertising: state.facts.isAdvertising, address: state.facts.address)
    case .encrypted: state.facts.patience = nil
    case .encryptionLost, nil: break
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
        // Of other commands the machine does not mind how they end.
        guard command.isOfAdvertising || state.facts.link.map(command.ends) == true else { continue }
        state.pending.append(Pending(command: command))
        if !command.isOfAdvertising { state.facts.disconnects += 1 }
      case .requestConnectionParameters(let handle, _):
        observation.parameterRequests += 1
        if handle == state.facts.link { state.facts.parameterRequests += 1 }
      case .restartController:
        observation.isRestartWanted = true
        state.pending = []
        state.facts = Facts()
        state.link.change { $0.stop() }
      }
    }
  }

  private let reader = Reader(omitting: [
    "PeripheralLink.payload", "PeripheralLink.churn", "PeripheralLink.window", "AdvertisingSequence.pause",
    "SilentLinks.limit",
  ])

  /// What does not count: how often a pause or a limit has doubled, and of the links there were, more than what they
  /// make the machine do.
  func read(_ state: State, into digest: inout Digest) {
    digest.now = state.now
    digest.know(next: state.deadline)
    digest.memory = LinkChurn.shortTime
    state.link.look { link in
      reader.read(link, into: &digest)
      digest.add(link.churn.isChurning(at: state.now))
      digest.add(link.churn.pause(at: state.now) == .zero)
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

  /// What the machine serves, if it serves something.
  var handle: ConnectionHandle? {
    switch phase {
    case .connected(let handle), .encrypted(let handle): handle
    case .standby, .preparing, .advertising: nil
    }
  }
}
