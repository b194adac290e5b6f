import Octets
import TestSupport
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// The security of a link: a pairing responder, a phone that may send anything, a controller that may report anything,
/// and a user.
struct PairingModel: Model {
  let security: PairingSecurity
  /// Whether the watch starts with a bond from an older version or from another security setting.
  let hasWeakBonds: Bool

  struct State {
    var watch: PairingResponder
    var now = Instant.seconds(1000)
    /// The phone's bond in the table.
    var bond: Bond?
    var facts = Facts()
  }

  /// The past events that the invariants refer to.
  struct Facts {
    /// Whether the display shows a number to compare, and the user has not answered.
    var isCodeShown = false
    /// Whether the display shows a passkey to type.
    var isPasskeyShown = false
    // Of the current pairing:
    var isPairing = false
    var wasWindowOpen = false
    var hasUserAgreed = false
    var hasUserRejected = false
    var wasTheirCheckRight = false
    var wasOurCheckSent = false
    /// Whether the phone has proved every bit of the passkey, without a wrong proof.
    var wasPasskeyProved = false
    var wasProofWrong = false
    /// Whether a nonce has come: a confirm value alone tries no passkey.
    var wasPasskeyTried = false
    var wasKeyGiven = false
    // Of the link:
    var givenKey = Key.none
    /// The key that the controller encrypts with.
    var linkKey = Key.none
    /// Whether the link was encrypted with the bond's key.
    var wasBondKeyUsed = false
    var securityRequests = 0
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
    if hasWeakBonds { return Self.weakStrengths.map { initialState($0) } }
    return [initialState(nil), initialState(.full), stateBeforeLastTry]
  }

  /// - Parameter strength: the strength of the phone's bond; nil without a bond.
  private func initialState(_ strength: BondStrength?) -> State {
    let bond = strength.map { Sample.phoneBond($0) }
    var watch = PairingResponder(identity: Sample.watchIdentity, policy: PairingPolicy(security: security))
    if let bond { watch.setBondedPhones([bond.identity]) }
    return State(watch: watch, bond: bond)
  }

  /// The window is open, and all pairings in it but the last one have failed. No search from the start comes so far.
  private var stateBeforeLastTry: State {
    var state = initialState(nil)
    _ = step(.openWindow, &state)
    let rejection: [Event] = [
      .prepare, .connect(isKnown: false), .say(.request(.good)), .say(.key(.right)), .say(.random(isRight: true)),
      .userRejects, .disconnect, .waitOutLock,
    ]
    for _ in 1..<RepeatedAttempts.failuresPerWindow {
      for event in rejection { _ = step(event, &state) }
    }
    return state
  }

  private static let weakStrengths: [BondStrength?] = [
    BondStrength(keySize: 7, isAuthenticated: true, usesSecureConnections: true),
    BondStrength(keySize: 16, isAuthenticated: true, usesSecureConnections: false),
    BondStrength(keySize: 16, isAuthenticated: false, usesSecureConnections: true),
  ]

  /// The random octets and the key pair are the same in each pairing, so that equal pairings are equal states. The key
  /// pair also takes long to compute.
  private let material = PairingMaterial(randomness: Sample.watchMaterial) ?? PairingMaterial()

  func step(_ event: Event, _ state: inout State) -> Observation {
    var observation = Observation()
    let now = state.now
    switch event {
    case .say(let pdu): say(pdu, &state)
    case .playRounds: playRounds(&state)
    case .userConfirms, .userRejects: compare(event, &state)
    case .userAllowsReplacement, .userForbidsReplacement:
      state.watch.handle(.claimAnswered(isAllowed: event == .userAllowsReplacement), now: now)
    case .askForKey(let request):
      let bond = state.isKnown ? state.bond : nil
      observation.key = state.watch.longTermKey(for: request.value(state.bond), bond: bond)
      noteKey(observation.key, &state)
    case .encrypt(let isEnabled):
      state.facts.linkKey = isEnabled ? state.facts.givenKey : .none
      if state.facts.linkKey == .bond { state.facts.wasBondKeyUsed = true }
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

  /// The user compares the codes.
  private func compare(_ event: Event, _ state: inout State) {
    let doCodesMatch = event == .userConfirms
    if state.facts.isCodeShown {
      if doCodesMatch { state.facts.hasUserAgreed = true } else { state.facts.hasUserRejected = true }
    }
    state.facts.isCodeShown = false
    state.watch.handle(doCodesMatch ? .userConfirmed : .userRejected, now: state.now)
  }

  /// Applies the events of the machine's owner and of time.
  private func arrange(_ event: Event, _ state: inout State) {
    switch event {
    case .openWindow:
      state.facts.failures = 0
      state.watch.policy.isWindowOpen = true
    case .closeWindow: state.watch.policy.isWindowOpen = false
    case .fillTable: state.watch.policy.hasRoomForBond = false
    case .emptyTable: state.watch.policy.hasRoomForBond = true
    case .prepare: state.watch.prepare(with: material)
    case .reachDeadline:
      guard let deadline = state.watch.deadline else { break }
      state.now = max(state.now, deadline)
      state.watch.handleTimeout(now: state.now)
    case .waitOutLock: state.now = state.now + RepeatedAttempts.longestWait
    default: break
    }
  }

  private func playRounds(_ state: inout State) {
    while case .awaitingRoundConfirm(let round) = state.watch.pairing?.step, round < PairingMaterial.rounds - 1 {
      for pdu in [PhonePDU.confirm(isRight: true), .random(isRight: true)] {
        say(pdu, &state)
        _ = drain(capacity: SecurityManagerPDU.maximumSize) { state.watch.nextPDU(into: &$0) }
      }
    }
  }

  private func say(_ pdu: PhonePDU, _ state: inout State) {
    if case .random = pdu { state.facts.wasPasskeyTried = true }
    switch (pdu, state.watch.pairing?.step) {
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
    state.facts.wasBondKeyUsed = false
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
      case .pairingCode: state.facts.isCodeShown = true
      case .pairingPasskey: state.facts.isPasskeyShown = true
      case .dismissPairingCode: (state.facts.isCodeShown, state.facts.isPasskeyShown) = (false, false)
      case .bonded(let bond):
        endPairing(&state)
        state.facts.isPasskeyShown = false
        (state.facts.linkKey, state.facts.wasBondKeyUsed) = (.bond, true)
        state.facts.failures = 0
        keep(bond, &state)
      case .failed:
        let facts = state.facts
        endPairing(&state)
        if facts.hasUserAgreed || facts.hasUserRejected || facts.wasProofWrong && facts.wasPasskeyTried {
          state.facts.failures = min(facts.failures + 1, RepeatedAttempts.failuresPerWindow)
        }
      case .refused, .identityClaimed, .closeWindow, .keyMissing, .disconnect: break
      }
    }
  }

  /// Keeps the bond as the host does.
  private func keep(_ bond: Bond, _ state: inout State) {
    if let earlier = state.bond, earlier.identity == bond.identity, !bond.strength.isAtLeast(earlier.strength) {
      return
    }
    state.bond = bond
    state.watch.setBondedPhones([bond.identity])
    state.watch.policy.isWindowOpen = false
  }

  /// Forgets the pairing's facts: only those about the link and the display remain.
  private func endPairing(_ state: inout State) {
    let facts = state.facts
    state.facts = Facts(
      isCodeShown: facts.isCodeShown, isPasskeyShown: facts.isPasskeyShown, givenKey: facts.givenKey,
      linkKey: facts.linkKey, wasBondKeyUsed: facts.wasBondKeyUsed, securityRequests: facts.securityRequests,
      failures: facts.failures)
  }

  private let reader = Reader(omitting: [
    "PairingResponder.identity", "PairingProcedure.deadline", "SecurityRequestTiming.due",
    "PairingMaterial.secrets", "PairingTranscript.initiatorNonce",
    "RepeatedAttempts.last", "Bond.longTermKey", "Bond.identityResolvingKey", "Bond.localIdentityResolvingKey",
  ])

  /// Three things do not count: the time that is left, if the order of the deadlines is the same; the phone's choice of
  /// a nonce and the keys that follow from it, if equal keys stay equal; and how often the lockout after a failure has
  /// doubled.
  func read(_ state: State, into digest: inout Digest) {
    let watch = state.watch
    reader.read(watch, into: &digest)
    digest.add(orderOf: [watch.procedure.deadline, watch.securityRequests.due])
    let secrets = watch.procedure.material.secrets
    digest.add(secrets.sharedSecret.list.contains { $0 != 0 })
    digest.add(secrets.macKey.isZero)
    digest.add(secrets.encryptionKey.isZero)
    digest.add(watch.attempts.isLockedOut(at: state.now))
    digest.add(watch.connection?.attempts.isLockedOut(at: state.now) == true)
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

extension PairingResponder {
  var pairing: Pairing? { procedure.pairing }
  fileprivate var material: PairingMaterial? { procedure.needsPreparation ? nil : procedure.material }
}

extension PairingModel.State {
  var isConnected: Bool { watch.connection != nil }
  var isKnown: Bool { watch.connection?.knownPeer != nil }

  /// The key that an honest phone computes in the current pairing, for the link.
  var pairingKey: Value128? {
    guard let transcript = watch.pairing?.transcript else { return nil }
    return transcript.method.usesSecureConnections
      ? transcript.keys(sharedSecret: Sample.sharedSecret).longTermKey : transcript.shortTermKey
  }

  /// The key that an honest phone stores.
  var bondKey: Value128? {
    watch.pairing?.transcript.method.usesSecureConnections == true ? pairingKey : watch.material?.longTermKey
  }
}
