internal import Octets
public import Timing

// The Notification Source: what there is.
extension Session {
  /// Takes a value of the Notification Source. Legal from `serviceFound` on: events may overtake the answer to the
  /// subscription.
  public mutating func receiveNotificationSource(_ value: Span<UInt8>, now: Instant) {
    guard state != .absent else { return }
    do throws(DecodeError) {
      let event = try NotificationSourceEvent(decoding: value)
      watchdog.noteSource(now: now)
      handle(event, now: now)
    } catch {
      counters.malformedSourceValues.increment()
    }
  }

  private mutating func handle(_ event: NotificationSourceEvent, now: Instant) {
    switch event.eventID {
    case .added, .modified: addOrModify(event, now: now)
    case .removed: remove(event.uid)
    case .reserved: counters.reservedEvents.increment()
    }
  }

  /// A notification that is added twice is modified; one that is modified without being known is added.
  private mutating func addOrModify(_ event: NotificationSourceEvent, now: Instant) {
    if let index = notifications.index(of: event.uid) {
      notifications.change(at: index) { notification in
        notification.flags = event.flags
        notification.category = event.category
        notification.categoryCount = event.categoryCount
        notification.wantsFetch = true
        notification.hasExcerpt = false
      }
      report(.modified(event.uid))
      enqueueFetch(of: event.uid, isCall: event.category.isIncomingCall)
    } else {
      var notification = Notification(event, serial: nextSerial, at: now)
      notification.isContentAllowed = !isDiscreet || event.category.isCall
      add(notification)
      nextSerial &+= 1
      enqueueFirst(of: event, isContentAllowed: notification.isContentAllowed)
    }
  }

  /// Queues what is asked of a new notification at first: of what was there before the session all at once, as nobody
  /// waits for it.
  private mutating func enqueueFirst(of event: NotificationSourceEvent, isContentAllowed: Bool) {
    let isCall = event.category.isIncomingCall
    guard isContentAllowed, isCall || !event.flags.contains(.preExisting) else {
      return enqueueFetch(of: event.uid, isCall: isCall)
    }
    enqueue(.excerpt(event.uid, isCall: isCall))
  }

  private mutating func add(_ notification: Notification) {
    if let evicted = notifications.insert(notification) {
      forgetCommands(about: evicted.uid)
      if evicted.isLive {
        counters.evictedNotifications.increment()
        report(.evicted(evicted.uid))
      }
    }
    report(.added(notification.uid))
  }

  private mutating func remove(_ uid: NotificationUID) {
    if let index = notifications.index(of: uid) { notifications.remove(at: index) }
    forgetCommands(about: uid)
    report(.removed(uid))
  }

  private mutating func forgetCommands(about uid: NotificationUID) {
    while let command = queue.removeFirst(about: uid) {
      if case .perform(let action, _) = command { report(.actionEnded(uid, action, .gone)) }
    }
  }

  /// Queues a fetch, unless one is queued. If one is under way, this is the one after it.
  mutating func enqueueFetch(of uid: NotificationUID, isCall: Bool, attempt: UInt8 = 0) {
    guard takesCommands else { return }
    if isCall { queue.hastenFetch(of: uid) }
    guard !queue.containsFetch(of: uid) else { return }
    enqueue(.fetch(uid, isCall: isCall, attempt: attempt))
  }

  private mutating func enqueue(_ command: QueuedCommand) {
    guard takesCommands, let refused = queue.push(command) else { return }
    counters.postponedFetches.increment()
    if case .perform(let action, let uid) = refused { report(.actionEnded(uid, action, .gone)) }
  }
}
