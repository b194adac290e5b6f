internal import ANCS
internal import Features
internal import Octets
internal import Peripherals
internal import PhoneClient
internal import Timing

/// The current calls, and the quiet time after a call was declined.
///
///     none ── incoming call ──→ ringing ── removed, dismissed, 60 s ──→ none
///                                  └── active call ──→ active ── removed ──→ none
///
/// During its session a call is identified by its UID, afterwards by its caller. If the phone reports the call again in
/// the next session, under another UID, it continues from its old state. The phone may lose track of a call, so a
/// timeout ends a call that the phone does not end.
struct CallFlow {
  /// The longest that a call rings: less than the 90 s after which no phone rings any more.
  static var longestRinging: Interval { .seconds(60) }
  /// How long after declining a call its missed call is not new.
  static var quietAfterDecline: Interval { .seconds(7) }
  /// How long after answering a call an active call is assumed to be the same call.
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
    /// The action that the user chose. A ringing call keeps it until the phone refuses it; an active call keeps it
    /// until the phone answers.
    fileprivate(set) var choice: ActionID?
    fileprivate var isPutAway = false
    /// Whether the watch does not alert for it while the phone rings.
    fileprivate(set) var isSilenced = false
    /// Whether it is silenced only until its caller is known, because such a call was before the link was lost.
    fileprivate var isPresumedSilenced = false
    /// Whether the watch has never alerted for it.
    fileprivate var isQuiet = false
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

  // MARK: Events of the phone

  /// A call has come in. It takes the place of an earlier one on the display.
  ///
  /// - Parameter isQuiet: whether the watch does not alert for it: then it is only in the list.
  mutating func ring(_ notification: Notification, isQuiet: Bool) {
    guard phase(of: notification.uid) != .ringing else { return }
    insert(notification, .ringing, since: notification.receivedAt)
    guard let index = index(of: notification.uid) else { return }
    calls[index].isPresumedSilenced =
      Features.hasCallMemory && !isQuiet && notification.flags.contains(.preExisting) && hasSilencedFormerCall
    calls[index].isSilenced = isQuiet || calls[index].isPresumedSilenced
    calls[index].isQuiet = isQuiet
    calls[index].isPutAway = isQuiet
  }

  /// Whether the watch does not alert for a call.
  func isSilenced(_ uid: NotificationUID) -> Bool {
    Features.hasCallMemory && index(of: uid).map { calls[$0].isSilenced } ?? false
  }

  private var hasSilencedFormerCall: Bool {
    for index in calls.indices where !calls[index].isLive && calls[index].isSilenced && calls[index].phase == .ringing {
      return true
    }
    return false
  }

  /// A call is active. It is shown if it was answered on the watch; else it was answered elsewhere, and is only in the
  /// list.
  mutating func activate(_ notification: Notification, now: Instant) {
    let before = phase(of: notification.uid)
    guard before != .active else { return }
    if answeredUntil.expire(at: now) || !answeredUntil.isSet {
      insert(notification, .active, since: notification.flags.contains(.preExisting) ? nil : now)
      putAway(notification.uid)
    } else {
      answeredUntil.clear()
      insert(notification, .active, since: now)
    }
    if before == nil { endAnswered() }
  }

  private mutating func insert(_ notification: Notification, _ phase: Phase, since start: Instant?) {
    if let index = index(of: notification.uid) { calls.remove(at: index) }
    if calls.isFull { calls.remove(at: 0) }
    calls.append(
      Call(
        serial: notification.serial, uid: notification.uid, phase: phase, startedAt: start,
        ringsUntil: notification.receivedAt + Self.longestRinging))
  }

  /// Removes the ringing call that was answered on the watch, even if the phone does not remove it.
  private mutating func endAnswered() {
    for index in calls.indices
    where calls[index].isLive && calls[index].phase == .ringing && calls[index].choice == .positive {
      calls.remove(at: index)
      return
    }
  }

  /// Sets the caller of a call. A call of the session before with the same caller is the same call.
  mutating func identify(_ uid: NotificationUID, serial: UInt32, caller: ContentDigest) {
    guard let index = index(of: uid) else { return }
    calls[index].serial = serial
    calls[index].caller = caller
    endPresumption(at: index)
    for former in calls.indices where former != index && calls[former].caller == caller {
      // An active call that rings as well was answered elsewhere, and the phone has not removed what rang.
      if calls[former].isLive, calls[former].phase == calls[index].phase || calls[index].phase == .ringing { continue }
      if calls[former].phase == calls[index].phase {
        calls[index].startedAt = calls[former].startedAt
        calls[index].ringsUntil = min(calls[index].ringsUntil, calls[former].ringsUntil)
        calls[index].isPutAway = calls[former].isPutAway
        calls[index].isSilenced = calls[former].isSilenced
      }
      calls.remove(at: former)
      return
    }
  }

  /// The caller of a call stays unknown: nothing shows that it was silenced.
  mutating func noteUnidentified(_ uid: NotificationUID) {
    if let index = index(of: uid) { endPresumption(at: index) }
  }

  private mutating func endPresumption(at index: Int) {
    guard calls[index].isPresumedSilenced else { return }
    (calls[index].isPresumedSilenced, calls[index].isSilenced) = (false, false)
  }

  /// Removes a call, because the phone has removed it, or because it is not a call any more.
  mutating func end(_ uid: NotificationUID) {
    if let index = index(of: uid) { calls.remove(at: index) }
  }

  /// The session has ended: no call is on the display, and the phone may report them again.
  mutating func sessionEnded(now: Instant) {
    for index in calls.indices where calls[index].isLive {
      calls[index].isLive = false
      memoryEnd.set(now + Self.memoryTime)
    }
  }

  // MARK: Actions of the user

  /// The request of a button on the screen of a call.
  enum Request: Equatable {
    case perform(ActionID, NotificationUID)
    /// The watch has stopped its alert; the phone rings on.
    case silenced(NotificationUID)
  }

  /// Handles a gesture on the screen of the call that is shown. *Accept* may be held.
  ///
  /// - Returns: the request to the phone. A call that does not offer the action may be put away instead.
  mutating func handle(_ gesture: ButtonGesture, _ phone: borrowing PhoneState) -> Request? {
    guard let call else { return nil }
    switch (gesture.button, gesture.gesture) {
    case (.accept, _): return request(.positive, of: call, phone)
    case (.decline, .press): return request(.negative, of: call, phone)
    case (.decline, .hold), (.select, _), (.back, _):
      if call.phase == .ringing, !call.isQuiet { return silence(call) }
      putAway(call.uid)
      return nil
    case (.up, _), (.down, _): return nil
    }
  }

  private mutating func request(_ action: ActionID, of call: Call, _ phone: borrowing PhoneState) -> Request? {
    guard call.choice != action, let index = phone.session.notifications.index(ofSerial: call.serial) else {
      return nil
    }
    if phone.session.notifications.notification(at: index).offers(action) { return .perform(action, call.uid) }
    if action == .negative || call.phase == .active { putAway(call.uid) }
    return nil
  }

  private mutating func silence(_ call: Call) -> Request? {
    guard !call.isSilenced || call.isPresumedSilenced, let index = index(of: call.uid) else { return nil }
    (calls[index].isPresumedSilenced, calls[index].isSilenced) = (false, true)
    return .silenced(call.uid)
  }

  /// A call that was answered may only change its category.
  mutating func reconsider(_ notification: Notification, now: Instant) {
    guard let phase = phase(of: notification.uid) else { return }
    switch (phase, notification.category) {
    case (.ringing, .incomingCall), (.active, .activeCall): break
    case (.ringing, .activeCall): activate(notification, now: now)
    default: end(notification.uid)
    }
  }

  /// Takes a call off the display, until it is shown again from the list.
  mutating func putAway(_ uid: NotificationUID) {
    if let index = index(of: uid) { calls[index].isPutAway = true }
  }

  /// The wearer opens a notification: a call is on the display again. Another notification has a page, and a button on
  /// it must not end an active call, so active calls are put away.
  ///
  /// - Returns: whether that notification is a call.
  mutating func open(serial: UInt32) -> Bool {
    for index in calls.indices where calls[index].isLive && calls[index].serial == serial {
      calls[index].isPutAway = false
      return true
    }
    for index in calls.indices where calls[index].phase == .active { calls[index].isPutAway = true }
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

  /// Handles the phone's answer to the chosen action. If an active call goes on, the user may choose again. A ringing
  /// call ends soon after, unless the phone refused. A call that the phone does not know has ended, but its removal was
  /// lost.
  mutating func choiceEnded(_ action: ActionID, on uid: NotificationUID, _ result: ActionResult) {
    guard let index = index(of: uid), let choice = calls[index].choice else { return }
    let isRinging = calls[index].phase == .ringing
    if result == .refused(.invalidParameter) { return end(uid) }
    guard result != .ok || !isRinging else { return }
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
    for index in calls.indices where calls[index].phase == .ringing {
      next = earliest(next, calls[index].ringsUntil)
    }
    return next
  }

  /// Ends the calls that rang too long, and forgets those that did not come back.
  mutating func expire(now: Instant) {
    let isMemoryOver = memoryEnd.expire(at: now)
    for index in calls.indices.reversed() {
      let hasRungOut = calls[index].phase == .ringing && calls[index].ringsUntil <= now
      if hasRungOut || (isMemoryOver && !calls[index].isLive) { calls.remove(at: index) }
    }
  }

  /// Forgets the calls whose notification is not in the store any more.
  mutating func keep<let slots: Int, let octets: Int>(_ notifications: borrowing NotificationStore<slots, octets>) {
    for index in calls.indices.reversed()
    where calls[index].isLive && notifications.index(ofSerial: calls[index].serial) == nil {
      calls.remove(at: index)
    }
  }

  /// Arranges to be called when the running time on the display changes.
  ///
  /// - Parameter isSeen: whether an active call is on the display.
  /// - Returns: whether another second has passed.
  mutating func followTime(isSeen: Bool, now: Instant) -> Bool {
    guard isSeen, let start = call?.startedAt else {
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
