import TestSupport
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// The security of a link: a pairing responder, a phone that says anything, a controller that reports anything, a user.
struct PairingModel: Model {
  let security: PairingSecurity
  /// Whether the watch begins with a bond that an older one, or one with another setting, left behind.
  let hasWeakBonds: Bool

  struct State {
    var watch: PairingResponder
    var now = Instant.seconds(1000)
    /// What the table holds of the phone.
    var bond: Bond?
    var facts = Facts()
  }

  /// What a spectator remembers.
  struct Facts {
    /// A number to compare is on the glass, and nobody has answered.
    var isCodeShown = false
    /// A number to type is on the glass.
    var isPasskeyShown = false
    // Of the pairing under way:
    var isPairing = false
    var wasWindowOpen = false
    var hasUserAgreed = false
    var wasTheirCheckRight = false
    var wasOurCheckSent = false
    /// The phone has proved that it knows the passkey; not the last bit alone: no proof of it was wrong.
    var wasPasskeyProved = false
    var wasProofWrong = false
    var wasKeyGiven = false
    // Of the link:
    var givenKey = Key.none
    /// What the controller encrypts with.
    var linkKey = Key.none
    var securityRequests = 0
    /// The link ends, and for nothing but that nobody encrypted it.
    var isTimeOver = false
    // Of the window:
    var failures = 0
  }

  enum Key { case none, pairing, bond }

  struct Observation {
    var pdus: [[UInt8]] = []
    var actions: [PairingResponder.Action] = []
    /// The answer to a key request, if there was one.
    var key: Value128?
  }

  func initialStates() -> [State] {
    (hasWeakBonds ? Self.weakStrengths : [nil, .full]).map { strength in
      let bond = strength.map { Sample.phoneBond($0) }
      let policy = PairingPolicy(security: security)
      return State(watch: PairingResponder(identity: Sample.watchIdentity, policy: policy), bond: bond)
    }
  }

  private static let weakStrengths: [BondStrength?] = [
    BondStrength(keySize: 7, isAuthenticated: true, usesSecureConnections: true),
    BondStrength(keySize: 16, isAuthenticated: true, usesSecureConnections: false),
    BondStrength(keySize: 16, isAuthenticated: false, usesSecureConnections: true),
  ]

  /// The random octets are the same in each pairing, so that pairings are the same states; so is the key pair, which
  /// takes long to compute.
  private let material = PairingMaterial(randomness: Sample.watchMaterial)

  func step(_ event: Event, _ state: inout State) -> Observation {
    var observation = Observation()
    let now = state.now
    switch event {
    case .say(let pdu): say(pdu, &state)
    case .playRounds:
      playRounds(&state)
    case .userConfirms:
      if state.facts.isCodeShown { state.facts.hasUserAgreed = true }
      state.facts.isCodeShown = false
      state.watch.handle(.userConfirmed, now: now)
    case .userRejects:
      state.facts.isCodeShown = false
      state.watch.handle(.userRejected, now: now)
    case .askForKey(let request):
      let bond = state.isKnown ? state.bond : nil
      observation.key = state.watch.longTermKey(for: request.value(state.bond), bond: bond)
      noteKey(observation.key, &state)
    case .encrypt(let isEnabled):
      state.facts.linkKey = isEnabled ? state.facts.givenKey : .none
      state.facts.givenKey = .none
      state.watch.handle(.encryptionChanged(isEnabled: isEnabled), now: now)
    case .encryptionFails:
      state.facts.givenKey = .none
      state.watch.handle(.encryptionFailed, now: now)
    case .connect(let isKnown):
      beginLink(&state)
      let peer = isKnown ? state.bond.map { KnownPeer($0) } : nil
      let link = PairingLink(localAddress: Sample.watch, peerAddress: Sample.phone, knownPeer: peer)
      state.watch.connect(link, now: now)
    case .disconnect: state.watch.handle(.disconnected, now: now)
    case .openWindow, .closeWindow, .fillTable, .emptyTable, .prepare, .reachDeadline, .waitOutLock:
      arrange(event, &state)
    }
    observation.pdus = drain(capacity: SecurityManagerPDU.maximumSize) { state.watch.nextPDU(into: &$0) }
    while let action = state.watch.nextAction() { observation.actions.append(action) }
    note(observation, &state)
    if event == .disconnect { beginLink(&state) }
    return observation
  }

  /// What the owner of the machine does, and time.
  private func arrange(_ event: Event, _ state: inout State) {
    switch event {
    case .openWindow:
      state.facts.failures = 0
      state.watch.policy.isWindowOpen = true
    case .closeWindow: state.watch.policy.isWindowOpen = false
    case .fillTable: state.watch.policy.hasRoomForBond = false
    case .emptyTable: state.watch.policy.hasRoomForBond = true
    case .prepare: state.watch.material = state.watch.material ?? material
    case .reachDeadline:
      guard let deadline = state.watch.deadline else { break }
      state.now = max(state.now, deadline)
      let wasIdle = state.watch.state == .idle
      state.watch.handleTimeout(now: state.now)
      if wasIdle, state.watch.state == .closing { state.facts.isTimeOver = true }
    case .waitOutLock: state.now = state.now + RepeatedAttempts.longestWait
    default: break
    }
  }

  private func playRounds(_ state: inout State) {
    while case .awaitingRoundConfirm(let round) = state.watch.state, round < PairingMaterial.rounds - 1 {
      for pdu in [PhonePDU.confirm(isRight: true), .random(isRight: true)] {
        say(pdu, &state)
        _ = drain(capacity: SecurityManagerPDU.maximumSize) { state.watch.nextPDU(into: &$0) }
      }
    }
  }

  private func say(_ pdu: PhonePDU, _ state: inout State) {
    switch (pdu, state.watch.state) {
    case (.check(.right), .comparing), (.check(.right), .awaitingCheck): state.facts.wasTheirCheckRight = true
    case (.confirm(false), .awaitingRoundConfirm), (.random(false), .awaitingRoundRandom),
      (.confirm(false), .awaitingLegacyConfirm), (.random(false), .awaitingLegacyRandom):
      state.facts.wasProofWrong = true
    case (.random(true), .awaitingRoundRandom(PairingMaterial.rounds - 1, _)), (.random(true), .awaitingLegacyRandom):
      state.facts.wasPasskeyProved = true
    default: break
    }
    state.watch.handle(pdu: pdu.octets(to: state.watch).span, now: state.now)
  }

  private func noteKey(_ key: Value128?, _ state: inout State) {
    guard key != nil else {
      state.facts.givenKey = .none
      return
    }
    state.facts.givenKey = state.watch.isPairing ? .pairing : .bond
    if state.watch.isPairing { state.facts.wasKeyGiven = true }
  }

  private func beginLink(_ state: inout State) {
    (state.facts.givenKey, state.facts.linkKey, state.facts.securityRequests) = (.none, .none, 0)
    state.facts.isTimeOver = false
  }

  private func note(_ observation: Observation, _ state: inout State) {
    for pdu in observation.pdus {
      if pdu[0] == SecurityManagerPDU.Code.pairingDHKeyCheck.rawValue { state.facts.wasOurCheckSent = true }
      if pdu[0] == SecurityManagerPDU.Code.securityRequest.rawValue { state.facts.securityRequests += 1 }
    }
    for action in observation.actions {
      switch action {
      case .pairingStarted:
        endPairing(&state)
        state.facts.isPairing = true
        state.facts.wasWindowOpen = state.watch.policy.isWindowOpen
      case .displayCode: state.facts.isCodeShown = true
      case .displayPasskey: state.facts.isPasskeyShown = true
      case .dismissCode: (state.facts.isCodeShown, state.facts.isPasskeyShown) = (false, false)
      case .bonded(let bond):
        endPairing(&state)
        state.facts.isPasskeyShown = false
        state.facts.linkKey = .bond
        state.facts.failures = 0
        keep(bond, &state)
      case .failed:
        endPairing(&state)
        state.facts.failures = min(state.facts.failures + 1, RepeatedAttempts.failuresPerWindow)
      case .refused, .closeWindow, .keyMissing, .disconnect: break
      }
    }
  }

  /// As the host does.
  private func keep(_ bond: Bond, _ state: inout State) {
    if let earlier = state.bond, earlier.identity == bond.identity, !bond.strength.isAtLeast(earlier.strength) {
      return
    }
    state.bond = bond
    state.watch.policy.isWindowOpen = false
  }

  /// Of what a spectator remembers, only the link and what is on the glass outlive a pairing.
  private func endPairing(_ state: inout State) {
    let facts = state.facts
    state.facts = Facts(
      isCodeShown: facts.isCodeShown, isPasskeyShown: facts.isPasskeyShown, givenKey: facts.givenKey,
      linkKey: facts.linkKey, securityRequests: facts.securityRequests, failures: facts.failures)
  }

  private let reader = Reader(omitting: [
    "PairingResponder.identity", "PairingResponder.procedureDeadline", "PairingResponder.securityRequestDeadline",
    "PairingResponder.unencryptedDeadline", "PairingResponder.secrets", "PairingTranscript.initiatorNonce",
    "RepeatedAttempts.last", "Bond.longTermKey", "Bond.identityResolvingKey",
  ])

  /// What does not count: how much of a time is left, if only the order of the deadlines is the same; which nonce the
  /// phone chose, and the keys that follow from it, if only the same ones are there; how often the time for which a
  /// failure locks out has doubled.
  func read(_ state: State, into digest: inout Digest) {
    let watch = state.watch
    reader.read(watch, into: &digest)
    digest.add(orderOf: [watch.procedureDeadline, watch.securityRequestDeadline, watch.unencryptedDeadline])
    digest.add(watch.secrets.sharedSecret.list.contains { $0 != 0 })
    digest.add(watch.secrets.macKey.isZero)
    digest.add(watch.secrets.encryptionKey.isZero)
    digest.add(watch.attempts.isLockedOut(at: state.now))
    reader.read(state.bond, into: &digest)
    reader.read(state.facts, into: &digest)
  }
}

extension PairingModel {
  init(_ security: PairingSecurity, hasWeakBonds: Bool = false) {
    self.security = security
    self.hasWeakBonds = hasWeakBonds
  }

  var name: String {
    let setting =
      switch security {
      case .secureConnections: "pairing"
      case .compatible: "pairing, compatible"
      case .noneConfirm: "pairing, no buttons"
      }
    return hasWeakBonds ? setting + ", weak bonds" : setting
  }
}

extension Sample {
  static func phoneBond(_ strength: BondStrength) -> Bond {
    Bond(
      identity: phoneBond.identity, identityResolvingKey: phoneBond.identityResolvingKey,
      longTermKey: phoneBond.longTermKey, strength: strength)
  }
}

extension PairingModel.State {
  var isConnected: Bool { watch.connection != nil }
  var isKnown: Bool { watch.connection?.knownPeer != nil }

  /// The key that an honest phone computes in the pairing under way, for the link.
  var pairingKey: Value128? {
    guard let transcript = watch.transcript else { return nil }
    return transcript.method.usesSecureConnections
      ? transcript.keys(sharedSecret: Sample.sharedSecret).longTermKey : transcript.shortTermKey
  }

  /// The key that an honest phone keeps.
  var bondKey: Value128? {
    watch.transcript?.method.usesSecureConnections == true ? pairingKey : watch.material?.longTermKey
  }
}
