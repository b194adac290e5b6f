/// Why nothing arrives: the first thing that is missing on a notification's way to the watch.
public enum LinkTrouble: UInt8, Equatable, Sendable {
  /// The controller is not there.
  case radioOff
  /// The controller does not do what it is told, and is started again.
  case controllerFailed
  /// No phone that may connect does.
  case noPhone
  /// The user has sent the phone away, and it is not let in for a while.
  case phoneHeldOff
  /// Only a new phone is let in for now.
  case pairingWindowOpen
  /// No phone is paired, or the one that is here is not.
  case notBonded
  /// The phone has lost its key.
  case bondUnknownToPhone
  /// The watch has lost its key.
  case bondUnknownToWatch
  /// The phone offers no notification service (yet).
  case noService
  /// The phone did not take the subscription.
  case notSubscribed
  /// The phone keeps its notifications to itself.
  case notAuthorized
  /// All is well, but for a long time nothing came.
  case silent

  /// What has failed.
  var step: LinkStep {
    switch self {
    case .radioOff, .controllerFailed: .radio
    case .noPhone, .phoneHeldOff, .pairingWindowOpen: .connected
    case .notBonded, .bondUnknownToPhone, .bondUnknownToWatch: .secured
    case .noService: .serviceFound
    case .notSubscribed: .subscribed
    case .notAuthorized: .authorized
    case .silent: .recent
    }
  }

  /// One line, at most 13 characters.
  var headline: StaticString {
    switch self {
    case .radioOff: "Radio is off"
    case .controllerFailed: "Radio fault"
    case .noPhone: "No phone"
    case .phoneHeldOff: "Sent away"
    case .pairingWindowOpen: "Ready to pair"
    case .notBonded: "Not paired"
    case .bondUnknownToPhone, .bondUnknownToWatch: "Pair again"
    case .noService: "No service"
    case .notSubscribed: "Refused"
    case .notAuthorized: "Not allowed"
    case .silent: "All quiet"
    }
  }

  /// What the user can do about it.
  var remedy: StaticString {
    switch self {
    case .radioOff: "Power off and on if it stays so. The radio is looked for again and again."
    case .controllerFailed: "Power off and on if it stays so. The radio is started again."
    case .noPhone: "Bring it near, Bluetooth on."
    case .phoneHeldOff: "Back in a minute or menu > Phones."
    case .pairingWindowOpen: "On the phone: Settings > Bluetooth, then choose this watch."
    case .notBonded: "Hold decline on the clock, then choose Pair new phone."
    case .bondUnknownToPhone:
      "The phone forgot this watch. Menu > Pair new phone. On the phone: Settings > Bluetooth, choose this watch."
    case .bondUnknownToWatch:
      "On the phone: Settings > Bluetooth > (i) > Forget This Device. Then menu > Pair new phone."
    case .noService: "The phone offers no notifications yet. After a minute: turn its Bluetooth off and on."
    case .notSubscribed: "The phone refuses for now. After a minute: turn its Bluetooth off and on."
    case .notAuthorized: "On the phone: Settings > Bluetooth > (i) > Share System Notifications."
    case .silent: "If that is wrong: turn the phone's Bluetooth off and on."
    }
  }
}
