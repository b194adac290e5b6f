/// The state of the connection to the phone. It selects the clock's connection icon, and the status text while there is
/// no trouble.
public enum ConnectionState: Equatable, Sendable {
  case starting
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
  /// Waiting for a phone it knows; one that came was refused, for a reason that the status page explains.
  case phoneRefused

  /// Its name in the event stream.
  public var name: StaticString {
    switch self {
    case .starting: "starting"
    case .advertising, .pairingOpen, .phoneRefused: "advertising"
    case .connected: "connected"
    case .pairing: "pairing"
    case .encrypted: "encrypted"
    case .discovering, .noNotifications: "discovering"
    case .ready: "ready"
    case .unauthorized: "unauthorized"
    case .recovering: "recovering"
    case .disconnected: "disconnected"
    }
  }
}
