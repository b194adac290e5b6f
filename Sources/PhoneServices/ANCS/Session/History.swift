internal import Features
internal import Octets
internal import Timing

/// The time for which notifications stay in the list after the phone has removed them.
///
///     live ── removed by the phone ──→ kept ── time over, or room is needed ──→ gone
///                                        └── the phone sends it again ──→ replaced
///
/// A kept notification is not live: the phone does not know its UID any more.
struct History {
  /// Nil: a removed notification leaves the list immediately.
  private var time: Interval?
  private var end = Deadline()

  /// Notifications that end within this time end together, so that the watch wakes up once for all of them.
  private static var slack: Interval { .seconds(10) }

  /// When the next kept notification ends; not set if none is kept.
  var deadline: Deadline { end }

  /// Sets the time, also for the notifications that are kept now.
  mutating func set<let slots: Int, let octets: Int>(
    _ time: Interval?, in notifications: inout NotificationStore<slots, octets>, now: Instant
  ) {
    guard time != self.time else { return }
    self.time = time
    dropOld(in: &notifications, now: now)
  }

  /// Handles a notification that the phone does not show any more: keeps it, or removes it from the list.
  ///
  /// - Returns: whether it is kept.
  @discardableResult
  mutating func retire<let slots: Int, let octets: Int>(
    _ index: Int, in notifications: inout NotificationStore<slots, octets>, now: Instant
  ) -> Bool {
    guard Features.hasHistory, let time, notifications.isWorthKeeping(at: index) else {
      notifications.remove(at: index)
      return false
    }
    notifications.change(at: index) { $0.keep(at: now) }
    // The ones that were kept before end before.
    if !end.isSet { end.set(now + time) }
    return true
  }

  mutating func handleTimeout<let slots: Int, let octets: Int>(
    _ notifications: inout NotificationStore<slots, octets>, now: Instant
  ) {
    if end.expire(at: now) { dropOld(in: &notifications, now: now) }
  }

  /// Removes all kept notifications from the list.
  mutating func clear<let slots: Int, let octets: Int>(_ notifications: inout NotificationStore<slots, octets>) {
    end.clear()
    guard notifications.keptCount > 0 else { return }
    for index in (0..<notifications.count).reversed() where notifications.notification(at: index).isKept {
      notifications.remove(at: index)
    }
  }

  private mutating func dropOld<let slots: Int, let octets: Int>(
    in notifications: inout NotificationStore<slots, octets>, now: Instant
  ) {
    guard let time else { return clear(&notifications) }
    end.clear()
    var first: Instant?
    for index in (0..<notifications.count).reversed() {
      guard let removedAt = notifications.notification(at: index).removedAt else { continue }
      if removedAt + time <= now + Self.slack {
        notifications.remove(at: index)
      } else {
        first = earliest(first, removedAt + time)
      }
    }
    if let first { end.set(first) }
  }
}

extension NotificationStore {
  /// Whether the notification at `index` stays when the phone removes it. Calls, notifications without their texts, and
  /// those that the wearer has dismissed go.
  fileprivate borrowing func isWorthKeeping(at index: Int) -> Bool {
    let notification = notification(at: index)
    return !notification.category.isCall && !notification.isDismissed && isRecognisable(at: index)
  }
}
