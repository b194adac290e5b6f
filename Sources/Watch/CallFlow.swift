internal import ANCS
internal import Octets
internal import Timing

/// The calls that there are, and the quiet after one was declined.
///
///     none ── incoming call ──→ ringing ── removed, dismissed, 60 s ──→ none
///                                  └── active call ──→ active ── removed ──→ none
///
/// Each is known by its UID while its session goes on, and afterwards by who calls: when the phone tells of it again in
/// the next session, under another UID, it goes on where it was. The phone may lose track of a call: what it does not
/// end, the clock does.
struct CallFlow {
  /// The longest that a call rings: less than the 90 s after which no phone rings any more.
  static var longestRinging: Interval { .seconds(60) }
  /// How long after declining a call the missed call that follows from it is not news.
  static var quietAfterDecline: Interval { .seconds(7) }
  /// How long after answering a call an active one is taken to be it.
  static var answerTime: Interval { .seconds(10) }
  /// How long the calls of a session that has ended are remembered.
  static var memoryTime: Interval { .minutes(10) }

  enum Phase: UInt8, Sendable {
    case ringing, active
  }

  struct Call: Equatable, Sendable {
    fileprivate(set) var serial: UInt32
    let uid: NotificationUID
    fileprivate(set) var phase: Phase
    /// When it began to ring, or to be active; nil for one that was active before the watch knew of it.
    fileprivate(set) var startedAt: Instant?
    fileprivate(set) var ringsUntil: Instant
    /// What the user chose: while it rings until the phone refuses, afterwards until the phone answers.
    fileprivate(set) var choice: ActionID?
    fileprivate var isPutAway = false
    /// Whether its session goes on.
    fileprivate var isLive = true
    fileprivate var caller: ContentDigest?

    fileprivate var isShown: Bool { isLive && !isPutAway }
  }

  /// The oldest first.
  private var calls = FixedArray<4, Call>()
  private var quietUntil = Deadline()
  private var answeredUntil = Deadline()
  private var memoryEnd = Deadline()
  private var tick = Deadline()

  /// The call to show: the last that began to ring, else the last that is active.
  var call: Call? { last(.ringing) ?? last(.active) }

  private func last(_ phase: Phase) -> Call? {
    for index in calls.indices.reversed() where calls[index].isShown && calls[index].phase == phase {
      return calls[index]
    }
    return nil
  }

  // MARK: What the phone tells

  /// A call has come in. It takes the place of an earlier one on the glass.
  mutating func ring(_ notification: Notification) {
    guard phase(of: notification.uid) != .ringing else { return }
    insert(notification, .ringing, since: notification.receivedAt)
  }

  /// A call is active. It is shown if it was answered on the watch; else it is somebody else's doing, and waits in the
  /// list.
  mutating func activate(_ notification: Notification, now: Instant) {
    guard phase(of: notification.uid) != .active else { return }
    if answeredUntil.expire(at: now) || !answeredUntil.isSet {
      insert(notification, .active, since: notification.flags.contains(.preExisting) ? nil : now)
      putAway(notification.uid)
    } else {
      answeredUntil.clear()
      insert(notification, .active, since: now)
    }
    endRinging(of: notification)
  }

  private mutating func insert(_ notification: Notification, _ phase: Phase, since start: Instant?) {
    if let index = index(of: notification.uid) { calls.remove(at: index) }
    if calls.isFull { calls.remove(at: 0) }
    calls.append(
      Call(
        serial: notification.serial, uid: notification.uid, phase: phase, startedAt: start,
        ringsUntil: notification.receivedAt + Self.longestRinging))
  }

  /// The call that was answered, here or elsewhere, rings no longer, also if the phone does not remove it.
  private mutating func endRinging(of notification: Notification) {
    var ringing: Int?
    for index in calls.indices where calls[index].isLive && calls[index].phase == .ringing {
      if ringing == nil || calls[index].choice == .positive { ringing = index }
    }
    if let ringing { calls.remove(at: ringing) }
  }

  /// Who calls is known now. A call of the session before with the same caller was this one.
  mutating func identify(_ uid: NotificationUID, serial: UInt32, caller: ContentDigest) {
    guard let index = index(of: uid) else { return }
    calls[index].serial = serial
    calls[index].caller = caller
    for former in calls.indices where !calls[former].isLive && calls[former].caller == caller {
      if calls[former].phase == calls[index].phase {
        calls[index].startedAt = calls[former].startedAt
        calls[index].ringsUntil = min(calls[index].ringsUntil, calls[former].ringsUntil)
        calls[index].isPutAway = calls[former].isPutAway
      }
      calls.remove(at: former)
      return
    }
  }

  /// The phone has removed it, or it is no call any longer.
  mutating func end(_ uid: NotificationUID) {
    if let index = index(of: uid) { calls.remove(at: index) }
  }

  /// The session has ended: no call is on the glass, and those there were may come back.
  mutating func sessionEnded(now: Instant) {
    for index in calls.indices where calls[index].isLive {
      calls[index].isLive = false
      memoryEnd.set(now + Self.memoryTime)
    }
  }

  // MARK: What the user does

  /// Off the glass, until it is shown again from the list.
  mutating func putAway(_ uid: NotificationUID) {
    if let index = index(of: uid) { calls[index].isPutAway = true }
  }

  /// - Returns: whether that notification is a call, which is on the glass again.
  mutating func bringBack(serial: UInt32) -> Bool {
    for index in calls.indices where calls[index].isLive && calls[index].serial == serial {
      calls[index].isPutAway = false
      return true
    }
    return false
  }

  mutating func choose(_ action: ActionID, on uid: NotificationUID, now: Instant) {
    guard let index = index(of: uid) else { return }
    calls[index].choice = action
    guard calls[index].phase == .ringing else { return }
    switch action {
    case .positive: answeredUntil.set(now + Self.answerTime)
    case .negative: quietUntil.set(now + Self.quietAfterDecline)
    }
  }

  /// The phone did what was chosen, or did not. What does not end an active call may be chosen again; one that rings
  /// ends in a moment, unless the phone refused.
  mutating func choiceEnded(_ action: ActionID, on uid: NotificationUID, isDone: Bool) {
    guard let index = index(of: uid), let choice = calls[index].choice else { return }
    let isRinging = calls[index].phase == .ringing
    guard !isDone || !isRinging else { return }
    if choice == action { calls[index].choice = nil }
    guard isRinging else { return }
    switch action {
    case .positive: answeredUntil.clear()
    case .negative: quietUntil.clear()
    }
  }

  /// Whether a missed call that arrives now is the one that was declined.
  func isQuiet(at now: Instant) -> Bool { quietUntil.isSet && !quietUntil.isDue(at: now) }

  func phase(of uid: NotificationUID) -> Phase? { index(of: uid).map { calls[$0].phase } }

  private func index(of uid: NotificationUID) -> Int? {
    for index in calls.indices where calls[index].isLive && calls[index].uid == uid { return index }
    return nil
  }
}

// The clock.
extension CallFlow {
  var deadline: Instant? {
    var next = earliest(memoryEnd.instant, tick.instant)
    for index in calls.indices where calls[index].isLive && calls[index].phase == .ringing {
      next = earliest(next, calls[index].ringsUntil)
    }
    return next
  }

  /// Ends the calls that rang too long, and forgets those that did not come back.
  mutating func expire(now: Instant) {
    let isMemoryOver = memoryEnd.expire(at: now)
    for index in calls.indices.reversed() {
      let hasRungOut = calls[index].phase == .ringing && calls[index].ringsUntil <= now
      if calls[index].isLive ? hasRungOut : isMemoryOver { calls.remove(at: index) }
    }
  }

  /// Forgets the calls whose notification is not among those that there are.
  mutating func keep<let slots: Int, let octets: Int>(_ notifications: borrowing NotificationStore<slots, octets>) {
    for index in calls.indices.reversed()
    where calls[index].isLive && notifications.index(ofSerial: calls[index].serial) == nil {
      calls.remove(at: index)
    }
  }

  /// Arranges to be called when the running time on the glass is another.
  ///
  /// - Parameter start: since when the call on the glass is active; nil if there is none.
  /// - Returns: whether a second is over.
  mutating func followTime(since start: Instant?, now: Instant) -> Bool {
    guard let start else {
      tick.clear()
      return false
    }
    let isOver = tick.isDue(at: now)
    if isOver || !tick.isSet {
      let elapsed = now.since(start).microseconds
      tick.set(start + Interval(microseconds: elapsed - elapsed % 1_000_000 + 1_000_000))
    }
    return isOver
  }
}
