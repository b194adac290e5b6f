internal import AMS
internal import ANCS
internal import Features
internal import Peripherals
internal import PhoneClient
internal import Screens
internal import WatchModel

// The buttons on the pages about notifications, on the clock, the status and the music screen. Two buttons are enough;
// the others save presses.
extension Page {
  /// Returns what follows from a gesture on this page.
  func step(
    for gesture: ButtonGesture, _ facts: borrowing PageFacts, _ phones: borrowing PhoneList,
    _ phone: borrowing PhoneState
  ) -> PageStep {
    switch self {
    case .clock: Self.stepOnClock(gesture, phone)
    case .list(let selection): Self.stepOnList(selection, gesture, phone)
    case .detail(let serial, let topLine, let origin):
      Self.stepOnDetail((serial, topLine, origin), gesture, facts, phone)
    case .status(let topLine, let origin):
      stepOnStatus(topLine, origin, gesture, last: facts.lastTopLine, phone)
    case .mute(let serial, let row, let origin):
      Self.stepOnMute((serial, row, origin), gesture, isMuted: facts.isMuted, phone)
    case .music(let mode): Self.stepOnMusic(mode, gesture, phone)
    case .menu(let item): Self.stepOnMenu(item, gesture, facts, phones)
    case .quiet(let row): Self.stepOnQuiet(row, gesture, isQuiet: facts.isQuietNow)
    case .clearing(let serial): Self.stepOnClearing(below: serial, gesture)
    case .alarms(let row): Self.stepOnAlarms(row, gesture)
    case .editAlarm(let index, let field): Self.stepOnAlarm(index, field, gesture)
    case .settings(let row): Self.stepOnSettings(row, gesture, chosenRow: facts.chosenRow)
    case .setting(let setting, let row): Self.stepOnSetting(setting, row, gesture, chosenRow: facts.chosenRow)
    case .resettingSettings: Self.stepOnResetting(gesture)
    case .tutorial(let page): Self.stepOnTutorial(page, gesture, hasJoystick: facts.hasJoystick)
    // Their own machine handles the gestures.
    case .timer, .stopwatch, .torch: .stay
    case .phones(let purpose, let row): Self.stepOnPhones(purpose, row, gesture, phones)
    case .question(let question, let address): Self.stepOnQuestion(question, address, gesture)
    case .note(let note, let topLine): Self.stepOnNote(note, topLine, gesture, last: facts.lastTopLine)
    }
  }

  private static func stepOnClock(_ gesture: ButtonGesture, _ phone: borrowing PhoneState) -> PageStep {
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press), (.up, .press): .go(list(at: nil, phone))
    case (.decline, .press), (.down, .press): .go(Features.hasStatusPage ? .result : .menu(.pairNewPhone))
    case (.decline, .hold), (.down, .hold): .go(.menu(.pairNewPhone))
    case (.accept, .hold), (.select, .hold): Features.hasMusic ? .go(.music(.track)) : .stay
    case (.up, .hold), (.back, _): .stay
    }
  }

  private static func stepOnList(
    _ selection: Selection, _ gesture: ButtonGesture, _ phone: borrowing PhoneState
  ) -> PageStep {
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press): .ask(selection.serial.map { .open(serial: $0, from: .list) })
    case (.decline, .press) where selection.index + 1 >= phone.session.notifications.count: .go(.clock)
    case (.decline, .press), (.down, .press): .go(list(at: nil, index: selection.index + 1, phone))
    case (.up, .press): .go(list(at: nil, index: selection.index - 1, phone))
    case (.decline, .hold), (.back, .press): .go(.clock)
    case (.accept, .hold), (.select, .hold):
      selection.serial.map { stepToMute($0, origin: nil, phone) } ?? .stay
    case (.up, .hold), (.down, .hold), (.back, .hold): .stay
    }
  }

  private static func stepOnDetail(
    _ detail: (serial: UInt32, topLine: Int, origin: Origin), _ gesture: ButtonGesture,
    _ facts: borrowing PageFacts, _ phone: borrowing PhoneState
  ) -> PageStep {
    let (serial, topLine, origin) = detail
    let last = facts.lastTopLine
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press):
      // From the end back to the top, unless there is more to come.
      let end = phone.session.notifications.index(ofSerial: serial).map { phone.session.messageEnd(at: $0) }
      guard topLine < last || end != .more else { return .stay }
      let next = nextTopLine(after: topLine, last: last, lines: facts.visibleLineCount)
      return .go(.detail(serial: serial, topLine: next, origin: origin))
    case (.accept, .hold) where facts.labels.hasPositive: return .ask(.perform(.positive, serial: serial))
    case (.decline, .hold) where facts.labels.hasNegative: return .ask(.perform(.negative, serial: serial))
    case (.decline, _), (.back, .press):
      return .go(origin == .list ? list(at: serial, phone) : back(to: origin, phone))
    case (.accept, .hold), (.select, .hold): return stepToMute(serial, origin: origin, phone)
    case (.up, .press):
      return .go(.detail(serial: serial, topLine: min(max(0, topLine - 1), last), origin: origin))
    case (.down, .press): return .go(.detail(serial: serial, topLine: min(topLine + 1, last), origin: origin))
    case (.up, .hold), (.down, .hold), (.back, .hold): return .stay
    }
  }

  private func stepOnStatus(
    _ topLine: Int, _ origin: Origin, _ gesture: ButtonGesture, last: Int, _ phone: borrowing PhoneState
  ) -> PageStep {
    guard Features.hasStatusPage else { return .go(.clock) }
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press):
      let next = Self.nextTopLine(after: topLine, last: last, lines: StatusScreen.visibleLineCount)
      return .go(.status(topLine: next, origin: origin))
    case (.decline, .press), (.decline, .hold), (.back, .press): return .go(Self.back(to: origin, phone))
    // The text may have become shorter than `topLine`.
    case (.up, .press): return .go(.status(topLine: max(0, min(topLine, last) - 1), origin: origin))
    case (.down, .press): return .go(.status(topLine: min(last, topLine + 1), origin: origin))
    case (.accept, .hold), (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): return .stay
    }
  }

  private static func stepOnMute(
    _ mute: (serial: UInt32, row: Int, origin: Origin?), _ gesture: ButtonGesture, isMuted: Bool,
    _ phone: borrowing PhoneState
  ) -> PageStep {
    guard Features.hasMuting else { return .go(.clock) }
    let (serial, row, origin) = mute
    let behind = origin.map { Page.detail(serial: serial, topLine: 0, origin: $0) } ?? list(at: serial, phone)
    let previous = MuteChoice(row: row - 1, isMuted: isMuted) == nil ? row : row - 1
    let next = MuteChoice(row: row + 1, isMuted: isMuted) == nil ? nil : row + 1
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press):
      let choice = MuteChoice(row: row, isMuted: isMuted)
      // The wearer feels the next pattern, and may go on to another.
      if choice == .vibration { return .ask(.mute(.vibration, serial: serial)) }
      return .go(behind, asking: choice.map { .mute($0, serial: serial) })
    case (.decline, .press): return .go(next.map { .mute(serial: serial, row: $0, origin: origin) } ?? behind)
    case (.down, .press): return .go(.mute(serial: serial, row: next ?? row, origin: origin))
    case (.up, .press): return .go(.mute(serial: serial, row: previous, origin: origin))
    case (.decline, .hold), (.back, .press): return .go(behind)
    case (.accept, .hold), (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): return .stay
    }
  }

  private static func stepOnMusic(
    _ mode: MusicMode, _ gesture: ButtonGesture, _ phone: borrowing PhoneState
  ) -> PageStep {
    guard Features.hasMusic else { return .go(.clock) }
    let commands = mode.commands(phone)
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press): return .ask(commands.accept.map { .play($0) })
    case (.decline, .press): return commands.decline.map { .ask(.play($0)) } ?? .go(.clock)
    case (.accept, .hold): return .go(.music(mode.next(phone)))
    case (.decline, .hold), (.back, .press): return .go(.clock)
    case (.up, .press): return .ask(.play(.volumeUp))
    case (.down, .press): return .ask(.play(.volumeDown))
    case (.select, .press): return .ask(.play(.toggle))
    case (.select, .hold): return .ask(.play(.previous))
    case (.up, .hold), (.down, .hold), (.back, .hold): return .stay
    }
  }

  // MARK: Pages to go to

  /// The page that shows what follows from a choice about phones.
  static var result: Page { Features.hasStatusPage ? .status(topLine: 0, origin: .clock) : .clock }

  /// Returns the page to which *back* leads.
  ///
  /// - Parameter listIndex: the place that is selected in the list.
  static func back(to origin: Origin, listIndex: Int = 0, _ phone: borrowing PhoneState) -> Page {
    switch origin {
    case .clock: .clock
    case .menu: .menu(.status)
    case .music: .music(.track)
    case .list: list(at: nil, index: listIndex, phone)
    }
  }

  /// Returns the list with a notification selected; if it is gone or nil, the one at `index`, at first the newest.
  static func list(at serial: UInt32?, index: Int = 0, _ phone: borrowing PhoneState) -> Page {
    .list(selected: Selection(serial: serial, index: index).resolved(phone))
  }

  /// - Parameter origin: the origin of the notification's page; nil in the list.
  private static func stepToMute(_ serial: UInt32, origin: Origin?, _ phone: borrowing PhoneState) -> PageStep {
    guard Features.hasMuting, let index = phone.session.notifications.index(ofSerial: serial),
      !phone.session.notifications[.appIdentifier, at: index].isEmpty
    else { return .stay }
    return .go(.mute(serial: serial, row: 0, origin: origin))
  }

  /// A page of text further down; from the end back to the top.
  private static func nextTopLine(after topLine: Int, last: Int, lines: Int) -> Int {
    topLine >= last ? 0 : min(last, topLine + lines)
  }
}

extension Page.Selection {
  /// The same notification at its present place; if it is gone, the one that took its place.
  func resolved(_ phone: borrowing PhoneState) -> Page.Selection {
    if let serial, let index = phone.session.notifications.index(ofSerial: serial) {
      return Page.Selection(serial: serial, index: index)
    }
    guard !phone.session.notifications.isEmpty else { return Page.Selection(index: 0) }
    let index = min(max(0, index), phone.session.notifications.count - 1)
    return Page.Selection(serial: phone.session.notifications.notification(at: index).serial, index: index)
  }
}
