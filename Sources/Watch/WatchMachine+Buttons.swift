internal import ANCS
internal import Peripherals
internal import Screens
internal import Timing

// What the buttons do, screen by screen. Two are enough; the others are for comfort.
extension WatchMachine {
  /// How long a page stays when nobody presses anything.
  private static var idleTime: Interval { .seconds(120) }

  mutating func handle(_ gesture: ButtonGesture, now: Instant) {
    needsRedraw = true
    switch current.name {
    case .pairing: handleOnPairing(gesture, now: now)
    case .call: handleOnCall(gesture, now: now)
    case .alert: handleOnAlert(gesture)
    case .clock: handleOnClock(gesture)
    case .list: handleOnList(gesture)
    case .detail: handleOnDetail(gesture)
    case .status: handleOnStatus(gesture)
    case .menu: handleOnMenu(gesture)
    }
    if page == .clock { idleDeadline.clear() } else { idleDeadline.set(now + Self.idleTime) }
  }

  private mutating func handleOnPairing(_ gesture: ButtonGesture, now: Instant) {
    let answer: Bool? =
      switch (gesture.button, gesture.gesture) {
      case (.accept, .press): pairing.answer(true, now: now)
      case (.decline, .press): pairing.answer(false, now: now)
      default: nil
      }
    if let answer { act(.confirmPairing(answer)) }
  }

  /// A long press is meant as a press: nobody who answers a call looks at how long.
  private mutating func handleOnCall(_ gesture: ButtonGesture, now: Instant) {
    switch gesture.button {
    case .accept: chooseOnCall(.positive, now: now)
    case .decline: chooseOnCall(.negative, now: now)
    case .up, .down, .select, .back: break
    }
  }

  private mutating func chooseOnCall(_ action: ActionID, now: Instant) {
    guard let call = calls.call, call.choice == nil,
      let index = session.notifications.index(ofSerial: call.serial)
    else { return }
    guard session.notifications.notification(at: index).offers(action) else {
      // A call that cannot be declined can be put away.
      if action == .negative { calls.end() }
      return
    }
    if session.perform(action, on: call.uid) == nil { calls.choose(action, now: now) }
  }

  private mutating func handleOnAlert(_ gesture: ButtonGesture) {
    guard let serial = alert?.serial else { return }
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press): open(serial, from: .clock)
    case (.decline, .press), (.back, .press):
      unread.remove(serial)
      alert = nil
    case (.accept, .hold): perform(.positive, onSerial: serial)
    case (.decline, .hold): perform(.negative, onSerial: serial)
    case (.up, _), (.down, _), (.select, .hold), (.back, .hold): break
    }
  }

  private mutating func handleOnClock(_ gesture: ButtonGesture) {
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press): page = .list(selected: resolved(Page.Selection(index: 0)))
    case (.decline, .press): page = .status(topLine: 0, origin: .clock)
    case (.decline, .hold): page = .menu(.pairNewPhone)
    default: break
    }
  }

  private mutating func handleOnList(_ gesture: ButtonGesture) {
    guard case .list(let selection) = page else { return }
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press):
      if let serial = selection.serial { open(serial, from: .list) }
    case (.decline, .press):
      if selection.index + 1 < session.notifications.count { select(selection.index + 1) } else { page = .clock }
    case (.decline, .hold):
      if let serial = selection.serial { perform(.negative, onSerial: serial) }
    case (.up, .press): select(selection.index - 1)
    case (.down, .press): select(selection.index + 1)
    case (.back, .press): page = .clock
    case (.accept, .hold), (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): break
    }
  }

  private mutating func handleOnDetail(_ gesture: ButtonGesture) {
    guard case .detail(let serial, let topLine, let origin) = page else { return }
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press):
      scrollDetail(to: nextPage(from: topLine, last: lastTopLine, lines: DetailScreen.visibleLineCount))
    case (.decline, .press), (.back, .press): goBack(to: origin)
    case (.accept, .hold): perform(.positive, onSerial: serial)
    case (.decline, .hold): perform(.negative, onSerial: serial)
    case (.up, .press): scrollDetail(to: topLine - 1)
    case (.down, .press): scrollDetail(to: topLine + 1)
    case (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): break
    }
  }

  private mutating func handleOnStatus(_ gesture: ButtonGesture) {
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

  private mutating func handleOnMenu(_ gesture: ButtonGesture) {
    guard case .menu(let item) = page else { return }
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press): choose(item)
    case (.decline, .press): page = MenuItem(rawValue: item.rawValue + 1).map { .menu($0) } ?? .clock
    case (.up, .press): page = .menu(MenuItem(rawValue: item.rawValue - 1) ?? item)
    case (.down, .press): page = .menu(MenuItem(rawValue: item.rawValue + 1) ?? item)
    case (.decline, .hold), (.back, .press): page = .clock
    case (.accept, .hold), (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): break
    }
  }
}
