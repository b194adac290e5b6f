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
  var headline: Phrase {
    switch self {
    case .radioOff: .state(.radioOff)
    case .controllerFailed: .state(.radioFault)
    case .noPhone: .trouble(.noPhone)
    case .phoneHeldOff: .trouble(.paused)
    case .pairingWindowOpen: .state(.readyToPair)
    case .notBonded: .title(.notPaired)
    case .pairingRequested: .trouble(.askedToPair)
    case .bondUnknownToPhone: .trouble(.keyMissing)
    case .bondUnknownToWatch: .title(.pairAgain)
    case .keyRequested: .trouble(.unknownPhone)
    case .noService: .trouble(.noService)
    case .notSubscribed: .trouble(.refused)
    case .notAuthorized: .trouble(.notAllowed)
    case .silent: .trouble(.allQuiet)
    }
  }

  /// The advice to the user.
  var remedy: Phrase {
    switch self {
    case .radioOff: .advice(.radioOff)
    case .controllerFailed: .advice(.radioFault)
    case .noPhone: .advice(.bringNear)
    case .phoneHeldOff: .advice(.heldOff)
    case .pairingWindowOpen: .advice(.chooseWatch)
    case .notBonded: .advice(.notPaired)
    case .pairingRequested: .advice(.askedToPair)
    case .bondUnknownToPhone:
      .advice(.keyMissing)
    case .bondUnknownToWatch:
      .advice(.forgetDevice)
    case .keyRequested:
      .advice(.unknownPhone)
    case .noService: .advice(.noService)
    case .notSubscribed: .advice(.refused)
    case .notAuthorized: .advice(.notAllowed)
    case .silent: .advice(.silent)
    }
  }
}
