internal import ANCS
internal import Peripherals
internal import Screens
internal import Timing

// What the buttons do on the pages.
extension WatchMachine {
  mutating func handleOnClock(_ gesture: ButtonGesture) {
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press): page = .list(selected: resolved(Page.Selection(index: 0)))
    case (.decline, .press): page = .status(topLine: 0, origin: .clock)
    case (.decline, .hold): page = .menu(.pairNewPhone)
    case (.accept, .hold): page = .music(.track)
    case (.up, _), (.down, _), (.select, _), (.back, _): break
    }
  }

  mutating func handleOnList(_ gesture: ButtonGesture, now: Instant) {
    guard case .list(let selection) = page else { return }
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press):
      if let serial = selection.serial { open(serial, from: .list) }
    case (.decline, .press):
      if selection.index + 1 < session.notifications.count { select(selection.index + 1) } else { page = .clock }
    case (.decline, .hold):
      if let serial = selection.serial { perform(.negative, onSerial: serial, now: now) }
    case (.up, .press): select(selection.index - 1)
    case (.down, .press): select(selection.index + 1)
    case (.back, .press): page = .clock
    case (.accept, .hold), (.select, .hold):
      if let serial = selection.serial { openMute(serial, origin: nil) }
    case (.up, .hold), (.down, .hold), (.back, .hold): break
    }
  }

  mutating func handleOnDetail(_ gesture: ButtonGesture, now: Instant) {
    guard case .detail(let serial, let topLine, let origin) = page else { return }
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press):
      turnDetail(serial, from: topLine)
    case (.decline, .press), (.back, .press): goBack(to: origin)
    case (.accept, .hold) where offers(.positive, serial: serial): perform(.positive, onSerial: serial, now: now)
    case (.accept, .hold), (.select, .hold): openMute(serial, origin: origin)
    case (.decline, .hold): perform(.negative, onSerial: serial, now: now)
    case (.up, .press): scrollDetail(to: topLine - 1)
    case (.down, .press): scrollDetail(to: topLine + 1)
    case (.up, .hold), (.down, .hold), (.back, .hold): break
    }
  }

  mutating func handleOnStatus(_ gesture: ButtonGesture) {
    guard case .status(let topLine, let origin) = page else { return }
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press):
      let next = nextPage(from: topLine, last: lastTopLine, lines: StatusScreen.visibleLineCount)
      page = .status(topLine: next, origin: origin)
    case (.decline, .press), (.decline, .hold), (.back, .press): goBack(to: origin)
    case (.up, .press): page = .status(topLine: max(0, topLine - 1), origin: origin)
    case (.down, .press): page = .status(topLine: min(lastTopLine, topLine + 1), origin: origin)
    case (.accept, .hold), (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): break
    }
  }
}
