internal import AMS
internal import ANCS
public import Graphics
internal import Octets
internal import Screens
internal import Timing

// The picture.
extension WatchMachine {
  /// Draws what is on the glass, all of it.
  public borrowing func draw(into bitmap: inout Bitmap) {
    switch current.name {
    case .pairing:
      if let step = pairing.step { PairingScreen(step).draw(into: &bitmap) }
    case .call, .activeCall: drawCall(into: &bitmap)
    case .alert: drawAlert(into: &bitmap)
    case .clock:
      var clock = ClockScreen(
        time: time, date: date, unreadCount: unreadCount, connection: connection,
        batteryLevel: phoneFacts.batteryLevel.map { Int($0) })
      clock.isQuiet = isQuietTime
      clock.draw(into: &bitmap)
      let place = clockPlace
      if place != (0, 0) { bitmap.move(x: place.x, y: place.y) }
    case .list: drawList(into: &bitmap)
    case .detail: drawDetail(into: &bitmap)
    case .status: drawStatus(into: &bitmap)
    case .menu:
      if case .menu(let item) = page { MenuScreen(selected: item).draw(into: &bitmap) }
    case .phones: drawPhones(into: &bitmap)
    case .question: drawQuestion(into: &bitmap)
    case .note: drawNote(into: &bitmap)
    case .pairAgain: drawPairAgain(into: &bitmap)
    case .mute: drawMute(into: &bitmap)
    case .music: drawMusic(into: &bitmap)
    }
    feedback.banner?.draw(into: &bitmap)
  }

  /// The last line that the page on the glass may begin with.
  var lastTopLine: Int {
    switch page {
    case .detail(let serial, _, _):
      guard let index = session.notifications.index(ofSerial: serial) else { return 0 }
      return DetailScreen(Self.text(of: session, at: index), topLine: 0).maximumTopLine
    case .status: return findLastStatusLine()
    case .note(let note, _): return NoteScreen(note, phone: notedPhone.span, topLine: 0).maximumTopLine
    case .clock, .list, .menu, .phones, .question, .mute, .music: return 0
    }
  }

  private borrowing func drawCall(into bitmap: inout Bitmap) {
    guard let call = calls.call, let index = session.notifications.index(ofSerial: call.serial) else { return }
    let duration = call.phase == .active ? call.startedAt.map { lastCallAt.since($0) } : nil
    CallScreen(Self.text(of: session, at: index), duration: duration, runningBy: marquee.offset).draw(into: &bitmap)
  }

  /// The line on the glass that is too long for its row and runs through it; nil if there is none.
  borrowing func findRunningLine() -> Marquee.Line? {
    let shown = current
    var index = 0
    var overhang = 0
    switch (shown.name, page) {
    case (.call, _), (.activeCall, _):
      guard let serial = shown.serial, let place = session.notifications.index(ofSerial: serial) else { return nil }
      overhang = CallScreen(Self.text(of: session, at: place)).overhang
    case (.list, .list(let selection)) where selection.index < session.notifications.count:
      index = selection.index
      overhang = ListScreen.overhang(of: Self.text(of: session, at: index))
    case (.music, .music) where music.remote.media.isPresent:
      overhang = MusicScreen.overhang(of: Self.text(of: music))
    default: return nil
    }
    return overhang > 0 ? Marquee.Line(shown: shown, index: index, overhang: overhang) : nil
  }

  private borrowing func drawAlert(into bitmap: inout Bitmap) {
    guard let alert, let index = session.notifications.index(ofSerial: alert.serial) else { return }
    AlertScreen(Self.text(of: session, at: index)).draw(into: &bitmap)
  }

  private borrowing func drawList(into bitmap: inout Bitmap) {
    guard case .list(let selection) = page else { return }
    let list = ListScreen(count: session.notifications.count, selected: selection.index)
    list.draw(into: &bitmap)
    for index in list.visible {
      list.draw(Self.text(of: session, at: index), at: index, runningBy: marquee.offset, into: &bitmap)
    }
  }

  private borrowing func drawDetail(into bitmap: inout Bitmap) {
    guard case .detail(let serial, let topLine, _) = page,
      let index = session.notifications.index(ofSerial: serial)
    else { return }
    DetailScreen(Self.text(of: session, at: index), topLine: topLine).draw(into: &bitmap)
  }

  /// The notification at `index` as text, with the labels of what it offers.
  @_lifetime(borrow session)
  private static func text(of session: borrowing WatchSession, at index: Int) -> NotificationText {
    let notification = session.notifications.notification(at: index)
    let date = NotificationDate(parsing: session.notifications[.date, at: index])
    let text = NotificationText(
      category: notification.category, time: date.flatMap { TimeOfDay(hour: Int($0.hour), minute: Int($0.minute)) },
      appName: session[appNameAt: index], title: session.notifications[.title, at: index],
      subtitle: session.notifications[.subtitle, at: index], message: session[messageAt: index])
    let whole = text.bringing(
      session.notifications[codeAt: index], end: session.messageEnd(at: index), wholeSize: session.wholeSize(at: index))
    var offered = whole.offering(
      positive: label(of: .positive, .positiveActionLabel, notification, session, index),
      negative: label(of: .negative, .negativeActionLabel, notification, session, index))
    if session.state == .sourceOnly { offered.count = Int(notification.categoryCount) }
    return offered
  }

  @_lifetime(borrow session)
  private static func label(
    of action: ActionID, _ attribute: NotificationAttributeID, _ notification: Notification,
    _ session: borrowing WatchSession, _ index: Int
  ) -> ActionLabel {
    session.state != .sourceOnly && notification.offers(action)
      ? .offered(session.notifications[attribute, at: index])
      : .none
  }
}
