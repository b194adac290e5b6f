internal import ANCS
public import Screens
internal import Timing

// How the watch stands with the phone, and why nothing arrives.
extension WatchMachine {
  /// How long nothing may come on a link that is ready before the user is told.
  static var silenceLimit: Interval { .minutes(12 * 60) }

  /// The state of the link, as far as the user is concerned.
  public var connection: ConnectionState {
    switch link {
    case .encrypted, .discovering, .ready:
      switch session.state {
      case .absent: return link
      case .found, .probing: return .discovering
      case .unauthorized: return .unauthorized
      case .ready, .sourceOnly: return .ready
      }
    case .starting, .idle, .advertising, .pairingOpen, .connected, .pairing, .unauthorized, .noNotifications,
      .recovering, .disconnected, .bondLost:
      return link
    }
  }

  /// Why nothing arrives; nil while nothing is wrong, or things are under way.
  public var trouble: LinkTrouble? {
    switch connection {
    case .unauthorized: .notAuthorized
    case .ready: isSilent ? .silent : nil
    case .starting, .idle, .advertising, .pairingOpen, .connected, .pairing, .encrypted, .discovering,
      .noNotifications, .recovering, .disconnected, .bondLost:
      linkTrouble
    }
  }

  public var diagnosis: LinkDiagnosis {
    LinkDiagnosis(connection: connection, trouble: trouble, hasEvents: lastEventAt != nil)
  }

  /// How long ago the phone sent something, as of the last call that told the time; nil if it never did.
  var lastEventAge: Interval? { lastEventAt.map { lastCallAt.since($0) } }

  /// The phone has sent something of its own accord. What it answers is no news of it.
  mutating func noteEvent(now: Instant) {
    lastEventAt = now
    quietSince = now
  }

  /// Finds out how things stand now, and tells of it if that is new.
  mutating func noteConnection(now: Instant) {
    lastCallAt = now
    if connection != .ready { quietSince = nil } else if quietSince == nil { quietSince = now }
    isSilent = quietSince.map { now.since($0) >= Self.silenceLimit } ?? false
    guard connection != reportedConnection || trouble != reportedTrouble else { return }
    reportedConnection = connection
    reportedTrouble = trouble
    record(.connection(connection, trouble))
    needsRedraw = true
  }
}
