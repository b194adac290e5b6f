internal import ANCS
internal import Peripherals
internal import Screens
internal import Timing

// What the buttons do on the screens that lie over the page. Two are enough; the others are for comfort.
extension WatchMachine {
  /// How long a page stays when nobody presses anything.
  private static var idleTime: Interval { .seconds(120) }

  mutating func handle(_ gesture: ButtonGesture, now: Instant) {
    hasGesture = true
    needsRedraw = true
    switch current.name {
    case .pairing: handleOnPairing(gesture, now: now)
    case .call: handleOnCall(gesture, now: now)
    case .activeCall: handleOnActiveCall(gesture, now: now)
    case .alert: handleOnAlert(gesture, now: now)
    case .pairAgain: handleOnPairAgain(gesture)
    case .clock: handleOnClock(gesture)
    case .list: handleOnList(gesture, now: now)
    case .detail: handleOnDetail(gesture, now: now)
    case .status: handleOnStatus(gesture)
    case .menu: handleOnMenu(gesture)
    case .phones: handleOnPhones(gesture)
    case .question: handleOnQuestion(gesture)
    case .note: handleOnNote(gesture)
    case .mute: handleOnMute(gesture, now: now)
    case .music: handleOnMusic(gesture, now: now)
    }
    keepPage(now: now)
  }

  /// Whoever does something is there: the page stays.
  mutating func keepPage(now: Instant) {
    if page == .clock { idleDeadline.clear() } else { idleDeadline.set(now + Self.idleTime) }
  }

  private mutating func handleOnPairing(_ gesture: ButtonGesture, now: Instant) {
    let answer: Bool? =
      switch (gesture.button, gesture.gesture) {
      case (.accept, .press): pairing.answer(true, now: now)
      case (.decline, .press): pairing.answer(false, now: now)
      case (.accept, .hold), (.decline, .hold), (.up, _), (.down, _), (.select, _), (.back, _): nil
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

  /// Decline hangs up; what has no action puts the call away, to be found in the list.
  private mutating func handleOnActiveCall(_ gesture: ButtonGesture, now: Instant) {
    switch gesture.button {
    case .accept: chooseOnCall(.positive, now: now)
    case .decline: chooseOnCall(.negative, now: now)
    case .select, .back: if let call = calls.call { calls.putAway(call.uid) }
    case .up, .down: break
    }
  }

  private mutating func chooseOnCall(_ action: ActionID, now: Instant) {
    guard let call = calls.call, call.choice != action,
      let index = session.notifications.index(ofSerial: call.serial)
    else { return }
    guard session.notifications.notification(at: index).offers(action) else {
      // A call that cannot be declined can be put away.
      if action == .negative || call.phase == .active { calls.putAway(call.uid) }
      return
    }
    if order(action, on: call.uid, now: now) { calls.choose(action, on: call.uid, now: now) }
  }

  private mutating func handleOnAlert(_ gesture: ButtonGesture, now: Instant) {
    guard let serial = alert?.serial else { return }
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press): open(serial, from: page.name == .music ? .music : .clock)
    case (.decline, .press), (.back, .press):
      unread.remove(serial)
      alert = nil
    case (.accept, .hold): perform(.positive, onSerial: serial, now: now)
    case (.decline, .hold): perform(.negative, onSerial: serial, now: now)
    case (.up, _), (.down, _), (.select, .hold), (.back, .hold): break
    }
  }

  /// Decline pages through the advice, and then puts it away.
  private mutating func handleOnPairAgain(_ gesture: ButtonGesture) {
    guard let topLine = pairAgain?.topLine else { return }
    let last = findLastPairAgainLine()
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press): pairAgainNow()
    case (.decline, .press) where topLine < last:
      pairAgain?.topLine = min(last, topLine + PairAgainScreen.visibleLineCount)
    case (.decline, _), (.back, .press): pairAgain = nil
    case (.up, .press): pairAgain?.topLine = max(0, topLine - 1)
    case (.down, .press): pairAgain?.topLine = min(last, topLine + 1)
    case (.accept, .hold), (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): break
    }
  }
}
