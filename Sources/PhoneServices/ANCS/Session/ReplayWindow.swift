internal import Octets
internal import Timing

/// The time that the phone has to send its notifications again when a session begins.
///
/// Notifications of an earlier session stay readable until then. One that the phone sends again keeps its serial
/// number, so that a reader of it stays where it is; one that the phone does not send again is removed, or kept as
/// history.
struct ReplayWindow {
  private var startedAt = Instant.start
  private var end = Deadline()

  /// How long after the subscription the phone may take.
  private static var firstInterval: Interval { .seconds(10) }
  /// How much longer while texts are being fetched, and how long at most.
  private static var extensionInterval: Interval { .seconds(5) }
  private static var longestInterval: Interval { .seconds(60) }

  var deadline: Deadline { end }

  /// The subscriptions are in place: the phone begins to send.
  mutating func begin(now: Instant) {
    startedAt = now
    end.set(now + Self.firstInterval)
  }

  /// The session has ended.
  mutating func stop() { end.clear() }

  /// Retires the notifications that the phone has not sent again, unless texts are still being fetched.
  mutating func handleTimeout<let slots: Int, let octets: Int>(
    _ notifications: inout NotificationStore<slots, octets>, _ history: inout History, now: Instant
  ) {
    guard end.expire(at: now) else { return }
    if notifications.areTextsAwaited, now.since(startedAt) < Self.longestInterval {
      end.set(now + Self.extensionInterval)
    } else {
      notifications.retireLeftovers(&history, now: now)
    }
  }
}

extension NotificationStore {
  fileprivate var areTextsAwaited: Bool {
    for index in 0..<count {
      let notification = notification(at: index)
      if notification.isLive, notification.content == .awaited { return true }
    }
    return false
  }

  /// The phone has removed the notifications of earlier sessions that it did not send again.
  fileprivate mutating func retireLeftovers(_ history: inout History, now: Instant) {
    for index in (0..<count).reversed() {
      let notification = notification(at: index)
      if !notification.isLive, !notification.isKept { history.retire(index, in: &self, now: now) }
    }
  }

  /// Removes the notifications of earlier sessions.
  mutating func removeLeftovers() {
    for index in (0..<count).reversed() {
      let notification = notification(at: index)
      if !notification.isLive, !notification.isKept { remove(at: index) }
    }
  }

  /// Removes the notifications that cannot be recognised in the next session.
  mutating func removeUnrecognisable() {
    for index in (0..<count).reversed() where !isRecognisable(at: index) { remove(at: index) }
  }

  /// Whether the notification at `index` has all by which it is recognised in the next session: its texts or, if they
  /// are not to be fetched, its application and its date.
  borrowing func isRecognisable(at index: Int) -> Bool {
    let notification = notification(at: index)
    guard notification.content != .complete else { return true }
    return !notification.isContentAllowed && notification.texts[.appIdentifier].count > 0
      && notification.texts[.date].count > 0
  }

  /// The notification at `index` takes the place of the one with the same content that an earlier session has left, or
  /// that the phone had removed.
  ///
  /// - Returns: its index now.
  mutating func replaceLeftover(at index: Int) -> Int {
    guard let leftover = leftover(like: index) else { return index }
    // One that was removed and comes again is a new one, which may alert under its own number.
    if !notification(at: leftover).isKept {
      let serial = notification(at: leftover).serial
      change(at: index) { $0.takeSerial(serial) }
    }
    remove(at: leftover)
    return leftover < index ? index - 1 : index
  }

  private borrowing func leftover(like index: Int) -> Int? {
    guard wantedCounts.leftovers > 0 else { return nil }
    let hasTexts = notification(at: index).content == .complete
    for other in 0..<count where !notification(at: other).isLive {
      guard isEqual(.date, index, other), isEqual(.appIdentifier, index, other) else { continue }
      if !hasTexts || (isEqual(.title, index, other) && isEqual(.message, index, other)) { return other }
    }
    return nil
  }

  private borrowing func isEqual(_ attribute: NotificationAttributeID, _ one: Int, _ other: Int) -> Bool {
    self[attribute, at: one].isEqual(to: self[attribute, at: other])
  }
}
