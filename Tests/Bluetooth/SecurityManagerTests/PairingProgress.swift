import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// The states of a watch between connecting and being bonded: each state, with each difference of its data.
enum PairingProgress: CaseIterable {
  case idle, awaitingPublicKey, awaitingRandom
  case comparing
  /// The phone's check value has arrived; the user has not answered.
  case checked
  /// The user has confirmed; the phone's check value has not arrived.
  case confirmed
  case awaitingEncryption
  /// The controller has the key and has not encrypted yet.
  case keyGiven
  case exchangingKeys
  /// The phone's resolving key has arrived; its address has not.
  case halfIdentified
  case bonded
  case closing

  /// A passkey is shown, and no PDU for it has arrived.
  case typing
  /// The phone's confirm value of the eighth round has arrived.
  case roundConfirmed
  /// Between the eighth and the ninth round.
  case roundDone
  case passkeyAccepted
  case passkeyAgreed

  case legacyTyping, legacyConfirmed, legacyAgreed, legacyExchangingKeys

  /// The stages of a current pairing.
  static var pairing: [PairingProgress] { allCases.filter { ![.idle, .bonded, .closing].contains($0) } }

  var showsPasskey: Bool {
    switch self {
    case .typing, .roundConfirmed, .roundDone, .passkeyAccepted, .passkeyAgreed, .legacyTyping, .legacyConfirmed,
      .legacyAgreed, .legacyExchangingKeys:
      true
    default: false
    }
  }

  /// Whether the watch's answer was sent, and the controller may have the key.
  var isAgreed: Bool { [.awaitingEncryption, .passkeyAgreed, .legacyAgreed].contains(self) }

  private var flow: PairingFlow {
    switch self {
    case .typing, .roundConfirmed, .roundDone, .passkeyAccepted, .passkeyAgreed: .passkey
    case .legacyTyping, .legacyConfirmed, .legacyAgreed, .legacyExchangingKeys: .legacyPasskey
    default: .comparison
    }
  }

  /// Returns a watch at this stage, with nothing left to send or to do.
  func makeHarness(
    policy: PairingPolicy = Sample.openWindow, attempts: RepeatedAttempts = RepeatedAttempts(),
    now: Instant = .seconds(100)
  ) throws -> PairingHarness {
    var harness = try PairingHarness(flow, policy: policy, attempts: attempts, now: now)
    harness.isWatchFirst = self == .confirmed
    try harness.begin()
    try harness.run(steps: steps)
    if self == .keyGiven { _ = harness.watch.longTermKey(for: .secureConnections, bond: nil) }
    if self == .closing {
      harness.watch.handleTimeout(now: harness.now + .seconds(30))
      harness.now = harness.now + .seconds(30)
      harness.collect()
    }
    return harness
  }

  private var steps: Int {
    switch self {
    case .idle: 0
    case .awaitingPublicKey, .closing: 1
    case .awaitingRandom: 3
    case .comparing: 6
    case .confirmed: 8
    case .checked: 9
    case .awaitingEncryption, .keyGiven: 10
    case .exchangingKeys: 12
    case .halfIdentified: 15
    case .bonded: 16
    case .typing: 4
    case .roundConfirmed: 34
    case .roundDone: 36
    case .passkeyAccepted: 84
    case .passkeyAgreed: 86
    case .legacyTyping: 2
    case .legacyConfirmed: 4
    case .legacyAgreed: 6
    case .legacyExchangingKeys: 8
    }
  }
}
