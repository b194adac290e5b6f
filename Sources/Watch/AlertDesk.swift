internal import ANCS
internal import Octets
internal import Timing

/// What the decisions on alerts rest upon, and those that wait for texts.
struct AlertDesk {
  /// How long a decision waits for texts. A phone that does not answer is no reason to keep quiet.
  static var patience: Interval { .seconds(5) }
  /// How long after a session began what it brings may be what an earlier one has brought.
  static var repetitionTime: Interval { .seconds(60) }

  private struct Pending {
    let uid: NotificationUID
    let known: AlertPolicy.Circumstances
    let deadline: Instant
  }

  var settings = AlertSettings()
  var mutes = MuteTable()
  var haveMutesChanged = false
  var memory = AlertMemory()
  /// When the subscriptions were made; nil: they were not yet, though events may come already.
  private var subscribedAt: Instant?
  private var pending = PerPendingAlert<Pending>()

  mutating func subscribed(now: Instant) { subscribedAt = now }

  mutating func sessionEnded() {
    subscribedAt = nil
    pending.removeAll()
    memory.beginSession()
  }

  func sinceSubscribed(now: Instant) -> Interval { subscribedAt.map { now.since($0) } ?? .zero }

  func dependsOnTexts(now: Instant) -> Bool {
    if !settings.rules.isEmpty || !mutes.isEmpty { return true }
    return memory.hasFormer && sinceSubscribed(now: now) < Self.repetitionTime
  }

  // MARK: Waiting for texts

  /// - Returns: whether there is room to wait.
  mutating func postpone(_ uid: NotificationUID, _ known: AlertPolicy.Circumstances, now: Instant) -> Bool {
    forget(uid)
    return pending.pushLast(Pending(uid: uid, known: known, deadline: now + Self.patience)) == nil
  }

  mutating func forget(_ uid: NotificationUID) { _ = take(uid) }

  /// What was known of a notification that waits for its texts, and does no longer.
  mutating func take(_ uid: NotificationUID) -> AlertPolicy.Circumstances? {
    for index in pending.indices where pending[index].uid == uid { return pending.remove(at: index).known }
    return nil
  }

  var deadline: Instant? { pending.first?.deadline }

  /// The next one that has waited for long enough.
  func firstDue(at now: Instant) -> NotificationUID? {
    pending.first.flatMap { $0.deadline <= now ? $0.uid : nil }
  }
}
