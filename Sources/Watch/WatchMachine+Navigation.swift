internal import ANCS
internal import Screens
internal import Timing

// Moving between and inside the pages.
extension WatchMachine {
  /// Opens a notification; whoever does has looked at it.
  mutating func open(_ serial: UInt32, from origin: Page.Origin) {
    unread.remove(serial)
    alert = nil
    guard !calls.bringBack(serial: serial) else { return }
    if let index = session.notifications.index(ofSerial: serial) {
      let notification = session.notifications.notification(at: index)
      // The UID of one that an earlier session has left may be another's now.
      if notification.isLive { session.allowContent(of: notification.uid) }
      _ = takeUnread(at: index)
    }
    page = .detail(serial: serial, topLine: 0, origin: origin)
  }

  mutating func goBack(to origin: Page.Origin) {
    switch origin {
    case .clock: page = .clock
    case .menu: page = .menu(.status)
    case .music: page = .music(.track)
    case .list:
      if case .detail(let serial, _, _) = page { page = list(at: serial) } else { page = list(at: nil) }
    }
  }

  /// The list with a notification selected, the newest if it is gone or nil.
  func list(at serial: UInt32?) -> Page { .list(selected: resolved(Page.Selection(serial: serial, index: 0))) }

  /// Performs an action if the notification offers it. What cannot even be queued is told, too.
  mutating func perform(_ action: ActionID, onSerial serial: UInt32, now: Instant) {
    guard let index = session.notifications.index(ofSerial: serial) else {
      return feedback.show(.gone, now: now)
    }
    let notification = session.notifications.notification(at: index)
    guard notification.isLive else { return refuse(action, on: notification.uid, .notReady, now: now) }
    _ = order(action, on: notification.uid, now: now)
  }

  /// - Returns: whether it was queued.
  mutating func order(_ action: ActionID, on uid: NotificationUID, now: Instant) -> Bool {
    guard let refusal = session.perform(action, on: uid) else { return true }
    refuse(action, on: uid, refusal, now: now)
    return false
  }

  private mutating func refuse(
    _ action: ActionID, on uid: NotificationUID, _ refusal: ActionRefusal, now: Instant
  ) {
    feedback.show(Banner(refusal), now: now)
    record(.actionRefused(uid, action, refusal))
    needsRedraw = true
  }

  mutating func select(_ index: Int) { page = .list(selected: resolved(Page.Selection(index: index))) }

  /// The same notification where it is now; if it is gone, the one that is in its place.
  func resolved(_ selection: Page.Selection) -> Page.Selection {
    if let serial = selection.serial, let index = session.notifications.index(ofSerial: serial) {
      return Page.Selection(serial: serial, index: index)
    }
    guard !session.notifications.isEmpty else { return Page.Selection(index: 0) }
    let index = min(max(0, selection.index), session.notifications.count - 1)
    return Page.Selection(serial: session.notifications.notification(at: index).serial, index: index)
  }

  mutating func scrollDetail(to line: Int) {
    guard case .detail(let serial, _, let origin) = page else { return }
    page = .detail(serial: serial, topLine: min(max(0, line), lastTopLine), origin: origin)
  }

  /// A page further down; from the end back to the top.
  func nextPage(from topLine: Int, last: Int, lines: Int) -> Int {
    topLine >= last ? 0 : min(last, topLine + lines)
  }
}
