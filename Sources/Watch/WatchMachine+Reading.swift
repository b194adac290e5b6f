internal import ANCS
internal import Screens

// The message that is read: more of it is fetched while the user scrolls towards its end.
extension WatchMachine {
  /// Asks for more of the message on the page when the last lines that are here come near, and lets go of one that is
  /// no longer read.
  mutating func followReading() {
    guard case .detail(let serial, let topLine, let origin) = page else {
      reading = nil
      return session.endReading()
    }
    guard page != reading else { return }
    session.beginReading(serial)
    let last = lastTopLine
    // It may have become shorter.
    page = .detail(serial: serial, topLine: min(topLine, last), origin: origin)
    reading = page
    session.readOn(wantsMore: topLine + DetailScreen.visibleLineCount >= last)
  }

  func isRead(_ uid: NotificationUID) -> Bool {
    guard case .detail(let serial, _, _) = page, let index = session.notifications.index(of: uid) else { return false }
    return session.notifications.notification(at: index).serial == serial
  }

  /// The message of a notification may be longer now, or shorter.
  mutating func noteLength(of uid: NotificationUID) {
    if isRead(uid) { reading = nil }
  }

  /// The page after the one on the glass; from the end back to the top, unless there is more to come.
  mutating func turnDetail(_ serial: UInt32, from topLine: Int) {
    let last = lastTopLine
    let end = session.notifications.index(ofSerial: serial).map { session.messageEnd(at: $0) }
    guard topLine < last || end != .more else { return }
    scrollDetail(to: nextPage(from: topLine, last: last, lines: DetailScreen.visibleLineCount))
  }
}
