/// Why nothing arrives: the first thing that is missing on a notification's way to the watch.
public enum LinkTrouble: UInt8, Equatable, Sendable {
  /// The controller is not there.
  case radioOff
  /// The controller does not execute commands, and is restarted.
  case controllerFailed
  /// No phone that may connect does.
  case noPhone
  /// The user has disconnected the phone, and it may not connect for a while.
  case phoneHeldOff
  /// Only a new phone may connect for now.
  case pairingWindowOpen
  /// No phone is paired, or the one that is here is not.
  case notBonded
  /// A phone asked to pair while no new phone was admitted. Any radio can ask.
  case pairingRequested
  /// A phone with the address of a bonded one came without its key. Any radio can.
  case bondUnknownToPhone
  /// The watch has no bond, and a phone asked for the key of one.
  case bondUnknownToWatch
  /// The watch has bonds, and a phone asked for a key that belongs to none of them. Any radio can.
  case keyRequested
  /// The phone offers no notification service (yet).
  case noService
  /// The phone did not take the subscription.
  case notSubscribed
  /// The phone keeps its notifications to itself.
  case notAuthorized
  /// The connection works, but no data has arrived for a long time.
  case silent

  /// Its name in the event stream.
  public var name: StaticString {
    switch self {
    case .radioOff: "radioOff"
    case .controllerFailed: "controllerFailed"
    case .noPhone: "noPhone"
    case .phoneHeldOff: "phoneHeldOff"
    case .pairingWindowOpen: "pairingWindowOpen"
    case .notBonded: "notBonded"
    case .bondUnknownToPhone: "bondUnknownToPhone"
    case .bondUnknownToWatch, .keyRequested: "bondUnknownToWatch"
    case .pairingRequested: "pairingRequested"
    case .noService: "noService"
    case .notSubscribed: "notSubscribed"
    case .notAuthorized: "notAuthorized"
    case .silent: "silent"
    }
  }
}
