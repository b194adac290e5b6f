internal import ANCS
internal import Features
internal import Octets
internal import PhoneClient
internal import Screens
internal import Timing
internal import WatchModel

/// The page to which the wearer has gone, how long it stays, and the message that is read on it.
struct Navigation {
  /// How long a page stays when no button is pressed.
  private static var idleTime: Interval { .seconds(120) }

  private(set) var page = Page.clock
  /// The label of the phone that the note on the page is about. The phone may exist no longer.
  private(set) var notedPhone = BoundedText<24>()
  private var idle = Deadline()
  /// When what the page offers to end ends by itself.
  private var choiceEnd = Deadline()
  /// The size of the text of notifications.
  private(set) var textSize = TextSize.normal
  /// The message that was last asked for, and the line with which its page began.
  private var reading: Reading?
  /// The place in the list of the notification whose page was open last.
  private var listIndex = 0
  private var isReading = false
  /// Whether the phone answered requests when the message was last asked for.
  private var wasReady = false
  private(set) var guidance = Guidance()

  private struct Reading: Equatable {
    let serial: UInt32
    let topLine: Int
  }

  // MARK: The wearer

  /// Goes where a gesture leads.
  ///
  /// - Returns: the request to the rest of the watch; nil if the gesture makes no request.
  mutating func handle(
    _ gesture: ButtonGesture, _ facts: borrowing PageFacts, _ phones: borrowing PhoneList,
    _ phone: borrowing PhoneState
  ) -> PageIntent? {
    let step = page.step(for: gesture, facts, phones, phone)
    if Features.hasGuidance, facts.areHintsOn, step.intent != nil || (step.page ?? page) != page {
      guidance.noteUse(gesture, on: page)
    }
    guard let next = step.page else { return step.intent }
    if Features.hasNotes, next.name == .note, page.name != .note { notedPhone = phones.label(of: step.notedPhone) }
    page = next
    return step.intent
  }

  mutating func setTextSize(_ size: TextSize) { textSize = size }

  /// Leaves the page, and withdraws the question that it asks.
  mutating func go(to page: Page, _ output: inout WatchOutput) {
    // Without an answer no phone makes room: no new phone can pair, and an open window keeps the paired phones out.
    if case .question(.replace, _) = self.page { output.request(.closePairingWindow) }
    self.page = page
  }

  /// Opens a page that the wearer did not ask for.
  mutating func show(_ page: Page, now: Instant) {
    self.page = page
    keepPage(now: now)
  }

  /// The wearer is there: the page stays.
  @inline(never)  // Several callers: one copy is smaller.
  mutating func keepPage(now: Instant) {
    if page.name == .clock { idle.clear() } else { idle.set(now + Self.idleTime) }
  }

  // MARK: The subject of the page

  /// Leaves the page of a notification that exists no longer, and follows the one that is selected in the list.
  ///
  /// - Returns: whether another notification is selected.
  mutating func followNotifications(_ phone: borrowing PhoneState) -> Bool {
    switch page {
    case .detail(let serial, _, let origin): follow(serial, from: origin, phone)
    case .mute(let serial, _, let origin) where Features.hasMuting: follow(serial, from: origin ?? .list, phone)
    case .list(let selection):
      let resolved = selection.resolved(phone)
      page = .list(selected: resolved)
      return resolved.serial != selection.serial
    case .clock, .status, .menu, .phones, .question, .note, .mute, .music, .quiet, .clearing, .timer, .stopwatch,
      .torch, .alarms, .editAlarm, .settings, .setting, .resettingSettings, .tutorial:
      break
    }
    return false
  }

  /// Notes the place of the page's notification in the list. If it is gone, the one that took its place is selected.
  private mutating func follow(_ serial: UInt32, from origin: Page.Origin, _ phone: borrowing PhoneState) {
    if let index = phone.session.notifications.index(ofSerial: serial) {
      listIndex = index
    } else {
      page = .back(to: origin, listIndex: listIndex, phone)
    }
  }

  /// Leaves the question about a phone that is not paired any more, and a row that does not exist.
  mutating func followPhones(_ phones: borrowing PhoneList) {
    guidance.followBonds(count: phones.count)
    switch page {
    case .question(_, let phone) where phones.index(of: phone) == nil: page = .clock
    case .phones(let purpose, let row) where Features.hasPhonePages:
      page = .phones(purpose, row: min(row, max(0, purpose.rowCount(for: phones.count) - 1)))
    case .clock, .list, .detail, .status, .menu, .phones, .question, .note, .mute, .music, .quiet, .clearing, .timer,
      .stopwatch, .torch, .alarms, .editAlarm, .settings, .setting, .resettingSettings, .tutorial:
      break
    }
  }

  /// Leaves the question whether a phone makes room: no new phone can pair any more.
  mutating func withdrawReplacement() {
    if case .question(.replace, _) = page { page = .clock }
  }

  // MARK: The message that is read

  /// The message of a notification may be longer now, or shorter.
  ///
  /// - Parameter uid: nil if all messages are as long as before.
  /// - Returns: whether the page of the notification is open.
  mutating func noteLength(of uid: NotificationUID?, _ phone: borrowing PhoneState) -> Bool {
    guard let uid, isRead(uid, phone) else { return false }
    reading = nil
    return true
  }

  /// Whether the page of a notification is open.
  private func isRead(_ uid: NotificationUID, _ phone: borrowing PhoneState) -> Bool {
    guard let serial = page.readSerial, let index = phone.session.notifications.index(of: uid) else { return false }
    return phone.session.notifications.notification(at: index).serial == serial
  }

  /// Asks for more of the message on the page when the wearer comes near the last lines that are here.
  mutating func followReading(_ phone: borrowing PhoneState, _ style: ClockStyle, _ output: inout WatchOutput) {
    guard case .detail(let serial, let topLine, let origin) = page else {
      if isReading { output.request(.endReading) }
      (reading, isReading) = (nil, false)
      return
    }
    // A phone that refuses is not asked for more. The message goes on when the phone allows it again.
    if Features.hasLongMessages, (phone.session.state == .ready) != wasReady {
      wasReady.toggle()
      reading = nil
    }
    guard Reading(serial: serial, topLine: topLine) != reading else { return }
    let last = lastTopLine(phone, style)
    // It may have become shorter.
    let shown = Reading(serial: serial, topLine: min(topLine, last))
    page = .detail(serial: serial, topLine: shown.topLine, origin: origin)
    (reading, isReading) = (shown, true)
    output.request(.read(serial: serial, wantsMore: topLine + lines(phone, style).visible >= last))
  }

  /// How many lines of the page are seen at a time, and how high one is, in pixels.
  func lines(_ phone: borrowing PhoneState, _ style: ClockStyle) -> (visible: Int, height: Int) {
    guard Features.hasTextSizes, textSize != .normal, let serial = page.readSerial,
      let index = phone.session.notifications.index(ofSerial: serial)
    else { return (DetailScreen.visibleLineCount, 16) }
    var text = NotificationText(phone.session, at: index, style: style)
    text.size = textSize
    return (text.visibleLineCount, text.lineHeight)
  }

  /// The last line with which the page of a notification or a note may begin; 0 for other pages.
  func lastTopLine(_ phone: borrowing PhoneState, _ style: ClockStyle) -> Int {
    switch page {
    case .detail(let serial, _, _):
      guard let index = phone.session.notifications.index(ofSerial: serial) else { return 0 }
      // Without languages, the style does not change the lines.
      var text = NotificationText(phone.session, at: index, style: Features.hasLanguages ? style : ClockStyle())
      text.size = textSize
      return DetailScreen(text, topLine: 0).maximumTopLine
    case .note(let note, _):
      guard Features.hasNotes else { return 0 }
      return NoteScreen(note, phone: notedPhone.span, topLine: 0, style.language).maximumTopLine
    case .clock, .list, .status, .menu, .phones, .question, .mute, .music, .quiet, .clearing, .timer,
      .stopwatch, .torch, .alarms, .editAlarm, .settings, .setting, .resettingSettings, .tutorial:
      return 0
    }
  }

  // MARK: Time

  var deadline: Instant? { earliest(earliest(idle.instant, choiceEnd.instant), guidance.deadline) }

  /// - Parameter end: when what the page offers to end ends by itself; nil if it does not.
  mutating func followChoice(until end: Instant?) {
    if let end { choiceEnd.set(end) } else { choiceEnd.clear() }
  }

  /// - Returns: whether the picture has changed, although the screen may be the same.
  mutating func expire(now: Instant, _ output: inout WatchOutput) -> Bool {
    if idle.expire(at: now) { go(to: .clock, &output) }
    return guidance.expire(now: now)
  }

  // MARK: Hints and the tutorial

  mutating func setHasJoystick(_ hasJoystick: Bool) { guidance.setHasJoystick(hasJoystick) }

  mutating func restore(_ experience: WearerExperience) { guidance.restore(experience) }

  mutating func takeHasExperienceChanged() -> Bool { guidance.takeHasChanged() }

  /// The wearer has used a button, which may only have turned the display on.
  mutating func noteButton(beginsHints: Bool, now: Instant) {
    beginHints(areOn: beginsHints, now: now)
    keepPage(now: now)
  }

  /// The screen has changed, or the display was turned on.
  mutating func beginHints(areOn: Bool, now: Instant) {
    if areOn { guidance.begin(on: page, now: now) }
  }

  /// Opens the tutorial after the first pairing, on the clock or the status screen. Nothing must cover the page, which
  /// is left after two minutes.
  mutating func openTutorial(areHintsOn: Bool, now: Instant) {
    switch page.hintedScreen {
    case .clock, .status:
      guidance.endWait(isShown: areHintsOn)
      guard areHintsOn else { return }
      show(.tutorial(.accept), now: now)
    case .list, .menu, nil: break
    }
  }
}
