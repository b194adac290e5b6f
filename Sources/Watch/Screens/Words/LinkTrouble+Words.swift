internal import WatchModel

extension LinkTrouble {
  /// The step of the connection that has failed.
  var step: LinkStep {
    switch self {
    case .radioOff, .controllerFailed: .radio
    case .noPhone, .phoneHeldOff, .pairingWindowOpen: .connected
    case .notBonded, .pairingRequested, .bondUnknownToPhone, .bondUnknownToWatch, .keyRequested: .secured
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
    case .phoneHeldOff: "Paused"
    case .pairingWindowOpen: "Ready to pair"
    case .notBonded: "Not paired"
    case .pairingRequested: "Asked to pair"
    case .bondUnknownToPhone: "Key missing"
    case .bondUnknownToWatch: "Pair again"
    case .keyRequested: "Unknown phone"
    case .noService: "No service"
    case .notSubscribed: "Refused"
    case .notAuthorized: "Not allowed"
    case .silent: "All quiet"
    }
  }

  /// The advice to the user.
  var remedy: StaticString {
    switch self {
    case .radioOff: "Power off and on if it stays so. The radio is looked for again and again."
    case .controllerFailed: "Power off and on if it stays so. The radio is started again."
    case .noPhone: "Bring it near, Bluetooth on."
    case .phoneHeldOff: "The phone connects again in a minute, or choose it in Menu > Phones."
    case .pairingWindowOpen: "On the phone: Settings > Bluetooth, then choose this watch."
    case .notBonded: "Hold decline on the clock, then choose Pair new phone."
    case .pairingRequested: "A phone asked to pair. Open Menu > Pair new phone."
    case .bondUnknownToPhone:
      "A phone came without its key. If yours does not connect: Menu > Pair new phone, then choose the watch on it."
    case .bondUnknownToWatch:
      "On the phone: Settings > Bluetooth > (i) > Forget This Device. Then menu > Pair new phone."
    case .keyRequested:
      "A phone that is not in Menu > Phones asked for its key. If it is yours: Menu > Pair new phone."
    case .noService: "The phone offers no notifications yet. After a minute: turn its Bluetooth off and on."
    case .notSubscribed: "The phone refuses for now. After a minute: turn its Bluetooth off and on."
    case .notAuthorized: "On the phone: Settings > Bluetooth > (i) > Share System Notifications."
    case .silent: "If that is wrong: turn the phone's Bluetooth off and on."
    }
  }
}
