internal import ANCS
internal import Features
internal import Identifiers
internal import Octets
internal import Peripherals
internal import PhoneClient
internal import Screens
internal import Timing
internal import WatchModel

/// Decides how new notifications are announced, and keeps which one is on the display, which are unread, and which
/// applications are muted.
struct Alerts: ~Copyable {
  private let inPlace = InPlace()
  /// How long a decision waits for texts. If the phone does not send them, it is made without them.
  static var textTimeout: Interval { .seconds(5) }
  /// The same for a notification that may have been posted between two sessions: many such are fetched together.
  static var replayedTextTimeout: Interval { .seconds(30) }
  /// When the last decision is made on what the phone posted before a session.
  private static var replayEnd: Interval { .seconds(40) }
  /// How long after the start of a session its notifications may repeat those from an earlier session.
  static var repetitionTime: Interval { .seconds(60) }

  /// A decision that waits for the texts of a notification.
  private struct Pending {
    let uid: NotificationUID
    let known: AlertPolicy.Circumstances
    let deadline: Instant
  }

  private var settings: AlertSettings
  private var isQuietHour = false
  private(set) var quietNow = QuietNow()
  private var snoozes = SnoozeTable()
  private(set) var mutes = MuteTable()
  private(set) var unread = UnreadList()
  /// The new notification that covers the page.
  private(set) var shown: Alert?
  private var memory = AlertMemory()
  /// When the subscriptions were made; nil before that. Events may arrive before.
  private var subscribedAt: Instant?
  private var gap = SessionGap()
  private var pending = PerPendingAlert<Pending>()

  init(_ settings: AlertSettings) { self.settings = settings }

  /// Whether nothing alerts, by the time of day or because the wearer wants it so.
  var isQuietTime: Bool { Features.hasQuietTimes && (isQuietHour || quietNow.isOn) }

  /// The time of day has changed: quiet hours may have begun or ended.
  mutating func timeChanged(to time: TimeOfDay?) {
    if Features.hasQuietTimes { isQuietHour = settings.isQuiet(at: time) }
  }

  /// The wearer's quiet hours; without a choice of the wearer, the configured quiet hours.
  var quietHours: QuietHours? { settings.quietHours }

  mutating func setQuietHours(_ hours: QuietHours?, at time: TimeOfDay?) {
    settings.quietHours = hours
    timeChanged(to: time)
  }

  // MARK: The session

  mutating func subscribed(now: Instant) { subscribedAt = now }

  /// - Parameter silence: the longest time for which the watch may have received nothing from the phone.
  mutating func sessionEnded(silentFor silence: Interval, now: Instant) {
    let waits = Features.hasAlertRules && !pending.isEmpty  // Such a decision is made in the next session.
    let replayEnd = waits ? Self.replayEnd : AlertPolicy.replayTime
    let isOpen = Features.hasAlertRules && gap.isOver && sinceSubscribed(now: now) < replayEnd
    let silence = waits ? max(silence, Self.textTimeout) : silence
    gap.sessionEnded(isDecided: subscribedAt != nil && !isOpen, silentFor: silence, now: now)
    subscribedAt = nil
    pending.removeAll()
    if Features.hasMuting { snoozes.sessionEnded() }
    memory.beginSession()
  }

  /// A session with this phone begins.
  mutating func sessionFound(with phone: DeviceAddress?, _ state: borrowing PhoneState, now: Instant) {
    gap.sessionFound(with: phone, now: now)
    rememberList(state)
  }

  /// Remembers the contents of the list, and which are unread: notifications that the phone sends again may push them
  /// out of the list before their texts have come.
  private mutating func rememberList(_ phone: borrowing PhoneState) {
    for index in (0..<phone.session.notifications.count).reversed() {
      guard phone.session.notifications.isIdentified(at: index) else { continue }
      if Features.hasAlertRules { memory.renew(phone.session.notifications.contentDigest(at: index)) }
      if isUnread(at: index, phone) { memory.markUnread(phone.session.notifications.contentDigest(at: index)) }
    }
  }

  /// Forgets notifications that the phone does not show any more.
  mutating func keep(_ phone: borrowing PhoneState) {
    if let shown, !phone.session.notifications.showsOnPhone(serial: shown.serial) { self.shown = nil }
    unread.keep(phone.session.notifications)
  }

  /// Whether the wearer has not seen the notification at `index`.
  func isUnread(at index: Int, _ phone: borrowing PhoneState) -> Bool {
    unread.contains(phone.session.notifications.notification(at: index).serial)
  }

  // MARK: A new notification

  /// Decides how the notification at `index`, which is new, is announced.
  ///
  /// - Parameters:
  ///   - followsDecline: whether a call was declined on the watch a moment ago.
  ///   - needsApplication: whether the announcement depends on the application, which is known with the texts.
  /// - Returns: nil if the decision waits for the texts.
  mutating func decide(
    onNewAt index: Int, followsDecline: Bool, needsApplication: Bool, _ clock: borrowing WatchClock,
    _ phone: borrowing PhoneState, now: Instant
  ) -> AlertDecision? {
    let notification = phone.session.notifications.notification(at: index)
    let known = AlertPolicy.Circumstances(
      category: notification.category, flags: notification.flags,
      sinceSubscribed: Features.hasAlertRules && phone.session.state == .unauthorized
        ? .zero : sinceSubscribed(now: now), followsGap: gap.isOver, followsDecline: followsDecline,
      isQuietTime: isQuietTime, areCallsQuiet: settings.areCallsQuiet,
      dependsOnTexts: needsApplication || dependsOnTexts(now: now))
    if let decision = AlertPolicy.judge(known, nil) { return apply(decision, to: notification.serial, now: now) }
    forget(notification.uid)
    let timeout = known.isReplayedAfterGap ? Self.replayedTextTimeout : Self.textTimeout
    let decision = Pending(uid: notification.uid, known: known, deadline: now + timeout)
    return pending.pushLast(decision) == nil ? nil : decide(at: index, known, clock, phone, now: now)
  }

  /// Texts of the notification at `index` have come, or cannot be had.
  ///
  /// - Parameter isRead: whether the wearer reads it.
  /// - Returns: the decision that waited for them; nil if none did.
  mutating func noteTexts(
    at index: Int, isRead: Bool, _ clock: borrowing WatchClock, _ phone: borrowing PhoneState, now: Instant,
    _ output: inout WatchOutput
  ) -> AlertDecision? {
    let notification = phone.session.notifications.notification(at: index)
    let isIdentified = phone.session.notifications.isIdentified(at: index)
    if Features.hasMuting, isIdentified { snoozes.noteContent(at: index, phone) }
    if isIdentified, takeUnread(at: index, phone), !isRead { unread.insert(notification.serial) }
    // The decision on a notification that may be shown waits for the rest of its texts.
    if !notification.isContentAllowed, settings.rule(at: index, areAboutShowing: true, phone) == .show {
      output.request(.fetchContent(notification.uid))
      return nil
    }
    if let known = takePending(notification.uid) { return decide(at: index, known, clock, phone, now: now) }
    if isIdentified { _ = memory.note(phone.session.notifications.contentDigest(at: index)) }
    return nil
  }

  /// Decides with the facts that are known, without waiting for more.
  @inline(never)  // Several callers: one copy is smaller.
  private mutating func decide(
    at index: Int, _ known: AlertPolicy.Circumstances, _ clock: borrowing WatchClock, _ phone: borrowing PhoneState,
    now: Instant
  ) -> AlertDecision? {
    let notification = phone.session.notifications.notification(at: index)
    var texts = AlertPolicy.Texts()
    let date = NotificationDate(parsing: phone.session.notifications[.date, at: index])
    texts.age = clock.age(of: date)
    if let age = gap.age(at: now) { texts.isFromGap = clock.isPosted(date, within: age, phone.clock, now: now) }
    texts.isMuted = isMuted(at: index, phone, now: now)
    texts.rule = settings.rule(at: index, phone)
    if phone.session.notifications.isIdentified(at: index) {
      let isRemembered = memory.note(phone.session.notifications.contentDigest(at: index))
      texts.isRepeated = isRemembered && known.sinceSubscribed < Self.repetitionTime
    }
    return AlertPolicy.judge(known, texts).map { apply($0, to: notification.serial, now: now) }
  }

  private mutating func apply(_ decision: AlertDecision, to serial: UInt32, now: Instant) -> AlertDecision {
    if !decision.reason.isNoNews { unread.insert(serial) }
    if decision.strength != .none, decision.reason != .call {
      shown = Alert(serial: serial, endsAt: now + Alert.duration)
    }
    return decision
  }

  private func sinceSubscribed(now: Instant) -> Interval { subscribedAt.map { now.since($0) } ?? .zero }

  private func dependsOnTexts(now: Instant) -> Bool {
    if Features.hasAlertRules && !settings.rules.isEmpty { return true }
    if Features.hasMuting && !mutes.isEmpty(at: now) { return true }
    return memory.hasFormer && sinceSubscribed(now: now) < Self.repetitionTime
  }

  /// The phone has removed this notification.
  mutating func noteRemoved(_ uid: NotificationUID) {
    forget(uid)
    if Features.hasMuting { snoozes.noteRemoved(uid) }
  }

  /// No decision waits for this notification any more.
  mutating func forget(_ uid: NotificationUID) { _ = takePending(uid) }

  private mutating func takePending(_ uid: NotificationUID) -> AlertPolicy.Circumstances? {
    for index in pending.indices where pending[index].uid == uid { return pending.remove(at: index).known }
    return nil
  }

  /// - Returns: whether the content of the notification at `index` was unread when its session ended. This is returned
  ///   once.
  private mutating func takeUnread(at index: Int, _ phone: borrowing PhoneState) -> Bool {
    memory.hasUnread && memory.takeUnread(phone.session.notifications.contentDigest(at: index))
  }

  // MARK: The wearer

  /// Returns what a button asks for on the alert that is shown.
  mutating func handle(
    _ gesture: ButtonGesture, _ labels: ShownLabels, isOverMusic: Bool, _ phone: borrowing PhoneState
  ) -> PageIntent? {
    guard let serial = shown?.serial else { return nil }
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press): return .open(serial: serial, from: isOverMusic ? .music : .clock)
    case (.decline, .hold) where labels.hasNegative: return .perform(.negative, serial: serial)
    case (.decline, _), (.back, .press):
      noteOpened(serial, phone)
      return nil
    // If the phone does not offer the action, a banner refuses the gesture.
    case (.accept, .hold): return labels.isRowShown ? .perform(.positive, serial: serial) : nil
    case (.up, _), (.down, _), (.select, .hold), (.back, .hold): return nil
    }
  }

  /// The wearer has seen a notification. No alert is shown any more. The phone may send the notification again in a
  /// new session: it is read then, too. A decision that waits for its texts is not needed any more.
  ///
  /// - Returns: its index; nil if it is not in the list any more.
  @inline(never)  // Several callers: one copy is smaller.
  @discardableResult
  mutating func noteOpened(_ serial: UInt32, _ phone: borrowing PhoneState) -> Int? {
    unread.remove(serial)
    shown = nil
    guard let index = phone.session.notifications.index(ofSerial: serial) else { return nil }
    _ = takeUnread(at: index, phone)
    if Features.hasAlertRules {
      let notification = phone.session.notifications.notification(at: index)
      if notification.isLive { forget(notification.uid) }
    }
    return index
  }

  // MARK: Mutes

  mutating func setMutes(_ mutes: MuteTable) { if Features.hasMuting { self.mutes = mutes } }

  mutating func takeHaveMutesChanged() -> Bool { mutes.takeHasChanged() }

  /// - Returns: false if the application has no identifier or too long a one, or if too many are muted.
  mutating func mute(
    _ application: Span<UInt8>, for duration: MuteDuration, in minute: LocalMinute, now: Instant
  ) -> Bool {
    Features.hasMuting && mutes.mute(application, until: duration.end(in: minute, now: now), now: now)
  }

  /// Carries out the wearer's choice on the mute screen.
  ///
  /// - Returns: the banner for its outcome; nil if the notification is gone.
  mutating func perform(
    _ choice: MuteChoice, onSerial serial: UInt32, in minute: LocalMinute, _ phone: borrowing PhoneState, now: Instant,
    _ output: inout WatchOutput
  ) -> Banner? {
    guard Features.hasMuting, let index = phone.session.notifications.index(ofSerial: serial) else { return nil }
    let application = phone.session.notifications[.appIdentifier, at: index]
    switch choice {
    case .hour: return mute(application, for: .hour, in: minute, now: now) ? .muted : .noRoom
    case .today: return mute(application, for: .today, in: minute, now: now) ? .muted : .noRoom
    case .always: return mute(application, for: .always, in: minute, now: now) ? .muted : .noRoom
    case .unmute: return unmute(application) ? .unmuted : .gone
    case .vibration: return nil  // `Vibrations` handles it.
    case .snooze(let duration):
      let end = duration.end(tomorrow: settings.tomorrowMorning(at: minute.time, now: now), now: now)
      guard !phone.session.notifications.notification(at: index).isKept else { return .gone }
      guard snoozes.snooze(index, until: end, phone) else { return .tooManySnoozed }
      noteOpened(serial, phone)
      output.record(.snoozed(phone.session.notifications.notification(at: index).uid, duration))
      return .snoozed
    }
  }

  /// Whether the application of a notification is muted.
  func isMuted(_ serial: UInt32, _ phone: borrowing PhoneState, now: Instant) -> Bool {
    guard Features.hasMuting, let index = phone.session.notifications.index(ofSerial: serial) else { return false }
    return isMuted(at: index, phone, now: now)
  }

  /// When the mute of the application of a notification ends; nil if it does not end, or has ended.
  func muteEnd(_ serial: UInt32, _ phone: borrowing PhoneState, now: Instant) -> Instant? {
    guard Features.hasMuting, let index = phone.session.notifications.index(ofSerial: serial) else { return nil }
    return mutes.end(of: phone.session.notifications[.appIdentifier, at: index]).flatMap { $0 > now ? $0 : nil }
  }

  private func isMuted(at index: Int, _ phone: borrowing PhoneState, now: Instant) -> Bool {
    Features.hasMuting && mutes.isMuted(phone.session.notifications[.appIdentifier, at: index], at: now)
  }

  /// - Returns: whether it was muted.
  mutating func unmute(_ application: Span<UInt8>) -> Bool {
    Features.hasMuting && mutes.unmute(application)
  }

  // MARK: Quiet now

  /// Carries out the wearer's choice on the screen *Quiet now*.
  mutating func perform(_ choice: QuietChoice, in minute: LocalMinute, now: Instant, _ output: inout WatchOutput) {
    guard Features.hasQuietTimes else { return }
    switch choice {
    case .begin(let duration): quietNow.begin(duration, morning: settings.morning(after: minute), now: now)
    case .end: quietNow.stop()
    }
    output.record(.quiet(quietNow.duration))
    output.requestRedraw()
  }

  /// Ends the quiet time that the wearer has chosen, when its end has come.
  mutating func expireQuiet(now: Instant, _ output: inout WatchOutput) {
    guard Features.hasQuietTimes, quietNow.expire(now: now) else { return }
    output.record(.quiet(nil))
    output.requestRedraw()
  }

  // MARK: Time

  /// The local time has jumped: what ends at a time of the clock ends earlier or later.
  mutating func follow(_ jump: ClockJump) {
    if Features.hasQuietTimes { quietNow.follow(jump) }
    if Features.hasMuting {
      mutes.follow(jump)
      snoozes.follow(jump)
    }
  }

  var deadline: Instant? {
    let chosen = earliest(
      Features.hasQuietTimes ? quietNow.deadline : nil, Features.hasMuting ? snoozes.deadline : nil)
    return earliest(chosen, earliest(nextPending.map { pending[$0].deadline }, shown?.endsAt))
  }

  /// Announces a notification again that was snoozed until now.
  ///
  /// - Returns: its serial number and the decision; nil if no notification has reached its time.
  mutating func takeDueSnooze(
    _ phone: borrowing PhoneState, now: Instant
  ) -> (serial: UInt32, decision: AlertDecision)? {
    guard Features.hasMuting, let index = snoozes.takeDue(phone, now: now) else { return nil }
    let serial = phone.session.notifications.notification(at: index).serial
    let isMuted = isMuted(at: index, phone, now: now)
    let decision = AlertPolicy.judgeAgain(settings.rule(at: index, phone), isMuted: isMuted, isQuietTime: isQuietTime)
    return (serial, apply(decision, to: serial, now: now))
  }

  /// The index of the decision whose wait ends first.
  private var nextPending: Int? {
    var next: Int?
    for index in pending.indices {
      if let found = next, pending[found].deadline <= pending[index].deadline { continue }
      next = index
    }
    return next
  }

  /// The time of an alert begins again.
  @inline(never)  // Several callers: one copy is smaller.
  mutating func renewShown(now: Instant) { shown?.endsAt = now + Alert.duration }

  /// Takes away an alert that was shown long enough.
  ///
  /// - Parameter isCovered: whether another screen covers it: then it is shown afterwards.
  mutating func expireShown(isCovered: Bool, now: Instant) {
    guard let shown, shown.endsAt <= now else { return }
    if isCovered { renewShown(now: now) } else { self.shown = nil }
  }

  /// Decides on a notification whose decision has waited long enough for texts.
  ///
  /// - Returns: its UID and the decision, which is nil if the notification is not in the list any more; nil if no
  ///   decision has waited long enough.
  mutating func decideDue(
    _ clock: borrowing WatchClock, _ phone: borrowing PhoneState, now: Instant
  ) -> (uid: NotificationUID, decision: AlertDecision?)? {
    guard let next = nextPending, pending[next].deadline <= now else { return nil }
    let due = pending.remove(at: next)
    guard let index = phone.session.notifications.index(of: due.uid) else { return (due.uid, nil) }
    return (due.uid, decide(at: index, due.known, clock, phone, now: now))
  }
}

/// A new notification over the page.
struct Alert: Equatable {
  /// How long it is shown if no button is pressed.
  static var duration: Interval { .seconds(30) }

  let serial: UInt32
  var endsAt: Instant
}
