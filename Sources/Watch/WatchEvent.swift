public import ANCS
public import Screens

/// Something to record, in the order in which it happened.
public enum WatchEvent: Equatable, Sendable {
  case connection(ConnectionState)
  case notificationAdded(NotificationUID)
  case notificationModified(NotificationUID)
  case notificationRemoved(NotificationUID)
  /// Its texts are there, as far as they are to be had.
  case notificationContent(NotificationUID)
  case action(NotificationUID, ActionID, ActionResult)
  case screen(ScreenName)
}

/// Something that the watch wants done.
public enum WatchAction: Equatable, Sendable {
  /// The user has compared the codes.
  case confirmPairing(Bool)
  case openPairingWindow
  /// End the link, so that another phone can have the watch.
  case disconnect
  /// Delete the bond with the phone that is connected, or was last.
  case forgetPhone
}

/// What kind of screen is on the glass.
public enum ScreenName: UInt8, Equatable, Sendable {
  case clock, alert, list, detail, call, pairing, status, menu

  /// As the event stream calls it.
  public var name: StaticString {
    switch self {
    case .clock: "clock"
    case .alert: "alert"
    case .list: "list"
    case .detail: "detail"
    case .call: "call"
    case .pairing: "pairing"
    case .status: "status"
    case .menu: "menu"
    }
  }
}
