internal import ANCS
internal import Features
internal import Identifiers
internal import Octets
internal import Peripherals
internal import PhoneClient
internal import Screens
internal import Timing
internal import WatchModel

/// The effects of the phone's notifications on the watch: they alert, ring, and remain unread.
///
/// Owns the alerts and the calls, and passes each event of the session to both.
struct NotificationFlow: ~Copyable {
  private let inPlace = InPlace()
  private(set) var alerts: Alerts
  private(set) var calls = CallFlow()
  private(set) var vibrations: Vibrations
  private var clearing = ListClearing()

  /// The visible result of an event.
  enum Outcome {
    /// The pattern is nil if the notification vibrates as usual.
    case announce(AlertDecision, serial: UInt32, VibrationPattern?)
    /// Lets the wearer feel the pattern that was chosen; nil: the usual one.
    case vibrate(VibrationPattern?)
    case show(Banner)
    /// The call on the display does not blink or vibrate any more.
    case silence
  }

  @inline(never)  // Short instructions reach its properties from its own address.
  init(_ settings: AlertSettings) {
    alerts = Alerts(settings)
    vibrations = Vibrations(settings.vibrations)
  }

  // MARK: The session

  mutating func subscribed(now: Instant) { alerts.subscribed(now: now) }

  /// - Parameter silence: for how long the phone may not have been heard.
  mutating func sessionEnded(silentFor silence: Interval, now: Instant) {
    calls.sessionEnded(now: now)
    alerts.sessionEnded(silentFor: silence, now: now)
  }

  /// Notes that a session with this phone has begun.
  mutating func sessionFound(with phone: DeviceAddress?, _ state: borrowing PhoneState, now: Instant) {
    alerts.sessionFound(with: phone, state, now: now)
  }

  /// Forgets notifications that the phone does not show any more.
  mutating func keep(_ phone: borrowing PhoneState) {
    alerts.keep(phone)
    calls.keep(phone.session.notifications)
  }

  /// Follows one event of the session, and records it.
  ///
  /// - Parameter isRead: whether the page of its notification is open.
  mutating func handle(
    _ event: SessionEvent, isRead: Bool, _ clock: borrowing WatchClock, _ phone: borrowing PhoneState, now: Instant,
    _ output: inout WatchOutput
  ) -> Outcome? {
    switch event {
    // The phone sends what it shows when the user allows it, which may be long after the subscriptions.
    case .authorized: alerts.subscribed(now: now)
    case .unauthorized, .read, .excerpt: break
    case .evicted(let uid): alerts.forget(uid)
    case .attributes(let uid): return noteTexts(of: uid, isRead: isRead, clock, phone, now: now, &output)
    case .content(let uid):
      output.record(.notificationContent(uid))
      return noteTexts(of: uid, isRead: isRead, clock, phone, now: now, &output)
    case .added(let uid):
      output.record(.notificationAdded(uid))
      return noteAdded(uid, clock, phone, now: now, &output)
    case .modified(let uid):
      output.record(.notificationModified(uid))
      guard let index = phone.session.notifications.index(of: uid) else { break }
      calls.reconsider(phone.session.notifications.notification(at: index), now: now)
    case .removed(let uid, let isKept):
      output.record(.notificationRemoved(uid, isKept: isKept))
      calls.end(uid)
      alerts.noteRemoved(uid)
    case .actionEnded(let uid, let action, let result):
      output.record(.action(uid, action, result))
      if clearing.noteEnded(action, on: uid, result, now: now) { break }
      calls.choiceEnded(action, on: uid, result)
      // A successful action on the call on the display needs no banner: the new state of the call is visible.
      if result != .ok || calls.call?.uid != uid { return .show(Banner(result)) }
    }
    return nil
  }

  private mutating func noteAdded(
    _ uid: NotificationUID, _ clock: borrowing WatchClock, _ phone: borrowing PhoneState, now: Instant,
    _ output: inout WatchOutput
  ) -> Outcome? {
    guard let index = phone.session.notifications.index(of: uid) else { return nil }
    let notification = phone.session.notifications.notification(at: index)
    if notification.category == .activeCall { calls.activate(notification, now: now) }
    let followsDecline = calls.isQuiet(at: now)
    let decision = alerts.decide(
      onNewAt: index, followsDecline: followsDecline, needsApplication: vibrations.dependOnApplication, clock, phone,
      now: now)
    return decision.flatMap { announce(uid, $0, phone, &output) }
  }

  private mutating func noteTexts(
    of uid: NotificationUID, isRead: Bool, _ clock: borrowing WatchClock, _ phone: borrowing PhoneState, now: Instant,
    _ output: inout WatchOutput
  ) -> Outcome? {
    guard let index = phone.session.notifications.index(of: uid) else { return nil }
    let notification = phone.session.notifications.notification(at: index)
    if notification.content == .complete {
      let caller = phone.session.notifications.callerDigest(at: index)
      calls.identify(uid, serial: notification.serial, caller: caller)
    } else {
      calls.noteUnidentified(uid)
    }
    // With privacy, the next session brings a message that is being read without its texts.
    if isRead, !notification.isContentAllowed { output.request(.fetchContent(uid)) }
    let decision = alerts.noteTexts(at: index, isRead: isRead, clock, phone, now: now, &output)
    return decision.flatMap { announce(uid, $0, phone, &output) }
  }

  /// Records the decision on a notification, and lets a call ring.
  ///
  /// - Returns: nil if the notification is only listed.
  @inline(never)  // Several callers: one copy is smaller.
  private mutating func announce(
    _ uid: NotificationUID, _ decision: AlertDecision, _ phone: borrowing PhoneState, _ output: inout WatchOutput
  ) -> Outcome? {
    output.record(.alert(uid, decision))
    output.requestRedraw()
    guard let index = phone.session.notifications.index(of: uid) else { return nil }
    let notification = phone.session.notifications.notification(at: index)
    let isQuiet = decision.strength == .none
    if notification.category.isIncomingCall { calls.ring(notification, isQuiet: isQuiet) }
    guard !isQuiet, !calls.isSilenced(uid) else { return nil }
    return .announce(decision, serial: notification.serial, vibrations.pattern(at: index, phone))
  }

  /// Records the decision on a notification that was snoozed. It may be of a session that has ended.
  private mutating func announceAgain(
    _ serial: UInt32, _ decision: AlertDecision, _ phone: borrowing PhoneState, _ output: inout WatchOutput
  ) -> Outcome? {
    guard let index = phone.session.notifications.index(ofSerial: serial) else { return nil }
    output.record(.alert(phone.session.notifications.notification(at: index).uid, decision))
    output.requestRedraw()
    return decision.strength == .none ? nil : .announce(decision, serial: serial, vibrations.pattern(at: index, phone))
  }

  // MARK: The wearer

  /// Handles a gesture on the screen of a call.
  ///
  /// - Parameter labels: a held button does nothing to the phone while its label is not on the display.
  mutating func handleOnCall(
    _ gesture: ButtonGesture, _ labels: ShownLabels, _ phone: borrowing PhoneState, now: Instant,
    _ output: inout WatchOutput
  ) -> Outcome? {
    switch calls.handle(gesture, phone) {
    case .perform(let action, let uid):
      guard gesture.gesture == .press || labels.isRowShown else { return nil }
      if let refusal = output.order(action, on: uid, phone) { return .show(Banner(refusal)) }
      calls.choose(action, on: uid, now: now)
      return nil
    case .silenced(let uid):
      output.record(.callSilenced(uid))
      return .silence
    case nil: return nil
    }
  }

  mutating func handleOnAlert(
    _ gesture: ButtonGesture, _ labels: ShownLabels, isOverMusic: Bool, _ phone: borrowing PhoneState
  ) -> PageIntent? {
    alerts.handle(gesture, labels, isOverMusic: isOverMusic, phone)
  }

  /// The wearer opens a notification.
  ///
  /// - Returns: whether it is a call, which is on the display again.
  mutating func open(_ serial: UInt32, _ phone: borrowing PhoneState, _ output: inout WatchOutput) -> Bool {
    let index = alerts.noteOpened(serial, phone)
    if calls.open(serial: serial) { return true }
    guard let index else { return false }
    let notification = phone.session.notifications.notification(at: index)
    // In a later session the UID may belong to another notification.
    if notification.isLive, notification.lacksContent { output.request(.fetchContent(notification.uid)) }
    return false
  }

  /// A program has ordered an action. On the call on the display it counts as a press of the button.
  mutating func noteOrdered(_ action: ActionID, on uid: NotificationUID, now: Instant) {
    if calls.call?.uid == uid { calls.choose(action, on: uid, now: now) }
  }

  // MARK: Mutes

  mutating func follow(_ jump: ClockJump?) { if let jump { alerts.follow(jump) } }

  mutating func setMutes(_ mutes: MuteTable) { alerts.setMutes(mutes) }

  mutating func takeHaveMutesChanged() -> Bool { alerts.takeHaveMutesChanged() }

  mutating func mute(
    _ application: Span<UInt8>, for duration: MuteDuration, _ clock: borrowing WatchClock, now: Instant
  ) -> Bool {
    alerts.mute(application, for: duration, in: clock.localMinute(now: now), now: now)
  }

  mutating func unmute(_ application: Span<UInt8>) -> Bool { alerts.unmute(application) }

  mutating func perform(
    _ choice: MuteChoice, onSerial serial: UInt32, _ clock: borrowing WatchClock, _ phone: borrowing PhoneState,
    now: Instant, _ output: inout WatchOutput
  ) -> Banner? {
    alerts.perform(choice, onSerial: serial, in: clock.localMinute(now: now), phone, now: now, &output)
  }

  // MARK: Vibration

  /// Chooses the next pattern for the application of a notification.
  mutating func changeVibration(
    ofSerial serial: UInt32, _ phone: borrowing PhoneState, _ output: inout WatchOutput
  ) -> Outcome? {
    guard Features.hasMuting, let index = phone.session.notifications.index(ofSerial: serial) else { return nil }
    vibrations.chooseNext(at: index, phone)
    let uid = phone.session.notifications.notification(at: index).uid
    output.record(.vibration(uid, vibrations.choice(at: index, phone)))
    return .vibrate(vibrations.pattern(at: index, phone))
  }

  mutating func restore(_ choices: VibrationTable) { vibrations.restore(choices) }

  mutating func takeHaveVibrationsChanged() -> Bool { vibrations.takeHasChanged() }

  // MARK: Quiet, and clearing

  mutating func setQuietHours(_ hours: QuietHours?, at time: TimeOfDay?) { alerts.setQuietHours(hours, at: time) }

  mutating func perform(
    _ choice: QuietChoice, _ clock: borrowing WatchClock, now: Instant, _ output: inout WatchOutput
  ) {
    alerts.perform(choice, in: clock.localMinute(now: now), now: now, &output)
  }

  /// Begins to clear the notifications with serial numbers below `serial`.
  ///
  /// - Returns: the banner with the result if it has ended already.
  mutating func clearAll(
    below serial: UInt32, _ phone: borrowing PhoneState, now: Instant, _ output: inout WatchOutput
  ) -> Banner? {
    clearing.start(below: serial, phone, now: now, &output)
  }

  // MARK: Time

  /// Whether something is unread that may be announced.
  var hasNews: Bool { alerts.unread.count > 0 && !alerts.isQuietTime }

  /// Whether the call on the display rings, and was not answered, declined or silenced here.
  var isRinging: Bool { calls.call.map { $0.choice == nil && !$0.isSilenced } ?? true }

  var deadline: Instant? { earliest(clearing.deadline, earliest(alerts.deadline, calls.deadline)) }

  mutating func timeChanged(to time: TimeOfDay?) { alerts.timeChanged(to: time) }

  mutating func followTime(isSeen: Bool, now: Instant) -> Bool { calls.followTime(isSeen: isSeen, now: now) }

  /// The time of an alert begins again: it may have come onto the display, or the wearer has used a button.
  mutating func renewAlert(now: Instant) { alerts.renewShown(now: now) }

  mutating func expire(isAlertCovered: Bool, now: Instant, _ output: inout WatchOutput) {
    alerts.expireShown(isCovered: isAlertCovered, now: now)
    alerts.expireQuiet(now: now, &output)
    calls.expire(now: now)
  }

  /// Makes the postponed decisions and ends the snoozes whose time has come, and continues *Clear all*.
  ///
  /// - Returns: the first outcome; nil if there is nothing to show.
  mutating func decideDue(
    _ clock: borrowing WatchClock, _ phone: borrowing PhoneState, now: Instant, _ output: inout WatchOutput
  ) -> Outcome? {
    while let (uid, decision) = alerts.decideDue(clock, phone, now: now) {
      if let outcome = decision.flatMap({ announce(uid, $0, phone, &output) }) { return outcome }
    }
    while let (serial, decision) = alerts.takeDueSnooze(phone, now: now) {
      if let outcome = announceAgain(serial, decision, phone, &output) { return outcome }
    }
    return clearing.expire(phone, now: now, &output).map { .show($0) }
  }
}

extension SessionEvent {
  /// Whether texts of a notification have come.
  var isText: Bool {
    switch self {
    case .excerpt, .attributes, .content: true
    case .authorized, .unauthorized, .evicted, .read, .added, .modified, .removed, .actionEnded: false
    }
  }

  /// The notification whose message may be longer now; nil if no message is longer.
  var lengthened: NotificationUID? {
    switch self {
    case .read(let uid), .excerpt(let uid), .attributes(let uid), .content(let uid): uid
    case .authorized, .unauthorized, .evicted, .added, .modified, .removed, .actionEnded: nil
    }
  }
}
