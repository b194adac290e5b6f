internal import Octets
internal import Timing

/// Stores the events of the Notification Source in the list, and queues the commands that fetch each notification.
struct NotificationIntake {
  /// Whether only the application of a new notification is requested at first.
  private(set) var isDiscreet = false
  private var nextSerial: UInt32 = 0

  mutating func setIsDiscreet(_ isDiscreet: Bool) { self.isDiscreet = isDiscreet }

  /// Takes an event of the Notification Source.
  ///
  /// - Parameter spared: the serial number of the notification that is being read: it stays in a full list.
  mutating func take<let slots: Int, let octets: Int>(
    _ event: NotificationSourceEvent, to notifications: inout NotificationStore<slots, octets>,
    _ queue: inout CommandQueue, _ history: inout History, _ log: inout SessionLog, sparing spared: UInt32?,
    now: Instant
  ) {
    switch event.eventID {
    case .added, .modified: addOrModify(event, to: &notifications, &queue, &log, sparing: spared, now: now)
    case .removed: Self.remove(event.uid, from: &notifications, &queue, &history, &log, now: now)
    case .reserved: log.count { $0.reservedEvents.increment() }
    }
  }

  /// Ends a notification that the phone has removed, or does not know.
  @inline(never)  // Two callers: one copy is smaller.
  static func remove<let slots: Int, let octets: Int>(
    _ uid: NotificationUID, from notifications: inout NotificationStore<slots, octets>, _ queue: inout CommandQueue,
    _ history: inout History, _ log: inout SessionLog, now: Instant
  ) {
    let index = notifications.index(of: uid)
    let isKept = index.map { history.retire($0, in: &notifications, now: now) } ?? false
    queue.forgetCommands(about: uid, &log)
    log.report(.removed(uid, isKept: isKept))
  }

  /// A notification that is added twice is modified; one that is modified without being known is added.
  private mutating func addOrModify<let slots: Int, let octets: Int>(
    _ event: NotificationSourceEvent, to notifications: inout NotificationStore<slots, octets>,
    _ queue: inout CommandQueue, _ log: inout SessionLog, sparing spared: UInt32?, now: Instant
  ) {
    guard let index = notifications.index(of: event.uid) else {
      return add(event, to: &notifications, &queue, &log, sparing: spared, now: now)
    }
    notifications.change(at: index) { $0.modify(event) }
    log.report(.modified(event.uid))
    queue.enqueueFetch(of: event.uid, isCall: event.category.isIncomingCall, &log)
  }

  /// Allows requests for all attributes of a notification, and queues the request, also if an earlier one failed.
  ///
  /// - Returns: whether it was queued.
  func allowContent<let slots: Int, let octets: Int>(
    of uid: NotificationUID, in notifications: inout NotificationStore<slots, octets>, _ queue: inout CommandQueue,
    _ log: inout SessionLog
  ) -> Bool {
    guard let index = notifications.index(of: uid), notifications.notification(at: index).lacksContent else {
      return false
    }
    notifications.change(at: index) { $0.allowContent() }
    queue.enqueueFetch(of: uid, isCall: false, &log)
    return true
  }

  private mutating func add<let slots: Int, let octets: Int>(
    _ event: NotificationSourceEvent, to notifications: inout NotificationStore<slots, octets>,
    _ queue: inout CommandQueue, _ log: inout SessionLog, sparing spared: UInt32?, now: Instant
  ) {
    let isContentAllowed = !isDiscreet || event.category.isCall
    let evicted = notifications.insert(
      event, serial: nextSerial, isContentAllowed: isContentAllowed, sparing: spared, at: now)
    nextSerial &+= 1
    // The UID of one of an earlier session may belong to another notification now.
    if let evicted, evicted.isLive {
      queue.forgetCommands(about: evicted.uid, &log)
      log.count { $0.evictedNotifications.increment() }
      log.report(.evicted(evicted.uid))
    }
    log.report(.added(event.uid))
    // A notification that was there before the session is fetched in one step, because the user does not wait for it.
    let isCall = event.category.isIncomingCall
    if isContentAllowed, isCall || !event.flags.contains(.preExisting) {
      queue.enqueue(.excerpt(event.uid, isCall: isCall), &log)
    } else {
      queue.enqueueFetch(of: event.uid, isCall: isCall, &log)
    }
  }
}
