internal import Features
internal import Peripherals
internal import Screens
internal import Timing
internal import WatchModel

/// The display, the buttons, the motor and the LED: how the screen is brought before the wearer, and which presses
/// count for it.
///
/// It does not choose the screen: each update contains it.
struct FrontPanel: ~Copyable {
  private(set) var input: InputGuard
  private(set) var power = DisplayPower()
  private(set) var scroll = DisplayScroll()
  private(set) var slide = Slide()
  private(set) var marquee = Marquee()
  private(set) var blink = AlertBlink()
  private(set) var feedback = ButtonFeedback()
  private(set) var haptics = Haptics()
  /// The screen at the last update; nil before the first one.
  private(set) var shown: Shown?
  /// How far that screen is scrolled.
  private var position: ScrollPosition?
  /// The brightness as it was last reported.
  private(set) var level = LightLevel.full

  /// - Parameter holdTime: how long a button is down until it is held.
  init(holdTime: Interval) { input = InputGuard(holdTime: holdTime) }

  /// Whether pixels are lit: else movements and running times are not shown.
  var isLit: Bool { power.level != .off }

  /// Whether the row of the labels is on the display, and was when the last button was pressed: no banner covers it,
  /// and a panel of 32 rows shows it.
  var showsLabels: Bool { !feedback.coversLabels && scroll.showsLabels }

  func isShowing(_ name: ScreenName) -> Bool { shown?.name == name }

  // MARK: Settings

  mutating func fit(_ settings: borrowing FrontPanelSettings) {
    input.setEndsByHolding(settings.endsByHolding)
    power.setTimes(settings.light)
    scroll.fit(hasHalfPanel: settings.hasHalfPanel)
    slide.pace = settings.movesSmoothly ? .smooth : .brief
    haptics.fit(hasMotor: settings.hasMotor, hasLED: settings.hasLED)
  }

  mutating func setLightTimes(dimAfter: Interval?, offAfter: Interval?) {
    power.setTimes(dimAfter: dimAfter, offAfter: offAfter)
  }

  mutating func setVibration(_ vibrates: Bool) { haptics.setVibration(vibrates) }

  // MARK: The buttons

  /// A press while the display is off only turns it on.
  ///
  /// - Returns: the gesture that the event ends, if it counts, and whether the event has turned the display on.
  mutating func handle(_ event: ButtonEvent, now: Instant) -> (gesture: ButtonGesture?, hasTurnedOn: Bool) {
    scroll.stay(now: now)
    if event.edge == .pressed { feedback.notePress(showsLabels: scroll.showsLabels) }
    let wasOff = power.wake(now: now) == .off
    return (input.handle(event, isDisplayOff: wasOff, now: now), wasOff)
  }

  /// - Returns: the hold that has become due; see `InputGuard`.
  mutating func takeDueHold(isDeclineForPhone: Bool, now: Instant) -> ButtonGesture? {
    input.handleTimeout(isDeclineForPhone: isDeclineForPhone, now: now)
  }

  /// Cancels a press that is down or on its way, because its target has gone.
  mutating func cancelPress(now: Instant) { input.cancel(now: now) }

  /// Opens the prompt on the display for answers when its time has come.
  ///
  /// - Parameter isAsking: whether the screen asks for an answer.
  mutating func openPrompt(isAsking: Bool, now: Instant, _ output: inout WatchOutput) {
    guard let prompt = input.expirePrompt(now: now), isAsking else { return }
    output.record(.promptOpened(prompt.name))
    output.requestRedraw()
  }

  // MARK: Events

  mutating func wake(now: Instant) { power.wake(now: now) }

  mutating func show(_ banner: Banner, now: Instant) { feedback.show(banner, now: now) }

  /// Makes a new notification felt, and lets the display blink if the alert is a strong one.
  ///
  /// - Parameter chosen: the pattern of its application or category; nil: the usual one. A call keeps its own.
  mutating func announce(_ decision: AlertDecision, _ chosen: VibrationPattern?, serial: UInt32, now: Instant) {
    let usual: HapticPattern = decision.strength == .strong ? .important : .message
    let pattern = decision.reason == .call ? .call : HapticPattern(chosen, usual: usual)
    if let pattern { haptics.begin(pattern, now: now) }
    if decision.strength == .strong { blink.begin(serial: serial, now: now) }
  }

  /// Lets the wearer feel a pattern that was chosen; nil: the usual one of a message.
  mutating func tryOut(_ chosen: VibrationPattern?, now: Instant) {
    guard haptics.pattern != .call else { return }
    haptics.stop()
    if let pattern = HapticPattern(chosen, usual: .message) { haptics.begin(pattern, now: now) }
  }

  /// Shows an alert that slides in at its final place, because its text has arrived.
  mutating func endSlideIn() { slide.cutShort() }

  mutating func stopBlinking(_ output: inout WatchOutput) {
    if blink.stop() { output.requestRedraw() }
  }

  // MARK: Updates

  /// Lets the picture slide if its text is scrolled, or, in small steps, if an alert comes in.
  ///
  /// - Parameter new: the screen that is shown from now on. `show(_:now:_:)` follows.
  mutating func move(_ new: Shown, to place: ScrollPosition, now: Instant, _ output: inout WatchOutput) {
    // The blinking is for a notification that is shown.
    if blink.serial != nil, blink.serial != new.serial { stopBlinking(&output) }
    let last = position
    position = place
    guard let last, place != last || new != shown else { return }
    output.requestRedraw()
    guard Features.hasMotion, isLit else { return slide.stop() }
    let rows = (place.line - last.line) * place.lineHeight
    if new == shown, let area = place.area, abs(rows) <= area.height {
      slide.begin(.text, rows: rows, in: area, now: now)
    } else if new.name == .alert, !blink.isInverted, slide.pace == .smooth {
      slide.begin(.picture, rows: MovingArea.whole.height, in: .whole, now: now)
    } else {
      slide.stop()
    }
  }

  /// - Parameter line: the line that is too long for its row; nil if no line has to run.
  mutating func run(_ line: Marquee.Line?, now: Instant) { marquee.follow(isLit ? line : nil, now: now) }

  /// Shows a screen. One that must be read first turns the display on.
  ///
  /// - Returns: whether another screen was shown before.
  mutating func show(_ new: Shown, now: Instant, _ output: inout WatchOutput) -> Bool {
    guard new != shown else { return false }
    if new.name.needsReadingFirst { wake(now: now) }
    input.screenChanged(from: shown?.name, to: new.name, now: now)
    if new.name != shown?.name { output.record(.screen(new.name)) }
    shown = new
    output.requestRedraw()
    return true
  }

  /// The update after an event has ended.
  ///
  /// - Parameter isAsking: whether the screen asks for an answer.
  mutating func endUpdate(isAsking: Bool, now: Instant) { input.endUpdate(prompt: isAsking ? shown : nil, now: now) }

  /// Follows the brightness. A ringing call, a pairing, the torch, and an alarm or timer that rings keep the display
  /// on.
  ///
  /// - Parameter isRinging: whether an alarm or the timer rings on the display.
  mutating func followLight(isQuietTime: Bool, isRinging: Bool = false, now: Instant, _ output: inout WatchOutput) {
    guard let shown else { return }
    let waits = shown.name == .call || shown.isPairing || shown.name == .torch
    power.hold(waits || isRinging, now: now)
    power.expire(now: now)
    let level = power.brightness(of: shown, isQuietTime: isQuietTime)
    guard level != self.level else { return }
    self.level = level
    output.record(.light(level))
    output.requestRedraw()
  }

  /// - Parameters:
  ///   - isRinging: whether a call, an alarm or the timer rings on the display and was not answered.
  ///   - hasNews: whether something is unread that may be announced.
  mutating func followHaptics(isRinging: Bool, hasNews: Bool, now: Instant) {
    // It may have been covered by something else that rang, or by a pairing.
    if isRinging { haptics.begin(.call, now: now) } else if haptics.pattern == .call { haptics.stop() }
    haptics.follow(hasNews: hasNews, now: now)
  }

  /// - Parameters:
  ///   - selectedRow: the row below the bar in which the selection of the page is.
  ///   - isInRows: whether the text keeps to the grid of rows.
  mutating func followScroll(
    _ page: Page, selectedRow: Int?, isInRows: Bool, hasHints: Bool, now: Instant, _ output: inout WatchOutput
  ) {
    guard let shown else { return }
    let hasMoved = scroll.follow(
      shown, page, power.level, selectedRow: selectedRow, isInRows: isInRows, hasHints: hasHints,
      hasBanner: feedback.banner != nil, now: now)
    guard hasMoved else { return }
    output.requestRedraw()
    if scroll.deadline != nil { power.stayOn(until: now + DisplayScroll.tour) }
  }

  // MARK: Time

  var deadline: Instant? {
    let moving = earliest(earliest(slide.deadline, marquee.deadline), scroll.deadline)
    let light = earliest(earliest(power.deadline, blink.deadline), haptics.deadline)
    return earliest(earliest(moving, light), earliest(feedback.deadline, input.deadline))
  }

  mutating func handleTimeout(now: Instant, _ output: inout WatchOutput) {
    if feedback.expire(now: now) { output.requestRedraw() }
    if blink.expire(now: now) { output.requestRedraw() }
    if slide.expire(now: now) { output.requestRedraw() }
    if marquee.expire(now: now) { output.requestRedraw() }
    haptics.expire(now: now)
    if scroll.expire(now: now) { output.requestRedraw() }
  }
}

/// How far a screen is scrolled.
struct ScrollPosition: Equatable, Sendable {
  let line: Int
  /// In pixels.
  let lineHeight: Int
  /// The area in which its text moves; nil if the text does not move.
  let area: MovingArea?

  /// - Parameter adviceLine: the line with which the advice begins.
  init(of shown: Shown, on page: Page, adviceLine: Int, lineHeight: Int) {
    self.lineHeight = lineHeight
    switch shown.name {
    case .pairAgain: (line, area) = (adviceLine, .aboveLabels)
    case .detail, .status, .note, .clock, .list, .menu, .phones, .question, .mute, .music, .quiet,
      .timer, .stopwatch, .torch, .alarms, .editAlarm, .settings, .setting, .tutorial:
      (line, area) = (page.topLine, page.movingArea)
    case .alert, .call, .activeCall, .pairing, .ring, .alarm, .missedAlarm: (line, area) = (0, nil)
    }
  }
}
