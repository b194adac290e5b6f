internal import AMS
internal import ANCS
internal import Features
internal import Octets
internal import PhoneClient
internal import Screens
internal import Timing
internal import WatchModel

// The facts on which the buttons of a page and the picture depend. The mutating functions change nothing: they are
// mutating so that the machine is passed by reference. For a function that only reads it, the compiler copies all of it
// to the stack.
extension WatchMachine {
  mutating func pageFacts(_ labels: ShownLabels, _ phone: borrowing PhoneState, now: Instant) -> PageFacts {
    var lastTopLine = navigation.lastTopLine(phone, clock.style)
    var isMuted = false
    var chosenRow = 0
    switch navigation.page {
    case .status:
      lastTopLine = link.lastStatusLine(
        of: identity, phone, timeSource: clock.source, now: updatedAt, clock.style)
    case .settings(let row): chosenRow = WearerSetting.inRow(row).map { wearer.chosenRow(of: $0) } ?? 0
    case .setting(let setting, _): chosenRow = wearer.chosenRow(of: setting)
    case .mute(let serial, _, _): isMuted = notifications.alerts.isMuted(serial, phone, now: now)
    case .clock, .list, .detail, .menu, .phones, .question, .note, .music, .quiet, .clearing, .timer, .stopwatch,
      .torch, .alarms, .editAlarm, .resettingSettings, .tutorial:
      break
    }
    return PageFacts(
      lastTopLine: lastTopLine, isMuted: isMuted, hasLink: link.hasLink,
      clearableCount: ListClearing.count(below: .max, phone),
      serialLimit: ListClearing.limit(phone), isQuietNow: notifications.alerts.quietNow.isOn, chosenRow: chosenRow,
      labels: labels,
      areHintsOn: areHintsOn, hasJoystick: navigation.guidance.hasJoystick,
      visibleLineCount: navigation.lines(phone, clock.style).visible)
  }

  /// The screen on the display, and its subject: the same as `current`.
  mutating func findShown() -> Shown {
    Shown(
      pairing: dialogues.pairing.shown, isPairingOver: dialogues.pairing.isOver, call: notifications.calls.call,
      tool: tools.shown, isToolRinging: tools.isRinging, alert: notifications.alerts.shown,
      below: dialogues.below(navigation.page, in: link.hostState))
  }

  /// The same, with what the choices of a page depend on.
  ///
  /// - Returns: also when that ends by itself; nil if it does not.
  mutating func findShownChoices(_ phone: borrowing PhoneState, now: Instant) -> (shown: Shown, end: Instant?) {
    var shown = findShown()
    var end: Instant?
    switch navigation.page {
    case .mute(let serial, _, _) where shown.name == .mute:
      shown.offersEnd = notifications.alerts.isMuted(serial, phone, now: now)
      end = notifications.alerts.muteEnd(serial, phone, now: now)
    case .quiet where shown.name == .quiet: shown.offersEnd = notifications.alerts.quietNow.isOn
    case .clock, .list, .detail, .status, .menu, .phones, .question, .note, .mute, .music, .quiet, .clearing, .timer,
      .stopwatch, .torch, .alarms, .editAlarm, .settings, .setting, .resettingSettings, .tutorial:
      break
    }
    return (shown, end)
  }

  mutating func findScrollPosition(of shown: Shown, _ phone: borrowing PhoneState) -> ScrollPosition {
    ScrollPosition(
      of: shown, on: navigation.page, adviceLine: dialogues.pairAgain.topLine,
      lineHeight: navigation.lines(phone, clock.style).height)
  }

  /// Whether the text on the screen keeps to the rows of 16 pixels: not a code, a word in the middle, or text in
  /// another size.
  mutating func isTextInRows(on shown: Shown, _ phone: borrowing PhoneState) -> Bool {
    guard front.scroll.isHalf else { return true }
    switch shown.name {
    case .music:
      return !phone.media.media.artist.isEmpty || !phone.media.media.album.isEmpty
    case .alert, .detail:
      guard let serial = shown.serial ?? navigation.page.readSerial,
        let index = phone.session.notifications.index(ofSerial: serial)
      else { return true }
      var text = NotificationText(phone.session, at: index, style: clock.style)
      text.size = navigation.textSize
      return text.isInRows
    case .clock, .list, .status, .menu, .phones, .question, .note, .pairing, .pairAgain, .call, .activeCall, .mute,
      .quiet, .timer, .stopwatch, .torch, .ring, .alarm, .missedAlarm, .alarms, .editAlarm, .settings, .setting,
      .tutorial:
      return true
    }
  }

  var areHintsOn: Bool { Features.hasGuidance && wearer[.hints] == 1 }

  /// The hints in the bottom row of the page; nil without hints.
  borrowing func hintRow(_ phone: borrowing PhoneState) -> HintRow? {
    guard areHintsOn, navigation.guidance.showsHints(on: navigation.page) else { return nil }
    var facts = HintFacts()
    switch navigation.page {
    case .list(let selection):
      facts.isEmpty = phone.session.notifications.isEmpty
      facts.isLast = selection.index + 1 >= phone.session.notifications.count
    case .menu(let item): facts.isLast = item.row + 1 == MenuItem.count
    case .status:
      let last = link.lastStatusLine(
        of: identity, phone, timeSource: clock.source, now: updatedAt, clock.style)
      facts.hasPages = last > 0
    case .clock, .detail, .phones, .question, .note, .mute, .music, .quiet, .clearing, .timer, .stopwatch, .torch,
      .alarms, .editAlarm, .settings, .setting, .resettingSettings, .tutorial:
      break
    }
    return navigation.guidance.hints(on: navigation.page, facts)
  }

  @inline(never)  // One copy is smaller.
  mutating func findLabels(on shown: Shown, _ phone: borrowing PhoneState) -> ShownLabels {
    ShownLabels(on: shown, navigation, isRowShown: front.showsLabels, phone, clock.style)
  }

  /// Whether *decline*, held on this screen, performs an action of the phone. Then it waits for the release, because
  /// holding on may end the watch. On a call it performs none.
  mutating func isHeldDeclineForPhone(_ phone: borrowing PhoneState) -> Bool {
    guard Features.hasEndingHold else { return false }
    let shown = findShown()
    return shown.name != .call && shown.name != .activeCall && findLabels(on: shown, phone).hasNegative
  }
}
