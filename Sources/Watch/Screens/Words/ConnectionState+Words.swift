internal import Typefaces
internal import WatchModel

extension ConnectionState {
  /// One line, at most 16 characters.
  var headline: StaticString {
    switch self {
    case .starting: "Starting"
    case .advertising: "Looking for you"
    case .pairingOpen: "Ready to pair"
    case .connected: "Phone is here"
    case .pairing: "Pairing"
    case .encrypted, .discovering: "Connecting"
    case .ready: "Connected"
    case .unauthorized: "Not allowed yet"
    case .noNotifications: "No service yet"
    case .recovering: "Trying again"
    case .disconnected: "Disconnected"
    case .phoneRefused: "See the status"
    }
  }

  /// A description of the next step of the watch. If the user has to act, it is the advice of `LinkTrouble`.
  var remedy: StaticString {
    switch self {
    case .starting, .recovering: "The radio is being set up."
    case .advertising, .disconnected: LinkTrouble.noPhone.remedy
    case .pairingOpen: LinkTrouble.pairingWindowOpen.remedy
    case .connected, .encrypted, .discovering: "This takes a few seconds."
    case .pairing: "Compare the codes on both screens."
    case .ready: ""
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
