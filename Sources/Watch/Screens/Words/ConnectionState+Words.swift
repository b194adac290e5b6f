internal import Features
internal import Typefaces
internal import WatchModel

extension ConnectionState {
  /// One line, at most 16 characters.
  var headline: Phrase {
    switch self {
    case .starting: .state(.starting)
    case .advertising: .state(.advertising)
    case .pairingOpen: .state(.readyToPair)
    case .connected: .state(.phoneIsHere)
    case .pairing: .state(.pairing)
    case .encrypted, .discovering: .state(.connecting)
    case .ready: .state(.connected)
    case .unauthorized: .state(.notAllowedYet)
    case .noNotifications: .state(.noServiceYet)
    case .recovering: .state(.tryingAgain)
    case .disconnected: .state(.disconnected)
    case .phoneRefused: .state(Features.hasStatusPage ? .seeStatus : .advertising)
    }
  }

  /// A description of the next step of the watch. If the user has to act, it is the advice of `LinkTrouble`.
  var remedy: Phrase? {
    switch self {
    case .starting, .recovering: .advice(.radioSetUp)
    case .advertising, .disconnected: LinkTrouble.noPhone.remedy
    case .pairingOpen: LinkTrouble.pairingWindowOpen.remedy
    case .connected, .encrypted, .discovering: .advice(.fewSeconds)
    case .pairing: .advice(.compareCodes)
    case .ready: nil
    case .unauthorized: LinkTrouble.notAuthorized.remedy
    case .noNotifications: LinkTrouble.noService.remedy
    case .phoneRefused: LinkTrouble.pairingRequested.remedy
    }
  }

  var icon: Icon {
    switch self {
    case .ready: .linkReady
    case .starting, .advertising, .pairingOpen, .connected, .pairing: .linkWaiting
    case .encrypted, .discovering, .recovering: .linkWaiting
    case .disconnected: .linkLost
    case .unauthorized, .noNotifications, .phoneRefused: .linkTrouble
    }
  }
}
