internal import Peripherals
internal import Timing

/// Decides which presses count: it ignores a press for a screen that has gone meanwhile.
struct InputGuard: Sendable {
  /// How long presses are ignored after a screen opens or closes by itself, or the selection moves by itself. The press
  /// may have been meant for what was there before.
  static var ignoreTime: Interval { .milliseconds(300) }

  private var gestures: ButtonGestures
  /// Whether *decline*, held much longer than for anything else, ends the watch.
  private var endsByHolding = false
  private(set) var prompt = PromptGate()
  private var ignoredUntil = Instant.start
  /// Whether a gesture was made since the last update.
  private var hasGesture = false

  init(holdTime: Interval) { gestures = ButtonGestures(holdTime: holdTime) }

  /// - Parameter isDisplayOff: whether the press only turns the display on.
  /// - Returns: the gesture that the event ends, if it counts.
  mutating func handle(_ event: ButtonEvent, isDisplayOff: Bool, now: Instant) -> ButtonGesture? {
    if isDisplayOff { prompt.close(now: now) }
    if event.edge == .pressed, prompt.notePress(now: now) || isDisplayOff || now < ignoredUntil {
      gestures.ignore(event.button)
      return nil
    }
    return note(gestures.handle(event, now: now))
  }

  func isHoldDue(at now: Instant) -> Bool { gestures.deadline.map { $0 <= now } ?? false }

  mutating func setEndsByHolding(_ endsByHolding: Bool) { self.endsByHolding = endsByHolding }

  /// - Parameter isDeclineForPhone: whether a held *decline* performs an action on the phone. If the watch can be ended
  ///   by a longer hold, the action waits for the release: the longer hold cancels it.
  /// - Returns: the hold that has become due.
  mutating func handleTimeout(isDeclineForPhone: Bool, now: Instant) -> ButtonGesture? {
    note(gestures.handleTimeout(waiting: endsByHolding && isDeclineForPhone ? .decline : nil, now: now))
  }

  private mutating func note(_ gesture: ButtonGesture?) -> ButtonGesture? {
    if gesture != nil { hasGesture = true }
    return gesture
  }

  /// Cancels the press of a button that is down, and ignores one that is on its way, because its target has gone.
  mutating func cancel(now: Instant) {
    ignoredUntil = now + Self.ignoreTime
    gestures.cancel()
  }

  /// Another screen is on the display.
  mutating func screenChanged(from before: ScreenName?, to name: ScreenName, now: Instant) {
    let hasGoneByItself = before != nil && !hasGesture
    if name.needsReadingFirst || hasGoneByItself { ignoredUntil = now + Self.ignoreTime }
    gestures.cancel()
  }

  /// The update after an event has ended.
  ///
  /// - Parameter prompt: the prompt on the display; nil if none is shown.
  mutating func endUpdate(prompt: Shown?, now: Instant) {
    hasGesture = false
    self.prompt.follow(prompt, now: now)
  }

  /// - Returns: the prompt that accepts the buttons from now on.
  mutating func expirePrompt(now: Instant) -> Shown? { prompt.expire(now: now) ? prompt.prompt : nil }

  var deadline: Instant? { earliest(gestures.deadline, prompt.deadline) }
}
