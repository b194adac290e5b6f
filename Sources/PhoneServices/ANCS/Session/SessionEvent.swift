public import Octets

/// How a performed action ended.
public enum ActionResult: Equatable, Sendable {
  /// The phone accepted the command. Events of the Notification Source show its effect.
  case ok
  /// The phone refused the command with this error.
  case refused(ControlPointError)
  /// The phone did not answer in time.
  case timeout
  /// The notification was removed before the command was sent.
  case gone
  /// The session ended first.
  case disconnected

  /// Appends `ok`, `0xa2`, `timeout`, `gone` or `disconnected`.
  @_lifetime(output: copy output)
  public func putName(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    switch self {
    case .ok: try output.put(text: "ok")
    case .refused(let error):
      try output.put(text: "0x")
      try output.put(hexadecimal: UInt32(error.rawValue), digits: 2)
    case .timeout: try output.put(text: "timeout")
    case .gone: try output.put(text: "gone")
    case .disconnected: try output.put(text: "disconnected")
    }
  }
}

/// Why an action was not even queued.
public enum ActionRefusal: Equatable, Sendable {
  /// The running session has no such notification.
  case unknownNotification
  /// The notification does not offer it.
  case notOffered
  /// There is no session in which the phone takes commands.
  case notReady
  /// Too much is queued.
  case busy

  /// The name in the log.
  public var name: StaticString {
    switch self {
    case .unknownNotification: "unknownNotification"
    case .notOffered: "notOffered"
    case .notReady: "notReady"
    case .busy: "busy"
    }
  }
}

/// An event of a session, for the display and the log.
public enum SessionEvent: Equatable, Sendable {
  /// The phone allows commands.
  case authorized
  /// The phone does not allow commands: the user has to allow notifications in the phone's Bluetooth settings.
  case unauthorized
  /// The phone has announced a notification. Its texts follow.
  case added(NotificationUID)
  /// A notification has changed. Its new texts follow.
  case modified(NotificationUID)
  /// The phone no longer shows a notification. It stays in the list for a while if it is kept.
  case removed(NotificationUID, isKept: Bool)
  /// A notification was removed from the store to make room for a newer one.
  case evicted(NotificationUID)
  /// The beginning of its texts is in the store; the rest is being requested.
  case excerpt(NotificationUID)
  /// More of the message that is being read has arrived, or will not come.
  case read(NotificationUID)
  /// Its texts are in the store; the name of its app is still being requested.
  case attributes(NotificationUID)
  /// All requests for it have ended. `Notification.content` says which texts are there.
  case content(NotificationUID)
  /// An action on a notification has ended with this result.
  case actionEnded(NotificationUID, ActionID, ActionResult)
}

/// Counts of faults that the session survived, since the start. The counts stay at their maximum.
public struct SessionCounters: Equatable, Sendable {
  /// Notification Source values that are not eight octets long.
  public internal(set) var malformedSourceValues = SaturatingCount()
  /// Notification Source values with a reserved event.
  public internal(set) var reservedEvents = SaturatingCount()
  /// Data Source fragments that belong to no awaited reply.
  public internal(set) var staleFragments = SaturatingCount()
  /// Replies that violate the format of a reply.
  public internal(set) var malformedReplies = SaturatingCount()
  /// Commands that the phone refused.
  public internal(set) var refusals = SaturatingCount()
  /// Commands that were not answered in time.
  public internal(set) var timeouts = SaturatingCount()
  /// Notifications of the running session that made room for newer ones.
  public internal(set) var evictedNotifications = SaturatingCount()
  /// Fetches that brought no texts, or not all. A fetch that fails because the phone has removed the notification is
  /// not counted.
  public internal(set) var incompleteContents = SaturatingCount()
  /// Fetches that were dropped from the full queue. Each is queued again when the queue is empty, if its notification
  /// still exists.
  public internal(set) var postponedFetches = SaturatingCount()
  /// Events that were not taken in time.
  public internal(set) var lostEvents = SaturatingCount()
}

/// A count that stays at its maximum.
public struct SaturatingCount: Equatable, Sendable {
  /// The count.
  public private(set) var value: UInt32 = 0

  mutating func increment() {
    if value < UInt32.max { value += 1 }
  }
}
