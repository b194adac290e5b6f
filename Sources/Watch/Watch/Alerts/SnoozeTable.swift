internal import ANCS
internal import Octets
internal import PhoneClient
internal import Timing
internal import WatchModel

/// The snoozed notifications, and when each alerts again.
///
///     snoozed ── time reached ──→ announced again
///        │ removed by the phone           ↑ the phone sends it again
///        └─→ forgotten       not in the list ── 24 h ──→ forgotten
///
/// After a new connection the phone sends the same notification under another number: it is found by its content.
struct SnoozeTable {
  /// How long after its time a notification that is not in the list stays in the table.
  private static var longestWait: Interval { .minutes(1_440) }

  private struct Snooze {
    var serial: UInt32
    /// Nil after the end of its session, because another notification may have this UID in the next session.
    var uid: NotificationUID?
    /// Nil if too few of its texts had arrived to identify it.
    let content: ContentDigest?
    var end: ChosenEnd
    /// Whether it was not in the list when its time came.
    var isMissing = false
  }

  private var snoozes = PerSnoozedNotification<Snooze>()

  /// Snoozes the notification at `index`.
  ///
  /// - Returns: false if too many are snoozed.
  mutating func snooze(_ index: Int, until end: ChosenEnd, _ phone: borrowing PhoneState) -> Bool {
    let notification = phone.session.notifications.notification(at: index)
    let isIdentified = phone.session.notifications.isIdentified(at: index)
    let content = isIdentified ? phone.session.notifications.contentDigest(at: index) : nil
    remove(serial: notification.serial)
    if snoozes.isFull { removeMissing() }
    let uid = notification.isLive ? notification.uid : nil
    return snoozes.pushLast(Snooze(serial: notification.serial, uid: uid, content: content, end: end)) == nil
  }

  // MARK: The phone

  mutating func sessionEnded() {
    for index in snoozes.indices { snoozes[index].uid = nil }
  }

  /// The phone has removed a notification.
  mutating func noteRemoved(_ uid: NotificationUID) {
    for index in snoozes.indices.reversed() where snoozes[index].uid == uid { snoozes.remove(at: index) }
  }

  /// Handles the texts of the notification at `index`. It may be one that was snoozed in an earlier session.
  mutating func noteContent(at index: Int, _ phone: borrowing PhoneState) {
    guard !snoozes.isEmpty else { return }
    let notification = phone.session.notifications.notification(at: index)
    let content = phone.session.notifications.contentDigest(at: index)
    for place in snoozes.indices where snoozes[place].uid == nil && snoozes[place].content == content {
      snoozes[place].serial = notification.serial
      snoozes[place].uid = notification.uid
      snoozes[place].isMissing = false
    }
  }

  // MARK: Time

  mutating func follow(_ jump: ClockJump) {
    for index in snoozes.indices { snoozes[index].end = snoozes[index].end.following(jump) }
  }

  var deadline: Instant? {
    var first: Instant?
    for index in snoozes.indices {
      let snooze = snoozes[index]
      first = earliest(first, snooze.isMissing ? snooze.end.instant + Self.longestWait : snooze.end.instant)
    }
    return first
  }

  /// Removes a notification whose time has come from the table. One that the phone has removed counts as missing.
  ///
  /// - Returns: its index in the list; nil if no notification in the list has reached its time.
  mutating func takeDue(_ phone: borrowing PhoneState, now: Instant) -> Int? {
    for place in snoozes.indices.reversed() where snoozes[place].end.instant <= now {
      if let index = phone.session.notifications.index(ofSerial: snoozes[place].serial),
        !phone.session.notifications.notification(at: index).isKept
      {
        snoozes.remove(at: place)
        return index
      }
      snoozes[place].isMissing = true
      if snoozes[place].end.instant + Self.longestWait <= now { snoozes.remove(at: place) }
    }
    return nil
  }

  private mutating func remove(serial: UInt32) {
    for index in snoozes.indices.reversed() where snoozes[index].serial == serial { snoozes.remove(at: index) }
  }

  /// Removes the notifications that were not in the list at their time, to make room. The phone may never send them.
  private mutating func removeMissing() {
    for index in snoozes.indices.reversed() where snoozes[index].isMissing { snoozes.remove(at: index) }
  }
}

extension SnoozeDuration {
  /// - Parameter tomorrow: the next day's morning.
  func end(tomorrow: ChosenEnd, now: Instant) -> ChosenEnd {
    switch self {
    case .tenMinutes: ChosenEnd(now + .minutes(10), isClockTime: false)
    case .hour: ChosenEnd(now + .minutes(60), isClockTime: false)
    case .tomorrow: tomorrow
    }
  }
}
