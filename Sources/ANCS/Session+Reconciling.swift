internal import Octets
internal import Timing

// The list outlives the link. What an earlier session has left stays to be read until the phone, which sends all that
// there is when a session begins, has had the time to do so: what it sends again keeps its number, so that whoever
// looks at it goes on looking at it, and what it does not is gone.
extension Session {
  /// Begins to compare; what never had texts has nothing to be known by.
  mutating func beginReconciling() {
    for index in (0..<notifications.count).reversed() where !notifications.canBeKnown(at: index) {
      notifications.remove(at: index)
    }
  }

  /// The subscriptions are in place: the phone begins to send.
  mutating func awaitReplay(now: Instant) {
    replayStart = now
    replayEnd.set(now + SessionTiming.replay)
  }

  /// Lets go of what the phone has not sent again, unless texts are still on their way.
  mutating func handleReplayTimeout(now: Instant) {
    guard replayEnd.expire(at: now) else { return }
    if isFetching, now.since(replayStart) < SessionTiming.longestReplay {
      replayEnd.set(now + SessionTiming.replayExtension)
      return
    }
    for index in (0..<notifications.count).reversed() where !notifications.notification(at: index).isLive {
      notifications.remove(at: index)
    }
  }

  private var isFetching: Bool {
    for index in 0..<notifications.count {
      let notification = notifications.notification(at: index)
      if notification.isLive, notification.content == .awaited { return true }
    }
    return false
  }
}

extension NotificationStore {
  /// Whether the notification at `index` has all by which it is known in the next session: its texts or, of one whose
  /// texts are not to be asked for, its application and its date.
  borrowing func canBeKnown(at index: Int) -> Bool {
    let notification = notification(at: index)
    guard notification.content != .complete else { return true }
    return !notification.isContentAllowed && notification.texts[.appIdentifier].count > 0
      && notification.texts[.date].count > 0
  }

  /// The notification at `index` takes the place of the one with the same content that an earlier session has left.
  ///
  /// - Returns: where it is now.
  mutating func takePlaceOfLeftover(at index: Int) -> Int {
    guard let leftover = leftover(like: index) else { return index }
    let serial = notification(at: leftover).serial
    change(at: index) { $0.serial = serial }
    remove(at: leftover)
    return leftover < index ? index - 1 : index
  }

  private borrowing func leftover(like index: Int) -> Int? {
    guard agenda.leftovers > 0 else { return nil }
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
