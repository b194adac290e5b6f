internal import ANCS
internal import Screens
public import Timing

// What the phone sends, and what it is asked. The session does the protocol; the watch looks at what came of it.
extension WatchMachine {
  /// As `Session.serviceFound`.
  public mutating func serviceFound(hasControlPoint: Bool, hasDataSource: Bool, now: Instant) {
    rememberUnread()
    session.serviceFound(hasControlPoint: hasControlPoint, hasDataSource: hasDataSource, now: now)
    hasStoreChanged = true
    settle(now: now)
  }

  /// As `Session.subscribed`.
  public mutating func subscribed(now: Instant) {
    session.subscribed(now: now)
    alerts.subscribed(now: now)
    settle(now: now)
  }

  /// As `Session.receiveNotificationSource`.
  public mutating func receiveNotificationSource(_ value: Span<UInt8>, now: Instant) {
    noteEvent(now: now)
    session.receiveNotificationSource(value, now: now)
    settle(now: now)
  }

  /// As `Session.receiveDataSource`.
  public mutating func receiveDataSource(_ value: Span<UInt8>, now: Instant) {
    session.receiveDataSource(value, now: now)
    settle(now: now)
  }

  /// As `Session.writeCompleted`.
  public mutating func writeCompleted(attError: UInt8?, now: Instant) {
    session.writeCompleted(attError: attError, now: now)
    settle(now: now)
  }

  /// As `Session.ended`. A call on the glass is over. What became of the link, `linkChanged` is to tell next.
  public mutating func sessionEnded(now: Instant) {
    session.ended(now: now)
    calls.sessionEnded(now: now)
    alerts.sessionEnded()
    needsRedraw = true
    settleScreen(now: now)
  }

  /// As `Session.nextCommand`.
  @_lifetime(output: copy output)
  public mutating func nextCommand(into output: inout OutputSpan<UInt8>, now: Instant) -> Bool {
    let isThere = session.nextCommand(into: &output, now: now)
    settle(now: now)
    return isThere
  }
}

// What is new.
extension WatchMachine {
  mutating func handle(_ event: SessionEvent, now: Instant) {
    needsRedraw = true
    switch event {
    case .authorized, .unauthorized, .evicted: break
    case .read(let uid): noteLength(of: uid)
    case .excerpt(let uid):
      slide.cutShort()
      noteLength(of: uid)
    case .attributes(let uid):
      slide.cutShort()
      noteLength(of: uid)
      noteTexts(of: uid, now: now)
    case .added(let uid):
      record(.notificationAdded(uid))
      announce(uid, now: now)
    case .modified(let uid):
      record(.notificationModified(uid))
      reconsiderCall(uid, now: now)
    case .removed(let uid):
      record(.notificationRemoved(uid))
      calls.end(uid)
      alerts.forget(uid)
    case .content(let uid):
      slide.cutShort()
      record(.notificationContent(uid))
      noteLength(of: uid)
      noteTexts(of: uid, now: now)
    case .actionEnded(let uid, let action, let result):
      record(.action(uid, action, result))
      calls.choiceEnded(action, on: uid, isDone: result == .ok)
      // What a call becomes is seen at once.
      if result != .ok || calls.call?.uid != uid { feedback.show(Banner(result), now: now) }
    }
  }

  /// Lets go of notifications that exist no longer.
  mutating func forgetWhatIsGone() {
    if let alert, session.notifications.index(ofSerial: alert.serial) == nil { self.alert = nil }
    calls.keep(session.notifications)
    unread.keep(session.notifications)
    switch page {
    case .detail(let serial, _, let origin) where session.notifications.index(ofSerial: serial) == nil:
      goBack(to: origin)
    case .mute(let serial, _, let origin) where session.notifications.index(ofSerial: serial) == nil:
      goBack(to: origin ?? .list)
    case .list(let selection):
      let resolved = resolved(selection)
      page = .list(selected: resolved)
      // What is held was meant for the one that is gone.
      if resolved.serial != selection.serial { gestures.cancel() }
    case .clock, .detail, .status, .menu, .phones, .question, .note, .mute, .music: break
    }
  }
}
