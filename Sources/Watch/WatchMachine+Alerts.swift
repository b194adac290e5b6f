internal import ANCS
internal import Octets
internal import Screens
internal import Timing

// What is new, and what is made of it.
extension WatchMachine {
  /// Whether the whole glass is shown inverted.
  public var isInverted: Bool { blink.isInverted }

  /// Makes a new notification known in the way that is due to it, now or when its texts are there.
  mutating func announce(_ uid: NotificationUID, now: Instant) {
    guard let index = session.notifications.index(of: uid) else { return }
    let notification = session.notifications.notification(at: index)
    if notification.category == .activeCall { calls.activate(notification, now: now) }
    let known = circumstances(of: notification, now: now)
    if let decision = AlertPolicy.judge(known, nil) { return conclude(uid, decision, now: now) }
    guard !alerts.postpone(uid, known, now: now) else { return }
    decide(uid, known, now: now)
  }

  private func circumstances(of notification: Notification, now: Instant) -> AlertPolicy.Circumstances {
    AlertPolicy.Circumstances(
      category: notification.category, flags: notification.flags,
      sinceSubscribed: alerts.sinceSubscribed(now: now), followsDecline: calls.isQuiet(at: now),
      isQuietTime: isQuietTime, areCallsQuiet: alerts.settings.areCallsQuiet,
      dependsOnTexts: alerts.dependsOnTexts(now: now))
  }

  var isQuietTime: Bool {
    guard let hours = alerts.settings.quietHours, let time else { return false }
    return hours.contains(minute: time.hour * 60 + time.minute)
  }

  /// Texts of a notification have come, or are not to be had.
  mutating func noteTexts(of uid: NotificationUID, now: Instant) {
    guard let index = session.notifications.index(of: uid) else { return }
    let notification = session.notifications.notification(at: index)
    if notification.content == .complete {
      calls.identify(
        uid, serial: notification.serial, caller: session.notifications.callerDigest(at: index))
      if takeUnread(at: index), !isRead(uid) { unread.insert(notification.serial) }
    }
    // What may be shown is decided on when it is there.
    if rule(at: index, areAboutShowing: true) == .show, session.allowContent(of: uid) { return }
    if let known = alerts.take(uid) { return decide(uid, known, now: now) }
    if notification.content == .complete { _ = alerts.memory.note(session.notifications.contentDigest(at: index)) }
  }

  /// Decides by all that is known, and waits no longer.
  private mutating func decide(_ uid: NotificationUID, _ known: AlertPolicy.Circumstances, now: Instant) {
    guard let decision = AlertPolicy.judge(known, texts(of: uid, known, now: now)) else { return }
    conclude(uid, decision, now: now)
  }

  private mutating func texts(
    of uid: NotificationUID, _ known: AlertPolicy.Circumstances, now: Instant
  ) -> AlertPolicy.Texts {
    var texts = AlertPolicy.Texts()
    guard let index = session.notifications.index(of: uid) else { return texts }
    texts.age = age(at: index)
    texts.isMuted = alerts.mutes.isMuted(session.notifications[.appIdentifier, at: index], at: now)
    texts.rule = rule(at: index)
    if session.notifications.notification(at: index).content == .complete {
      let isRemembered = alerts.memory.note(session.notifications.contentDigest(at: index))
      texts.isRepeated = isRemembered && known.sinceSubscribed < AlertDesk.repetitionTime
    }
    return texts
  }

  /// What the first rule says that applies to the notification at `index`.
  ///
  /// - Parameter areAboutShowing: whether the rules that are looked at are those about showing, or the others.
  private func rule(at index: Int, areAboutShowing: Bool = false) -> AlertRule.Effect? {
    for number in alerts.settings.rules.indices {
      let rule = alerts.settings.rules[number]
      guard (rule.effect == .show) == areAboutShowing else { continue }
      if rule.applies(to: session.notifications[.appIdentifier, at: index])
        || rule.applies(toText: session.notifications[.title, at: index])
        || rule.applies(toText: session.notifications[.subtitle, at: index])
        || rule.applies(toText: session.notifications[.message, at: index])
      {
        return rule.effect
      }
    }
    return nil
  }

  /// How old a notification is by its date, to the minute.
  private func age(at index: Int) -> Interval? {
    guard let time, let date, let posted = NotificationDate(parsing: session.notifications[.date, at: index]),
      let day = CalendarDate(year: Int(posted.year), month: Int(posted.month), day: Int(posted.day))
    else { return nil }
    let days = date.dayNumber - day.dayNumber
    // Whatever is older than a year is old.
    guard days <= 366 else { return .minutes(366 * 1_440) }
    guard days >= -1 else { return .zero }
    let minutes = days * 1_440 + (time.hour - Int(posted.hour)) * 60 + time.minute - Int(posted.minute)
    return .minutes(UInt32(truncatingIfNeeded: max(0, minutes)))
  }

  private mutating func conclude(_ uid: NotificationUID, _ decision: AlertDecision, now: Instant) {
    guard let index = session.notifications.index(of: uid) else { return }
    let notification = session.notifications.notification(at: index)
    record(.alert(uid, decision))
    needsRedraw = true
    if !decision.reason.isNoNews { unread.insert(notification.serial) }
    guard decision.strength != .none else { return }
    makeFelt(decision, now: now)
    if decision.reason == .call {
      calls.ring(notification)
    } else {
      alert = Alert(serial: notification.serial, endsAt: now + Alert.duration)
    }
    if decision.strength == .strong { blink.begin(serial: notification.serial, now: now) }
  }

  /// Keeps what is unread by its content: what the phone sends again may push it out of the list before its own texts
  /// are there, by which it would be known again.
  mutating func rememberUnread() {
    for index in 0..<session.notifications.count {
      let notification = session.notifications.notification(at: index)
      guard notification.content == .complete, unread.contains(notification.serial) else { continue }
      alerts.memory.markUnread(session.notifications.contentDigest(at: index))
    }
  }

  /// - Returns: whether what the notification at `index` says was unread when its session ended. It is told once.
  mutating func takeUnread(at index: Int) -> Bool {
    alerts.memory.hasUnread && alerts.memory.takeUnread(session.notifications.contentDigest(at: index))
  }

  /// A call that was answered may only change its category.
  mutating func reconsiderCall(_ uid: NotificationUID, now: Instant) {
    guard let phase = calls.phase(of: uid), let index = session.notifications.index(of: uid) else { return }
    let notification = session.notifications.notification(at: index)
    switch (phase, notification.category) {
    case (.ringing, .incomingCall), (.active, .activeCall): break
    case (.ringing, .activeCall): calls.activate(notification, now: now)
    default: calls.end(uid)
    }
  }

  // MARK: Time

  mutating func handleAlertTimeout(now: Instant) {
    while let uid = alerts.firstDue(at: now) {
      if let known = alerts.take(uid) { decide(uid, known, now: now) }
    }
    if blink.expire(now: now) { needsRedraw = true }
  }

  /// The glass blinks only for what it shows, and a running time runs only while it is seen.
  mutating func settleAlerting(now: Instant) {
    let current = current
    if blink.serial != nil, blink.serial != current.serial, blink.stop() { needsRedraw = true }
    let start = current.name == .activeCall && isLit ? calls.call?.startedAt : nil
    if calls.followTime(since: start, now: now) { needsRedraw = true }
  }
}

extension CalendarDate {
  /// Days since some day long ago.
  fileprivate var dayNumber: Int {
    let shiftedMonth = month < 3 ? month + 9 : month - 3
    let shiftedYear = month < 3 ? year - 1 : year
    return 365 * shiftedYear + shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400 + (153 * shiftedMonth + 2) / 5
      + day
  }
}
