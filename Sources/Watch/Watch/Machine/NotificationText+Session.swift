internal import ANCS
internal import Octets
internal import PhoneClient
internal import Screens
internal import WatchModel

extension NotificationText {
  /// The notification at `index` as text, with its age and the labels of the actions that it offers.
  @_lifetime(borrow session)
  init(_ session: borrowing NotificationSession, at index: Int, _ clock: borrowing WatchClock) {
    self.init(session, at: index, style: clock.style)
    let posted = NotificationDate(parsing: session.notifications[.date, at: index])
    if let known = clock.day(of: posted) { day = known }
    ageInMinutes = clock.ageInMinutes(of: posted)
  }

  /// The notification at `index` as text, with the labels of the actions that it offers.
  @_lifetime(borrow session)
  init(_ session: borrowing NotificationSession, at index: Int, style: ClockStyle) {
    let notification = session.notifications.notification(at: index)
    let date = NotificationDate(parsing: session.notifications[.date, at: index])
    var text = NotificationText(
      category: notification.category, time: date.flatMap { TimeOfDay(hour: Int($0.hour), minute: Int($0.minute)) },
      appName: session[appNameAt: index], title: session.notifications[.title, at: index],
      subtitle: session.notifications[.subtitle, at: index], message: session[messageAt: index], style: style)
    if notification.content == .complete, notification.flags.contains(.attachment) { text.noteAttachment() }
    let whole = text.bringing(
      session.notifications[codeAt: index], end: session.messageEnd(at: index), wholeSize: session.wholeSize(at: index))
    self = whole.offering(
      positive: ActionLabel(.positive, .positiveActionLabel, session, index),
      negative: ActionLabel(.negative, .negativeActionLabel, session, index))
    isKept = notification.isKept
    if session.state == .sourceOnly { count = Int(notification.categoryCount) }
  }
}

extension ActionLabel {
  @_lifetime(borrow session)
  fileprivate init(
    _ action: ActionID, _ attribute: NotificationAttributeID, _ session: borrowing NotificationSession, _ index: Int
  ) {
    self =
      session.isLabelled(action, at: index) ? .offered(session.notifications[attribute, at: index]) : .none
  }
}

extension NotificationSession {
  /// Whether the screens show a label for an action of the notification at `index`.
  func isLabelled(_ action: ActionID, at index: Int) -> Bool {
    state != .sourceOnly && notifications.notification(at: index).offers(action)
  }
}
