public import Octets

/// A value of the Notification Source: something happened to one notification.
///
///     | eventID: 1 | eventFlags: 1 | categoryID: 1 | categoryCount: 1 | notificationUID: 4 |
///
/// ANCS specification, "Notification Source".
public struct NotificationSourceEvent: Equatable, Sendable {
  /// Whether the notification is new, has changed or is gone.
  public let eventID: EventID
  /// The importance of the notification, and its actions.
  public let flags: EventFlags
  /// The category of the notification.
  public let category: CategoryID
  /// How many notifications of this category the phone shows.
  public let categoryCount: UInt8
  /// Identifies the notification in this session.
  public let uid: NotificationUID

  /// Creates an event.
  public init(
    _ eventID: EventID, _ uid: NotificationUID, category: CategoryID, flags: EventFlags = EventFlags(rawValue: 0),
    categoryCount: UInt8 = 1
  ) {
    self.eventID = eventID
    self.flags = flags
    self.category = category
    self.categoryCount = categoryCount
    self.uid = uid
  }

  /// All of `value`, which is eight octets long.
  ///
  /// - Throws: `truncated` if it is shorter, `invalidValue` if longer.
  public init(decoding value: Span<UInt8>) throws(DecodeError) {
    guard value.count == 8 else { throw value.count < 8 ? .truncated : .invalidValue }
    eventID = EventID(rawValue: value[0])
    flags = EventFlags(rawValue: value[1])
    category = CategoryID(rawValue: value[2])
    categoryCount = value[3]
    var rest = value.extracting(droppingFirst: 4)
    uid = NotificationUID(rawValue: try rest.takeUInt32())
  }

  /// Appends the eight octets of the event.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    guard output.freeCapacity >= 8 else { throw .insufficientCapacity }
    try output.put(eventID.rawValue)
    try output.put(flags.rawValue)
    try output.put(category.rawValue)
    try output.put(categoryCount)
    try output.put(uid.rawValue)
  }
}
