import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// Where a watch can stand between connecting and being bonded: each state, and each way its data can differ.
enum Stage: CaseIterable {
  case idle, awaitingPublicKey, awaitingRandom
  case comparing
  /// The phone's check value is there, the user has not answered.
  case checked
  /// The user has confirmed, the phone's check value is not there.
  case confirmed
  case awaitingEncryption
  /// The controller has the key and has not encrypted yet.
  case keyGiven
  case exchangingKeys
  /// The phone's resolving key is there, its address is not.
  case halfIdentified
  case bonded
  case closing

  /// A passkey is shown, and nothing of it has come.
  case typing
  /// In the eighth round the phone's confirm value is there.
  case roundConfirmed
  /// Between the eighth round and the ninth.
  case roundDone
  case passkeyAccepted
  case passkeyAgreed

  case legacyTyping, legacyConfirmed, legacyAgreed, legacyExchangingKeys

  /// The stages of a pairing under way.
  static var pairing: [Stage] { allCases.filter { ![.idle, .bonded, .closing].contains($0) } }

  var showsPasskey: Bool {
    switch self {
    case .typing, .roundConfirmed, .roundDone, .passkeyAccepted, .passkeyAgreed, .legacyTyping, .legacyConfirmed,
      .legacyAgreed, .legacyExchangingKeys:
      true
    default: false
    }
  }

  /// Whether our answer has gone, and the controller may have the key.
  var isAgreed: Bool { [.awaitingEncryption, .passkeyAgreed, .legacyAgreed].contains(self) }

  private var flow: PairingFlow {
    switch self {
    case .typing, .roundConfirmed, .roundDone, .passkeyAccepted, .passkeyAgreed: .passkey
    case .legacyTyping, .legacyConfirmed, .legacyAgreed, .legacyExchangingKeys: .legacyPasskey
    default: .comparison
    }
  }

  /// A watch at this stage, with nothing left to send or to do.
  func makeScene(policy: PairingPolicy = Sample.openWindow) throws -> PairingScene {
    var scene = try PairingScene(flow, policy: policy)
    scene.isWatchFirst = self == .confirmed
    try scene.begin()
    try scene.run(steps: steps)
    if self == .keyGiven { _ = scene.watch.longTermKey(for: .secureConnections, bond: nil) }
    if self == .closing {
      scene.watch.handleTimeout(now: scene.now + .seconds(30))
      scene.now = scene.now + .seconds(30)
      scene.collect()
    }
    return scene
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
