internal import ANCS
internal import Features
internal import Octets
internal import PhoneClient
internal import Screens
internal import Timing

/// The start and the result of clearing the list.
public enum ClearingReport: Equatable, Sendable {
  case started(count: UInt8)
  case ended(cleared: UInt8, failed: UInt8)
}

/// Clears the list: performs the negative action of each notification that has one, one request after the other.
///
///     idle ──→ asking ── the phone has answered ──→ pausing ── 0.1 s ──→ asking … ──→ idle
///
/// A notification that comes meanwhile stays. Calls stay: their negative action would end them. Notifications that the
/// phone has removed already leave the list immediately, without a request.
struct ListClearing {
  static var pause: Interval { .milliseconds(100) }
  /// The session ends each request much earlier; this bounds the wait in any case.
  private static var longestAnswer: Interval { .seconds(60) }
  private static var longestClearing: Interval { .minutes(5) }

  private enum State {
    case idle
    case asking(NotificationUID, Progress, until: Instant)
    case pausing(Progress, until: Instant)
  }

  private struct Progress {
    /// Only notifications with smaller serial numbers are left: it goes from the newest to the oldest.
    var serialsBelow: UInt32
    var cleared: UInt8 = 0
    var failed: UInt8 = 0
    /// How many there were.
    let count: UInt8
    /// When the rest counts as failed.
    let end: Instant

    var isComplete: Bool { cleared >= count }

    mutating func note(isCleared: Bool) { if isCleared { cleared += 1 } else { failed += 1 } }
  }

  private var state = State.idle

  /// Returns how many notifications can be cleared: of those that had come when the wearer was asked.
  ///
  /// - Parameter serial: only notifications with smaller serial numbers count.
  static func count(below serial: UInt32, _ phone: borrowing PhoneState) -> Int {
    guard Features.hasClearAll else { return 0 }
    var count = 0
    for index in 0..<phone.session.notifications.count where isClearable(index, below: serial, phone) { count += 1 }
    return count + phone.session.notifications.keptCount
  }

  /// Returns a number that is greater than the serial numbers of all present notifications.
  static func limit(_ phone: borrowing PhoneState) -> UInt32 {
    guard Features.hasClearAll else { return 0 }
    var limit: UInt32 = 0
    for index in 0..<phone.session.notifications.count {
      let serial = phone.session.notifications.notification(at: index).serial
      limit = max(limit, serial == .max ? serial : serial + 1)
    }
    return limit
  }

  private static func isClearable(_ index: Int, below serial: UInt32, _ phone: borrowing PhoneState) -> Bool {
    let notification = phone.session.notifications.notification(at: index)
    guard notification.category != .incomingCall, notification.category != .activeCall else { return false }
    return notification.serial < serial && notification.offers(.negative)
  }

  /// Starts to clear the notifications that were in the list when the wearer was asked.
  ///
  /// - Parameter serial: their serial numbers are smaller.
  /// - Returns: the banner if there is nothing to clear, or if it could not begin.
  mutating func start(
    below serial: UInt32, _ phone: borrowing PhoneState, now: Instant, _ output: inout WatchOutput
  ) -> Banner? {
    guard Features.hasClearAll else { return .gone }
    guard case .idle = state else { return .busy }
    let count = UInt8(clamping: Self.count(below: serial, phone))
    guard count > 0 else { return .gone }
    output.record(.clearing(.started(count: count)))
    let kept = UInt8(clamping: phone.session.notifications.keptCount)
    if kept > 0 { output.request(.clearHistory) }
    let progress = Progress(serialsBelow: serial, cleared: kept, count: count, end: now + Self.longestClearing)
    return askNext(progress, phone, now: now, &output)
  }

  /// An action has ended.
  ///
  /// - Returns: whether it was one of these.
  mutating func noteEnded(_ action: ActionID, on uid: NotificationUID, _ result: ActionResult, now: Instant) -> Bool {
    guard Features.hasClearAll, case .asking(uid, var progress, _) = state, action == .negative else { return false }
    progress.note(isCleared: result == .ok || result == .gone || result == .refused(.invalidParameter))
    state = .pausing(progress, until: now + Self.pause)
    return true
  }

  var deadline: Instant? {
    switch state {
    case .idle: nil
    case .asking(_, _, let until), .pausing(_, let until): until
    }
  }

  /// Goes on when it is time.
  ///
  /// - Returns: the banner for the end; nil if it goes on.
  mutating func expire(_ phone: borrowing PhoneState, now: Instant, _ output: inout WatchOutput) -> Banner? {
    guard Features.hasClearAll else { return nil }
    switch state {
    case .pausing(let progress, let until) where until <= now: return askNext(progress, phone, now: now, &output)
    case .asking(_, var progress, let until) where until <= now:
      progress.note(isCleared: false)
      return askNext(progress, phone, now: now, &output)
    case .idle, .asking, .pausing: return nil
    }
  }

  private mutating func askNext(
    _ before: Progress, _ phone: borrowing PhoneState, now: Instant, _ output: inout WatchOutput
  ) -> Banner? {
    var progress = before
    // Without a session nothing can be cleared, and the list may be empty.
    let hasSession = phone.session.state != .absent || progress.isComplete
    guard hasSession, now < progress.end else { return giveUp(progress, &output) }
    while let next = Self.newest(below: progress.serialsBelow, phone) {
      let refusal = phone.session.refusal(of: .negative, on: next.uid)
      if refusal == .notReady { return giveUp(progress, &output) }
      if refusal == .busy {
        state = .pausing(progress, until: now + .seconds(1))
        return nil
      }
      progress.serialsBelow = next.serial
      if output.order(.negative, on: next.uid, phone) == nil {
        state = .asking(next.uid, progress, until: now + Self.longestAnswer)
        return nil
      }
      progress.note(isCleared: false)
    }
    return end(progress.cleared, failed: progress.failed, &output)
  }

  /// The rest has failed. More may be cleared than there were: the phone may have changed what a notification offers.
  private mutating func giveUp(_ progress: Progress, _ output: inout WatchOutput) -> Banner {
    let rest = progress.count - min(progress.count, progress.cleared)
    return end(progress.cleared, failed: max(progress.failed, rest), &output)
  }

  private static func newest(below serial: UInt32, _ phone: borrowing PhoneState) -> (
    serial: UInt32, uid: NotificationUID
  )? {
    var newest: (serial: UInt32, uid: NotificationUID)?
    for index in 0..<phone.session.notifications.count where isClearable(index, below: serial, phone) {
      let notification = phone.session.notifications.notification(at: index)
      if let newest, newest.serial > notification.serial { continue }
      newest = (notification.serial, notification.uid)
    }
    return newest
  }

  private mutating func end(_ cleared: UInt8, failed: UInt8, _ output: inout WatchOutput) -> Banner {
    state = .idle
    output.record(.clearing(.ended(cleared: cleared, failed: failed)))
    return failed == 0 ? .cleared : .notAllCleared
  }
}
