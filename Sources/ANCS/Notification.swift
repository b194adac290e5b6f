public import Timing

/// What is known of a notification, its texts excepted: they are in the store.
public struct Notification: Sendable {
  /// How much of the texts is there.
  public enum Content: UInt8, Sendable {
    /// Nothing yet; it will be asked for.
    case awaited
    /// Some, and no more is to be had.
    case partial
    /// All that was asked for.
    case complete
    /// Nothing, and nothing is to be had: the phone refused, or the request was given up.
    case unavailable
  }

  public let uid: NotificationUID
  /// A number that no other notification has had since the start; unlike the UID it outlives the session.
  public internal(set) var serial: UInt32
  public internal(set) var flags: EventFlags
  public internal(set) var category: CategoryID
  /// How many notifications of this category the phone shows.
  public internal(set) var categoryCount: UInt8
  /// When its first event arrived.
  public let receivedAt: Instant
  public internal(set) var content = Content.awaited
  /// Whether the session in which it came goes on. Afterwards its UID means nothing and no action is offered.
  public internal(set) var isLive = true

  /// Whether its attributes are to be asked for, for the first time or again.
  var wantsFetch = true
  /// Whether its app's name was not settled when its texts arrived.
  var awaitsAppName = false
  /// Whether more than its application may be asked for.
  public internal(set) var isContentAllowed = true
  /// Whether more was asked for last.
  var hasAskedForContent = false
  /// Whether the beginning of its texts is here, and the rest is being asked for.
  var hasExcerpt = false
  /// Whether no more than that rest was asked for last.
  var hasAskedForRest = false
  /// Whether the whole of its message is to be searched for a code.
  var wantsSearch = false
  var texts = TextRanges()
  /// Where in the slot the code is that its texts bring; empty if there is none.
  var code = TextRange()

  init(_ event: NotificationSourceEvent, serial: UInt32, at now: Instant) {
    uid = event.uid
    self.serial = serial
    flags = event.flags
    category = event.category
    categoryCount = event.categoryCount
    receivedAt = now
  }

  var hasTexts: Bool { texts[.appIdentifier].count > 0 || texts[.title].count > 0 }

  /// Whether `action` may be performed on it now.
  public func offers(_ action: ActionID) -> Bool { isLive && flags.contains(action.flag) }

  /// Whether the phone has more of `attribute` than was kept.
  public func isCut(_ attribute: NotificationAttributeID) -> Bool { texts[attribute].isCut }
}
