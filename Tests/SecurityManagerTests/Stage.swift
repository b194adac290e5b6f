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

  /// The stages of a pairing under way.
  static var pairing: [Stage] { allCases.filter { ![.idle, .bonded, .closing].contains($0) } }

  /// A watch at this stage, with nothing left to send or to do.
  func makeScene(policy: PairingPolicy = Sample.openWindow) throws -> PairingScene {
    var scene = try PairingScene(policy: policy)
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
    }
  }
}
