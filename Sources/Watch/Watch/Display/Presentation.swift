internal import Screens
internal import Timing
internal import WatchModel

/// How a screen is brought before the wearer: brightness, movement, blinking, the banner after a button, motor and LED.
///
/// It does not choose the screen: each update contains it.
struct Presentation: ~Copyable {
  private(set) var power = DisplayPower()
  private(set) var scroll = DisplayScroll()
  private(set) var slide = Slide()
  private(set) var marquee = Marquee()
  private(set) var blink = AlertBlink()
  private(set) var feedback = ButtonFeedback()
  private(set) var haptics = Haptics()
  /// The brightness as it was last reported.
  private(set) var level = LightLevel.full
  private var lastPosition: ShownPosition?

  /// Whether pixels are lit: else movements and running times are not shown.
  var isLit: Bool { power.level != .off }

  mutating func setLightTimes(_ times: LightTimes) { power.setTimes(times) }

  mutating func setLightTimes(dimAfter: Interval?, offAfter: Interval?) {
    power.setTimes(dimAfter: dimAfter, offAfter: offAfter)
  }

  mutating func setHalfPanel() { scroll.fit() }

  /// Lets pictures move in more steps, which takes more energy.
  mutating func setSmoothMovement() { slide.pace = .smooth }

  mutating func setHaptics(hasMotor: Bool, hasLED: Bool) { haptics.fit(hasMotor: hasMotor, hasLED: hasLED) }

  mutating func setVibration(_ vibrates: Bool) { haptics.setVibration(vibrates) }

  // MARK: Events

  /// - Returns: whether the display was off: a press then only turns it on.
  mutating func wakeByButton(now: Instant) -> Bool {
    scroll.stay(now: now)
    return power.wake(now: now) == .off
  }

  /// Whether the row of the labels is on the display: no banner covers it, and a panel of 32 rows shows it.
  var showsLabels: Bool { feedback.banner == nil && scroll.showsLabels }

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

  /// Begins the vibration of the timer or of an alarm, unless it goes on.
  mutating func ring(now: Instant) { haptics.begin(.call, now: now) }

  /// Shows an alert that slides in at its final place, because its text has arrived.
  mutating func endSlideIn() { slide.cutShort() }

  // MARK: Updates

  /// Ends the blinking for a notification that is not shown any more.
  mutating func endBlinking(unlessFor shown: Shown, _ output: inout WatchOutput) {
    if blink.serial != nil, blink.serial != shown.serial, blink.stop() { output.requestRedraw() }
  }

  mutating func stopBlinking(_ output: inout WatchOutput) {
    if blink.stop() { output.requestRedraw() }
  }

  /// Lets the picture slide if its text is scrolled, or, in small steps, if an alert comes in.
  mutating func move(to position: ShownPosition, now: Instant, _ output: inout WatchOutput) {
    let last = lastPosition
    lastPosition = position
    guard let last, position != last else { return }
    output.requestRedraw()
    guard isLit else { return slide.stop() }
    let rows = (position.line - last.line) * position.lineHeight
    if position.shown == last.shown, let area = position.area, abs(rows) <= area.height {
      slide.begin(.text, rows: rows, in: area, now: now)
    } else if position.shown.name == .alert, !blink.isInverted, slide.pace == .smooth {
      slide.begin(.picture, rows: MovingArea.whole.height, in: .whole, now: now)
    } else {
      slide.stop()
    }
  }

  /// - Parameter line: the line that is too long for its row; nil if no line has to run.
  mutating func run(_ line: Marquee.Line?, now: Instant) { marquee.follow(line, now: now) }

  /// Follows the brightness: a call or a pairing that waits for an answer keeps the display on.
  ///
  /// - Parameter isRinging: whether an alarm or the timer rings on the display.
  mutating func followLight(
    _ shown: Shown, isQuietTime: Bool, isRinging: Bool = false, now: Instant, _ output: inout WatchOutput
  ) {
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
  ///   - isRinging: whether a call rings on the display and was not answered.
  ///   - hasNews: whether something is unread that may be announced.
  mutating func followHaptics(isRinging: Bool, hasNews: Bool, now: Instant) {
    if haptics.pattern == .call, !isRinging { haptics.stop() }
    haptics.follow(hasNews: hasNews, now: now)
  }

  /// - Parameter selectedRow: the row below the bar in which the selection of the page is.
  mutating func followScroll(
    _ shown: Shown, _ page: Page, selectedRow: Int?, hasHints: Bool, now: Instant, _ output: inout WatchOutput
  ) {
    let first = DisplayScroll.firstRow(of: shown.name, selectedRow: selectedRow)
    if scroll.follow(shown, page, power.level, first: first, hasHints: hasHints, now: now) { output.requestRedraw() }
  }

  // MARK: Time

  var deadline: Instant? {
    let moving = earliest(earliest(slide.deadline, marquee.deadline), scroll.deadline)
    let light = earliest(earliest(power.deadline, blink.deadline), haptics.deadline)
    return earliest(earliest(moving, light), feedback.deadline)
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

/// A screen on the display, and how far it is scrolled.
struct ShownPosition: Equatable, Sendable {
  let shown: Shown
  let line: Int
  /// In pixels.
  let lineHeight: Int
  /// The area in which its text moves; nil if the text does not move.
  let area: MovingArea?

  /// - Parameter adviceLine: the line with which the advice begins.
  init(_ shown: Shown, on page: Page, adviceLine: Int, lineHeight: Int) {
    self.shown = shown
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
