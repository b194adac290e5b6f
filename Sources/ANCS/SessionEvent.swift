public import Octets

/// How a performed action ended.
public enum ActionResult: Equatable, Sendable {
  /// The phone took the command. What came of it, events of the Notification Source tell.
  case ok
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

  public var name: StaticString {
    switch self {
    case .unknownNotification: "unknownNotification"
    case .notOffered: "notOffered"
    case .notReady: "notReady"
    case .busy: "busy"
    }
  }
}

/// What happened in a session, for whoever shows or records it.
public enum SessionEvent: Equatable, Sendable {
  /// The phone lets us ask.
  case authorized
  /// The phone does not let us ask: the user has to allow it in the phone's Bluetooth settings.
  case unauthorized
  case added(NotificationUID)
  case modified(NotificationUID)
  case removed(NotificationUID)
  /// It fell out of the store to make room for a newer one.
  case evicted(NotificationUID)
  /// The beginning of its texts is in the store; the rest is being asked for.
  case excerpt(NotificationUID)
  /// More of the message that is being read is here, or is not to be had.
  case read(NotificationUID)
  /// Its texts are in the store; the name of its app is still being asked for.
  case attributes(NotificationUID)
  /// Nothing more is being asked for. `Notification.content` says what is there.
  case content(NotificationUID)
  case actionEnded(NotificationUID, ActionID, ActionResult)
}

/// What went wrong and was survived, counted since the start. The counts stay at their maximum.
public struct SessionCounters: Equatable, Sendable {
  /// Notification Source values that are not eight octets long.
  public internal(set) var malformedSourceValues = SaturatingCount()
  /// Notification Source values with a reserved event.
  public internal(set) var reservedEvents = SaturatingCount()
  /// Data Source fragments that belong to nothing awaited.
  public internal(set) var staleFragments = SaturatingCount()
  /// Replies that broke their own rules.
  public internal(set) var malformedReplies = SaturatingCount()
  /// Commands that the phone refused.
  public internal(set) var refusals = SaturatingCount()
  /// Commands that were not answered in time.
  public internal(set) var timeouts = SaturatingCount()
  /// Notifications of the running session that made room for newer ones.
  public internal(set) var evictedNotifications = SaturatingCount()
  /// Texts that could not be had, or not whole. What the phone retracted before it was asked is not counted.
  public internal(set) var incompleteContents = SaturatingCount()
  /// Fetches that fell out of the queue; each is made up for when the queue is empty, if its notification still exists.
  public internal(set) var postponedFetches = SaturatingCount()
  /// Events that nobody took in time.
  public internal(set) var lostEvents = SaturatingCount()
}

/// A count that stays at its maximum.
public struct SaturatingCount: Equatable, Sendable {
  public private(set) var value: UInt32 = 0

  mutating func increment() {
    if value < UInt32.max { value += 1 }
  }
}
