internal import ANCS
internal import Screens

// Moving between and inside the pages.
extension WatchMachine {
  /// Opens a notification; whoever does has looked at it.
  mutating func open(_ serial: UInt32, from origin: Page.Origin) {
    unread.remove(serial)
    alert = nil
    page = .detail(serial: serial, topLine: 0, origin: origin)
  }

  mutating func goBack(to origin: Page.Origin) {
    switch origin {
    case .clock: page = .clock
    case .menu: page = .menu(.status)
    case .list:
      var selection = Page.Selection(index: 0)
      if case .detail(let serial, _, _) = page { selection.serial = serial }
      page = .list(selected: resolved(selection))
    }
  }

  mutating func choose(_ item: MenuItem) {
    switch item {
    case .pairNewPhone: act(.openPairingWindow)
    case .disconnect: act(.disconnect)
    case .forgetPhone: act(.forgetPhone)
    case .status: break
    }
    // What comes of it is seen on the status screen.
    page = .status(topLine: 0, origin: item == .status ? .menu : .clock)
  }

  /// Performs an action if the notification offers it.
  mutating func perform(_ action: ActionID, onSerial serial: UInt32) {
    guard let index = session.notifications.index(ofSerial: serial) else { return }
    let notification = session.notifications.notification(at: index)
    guard notification.offers(action) else { return }
    _ = session.perform(action, on: notification.uid)
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
