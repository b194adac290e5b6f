internal import Typefaces

/// How the watch stands with the phone: picks the lamp of the clock, and what the status screen says while nothing is
/// wrong.
public enum ConnectionState: Equatable, Sendable {
  case starting
  /// Nothing is sent and nothing awaited.
  case idle
  /// Waiting for a phone it knows.
  case advertising
  /// Waiting for any phone: new ones may pair.
  case pairingOpen
  case connected
  case pairing
  case encrypted
  case discovering
  case ready
  /// The phone keeps its notifications to itself.
  case unauthorized
  /// The phone offers no notification service (yet).
  case noNotifications
  case recovering
  case disconnected
  /// The phone or the watch has forgotten the other, or their keys differ.
  case bondLost

  /// One line, at most 16 characters.
  var headline: StaticString {
    switch self {
    case .starting: "Starting"
    case .idle: "Radio is off"
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
    case .bondLost: "Pair again"
    }
  }

  /// What happens by itself; where the user has to do something, `LinkTrouble` says what.
  var remedy: StaticString {
    switch self {
    case .starting, .recovering: "The radio is being set up."
    case .idle: "Open the menu to pair a phone."
    case .advertising, .disconnected: LinkTrouble.noPhone.remedy
    case .pairingOpen: LinkTrouble.pairingWindowOpen.remedy
    case .connected, .encrypted, .discovering: "This takes a few seconds."
    case .pairing: "Compare the codes on both screens."
    case .ready: ""
    case .unauthorized: LinkTrouble.notAuthorized.remedy
    case .noNotifications: LinkTrouble.noService.remedy
    case .bondLost: LinkTrouble.bondUnknownToWatch.remedy
    }
  }

  var lamp: Icon {
    switch self {
    case .ready: .linkReady
    case .starting, .advertising, .pairingOpen, .connected, .pairing: .linkWaiting
    case .encrypted, .discovering, .recovering: .linkWaiting
    case .idle, .disconnected: .linkLost
    case .unauthorized, .noNotifications, .bondLost: .linkTrouble
    }
  }
}
