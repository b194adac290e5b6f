internal import Graphics
internal import Peripherals
internal import Screens
internal import Timing

/// The functions that need no phone: timer and stopwatch.
///
/// Owns both machines, and lets the time on the display run while it is seen.
struct WristTools {
  private var timer = CountdownTimer()
  private var stopwatch = Stopwatch()
  private var tick = Deadline()

  /// Whether the end of the timer lies over the page.
  var isRingShown: Bool { timer.isOver }
  /// Whether the timer rings, with the motor and the LED: the display stays lit.
  var isRinging: Bool { timer.isRinging }

  /// Handles a gesture on a screen of its own.
  ///
  /// - Returns: whether the wearer leaves the screen.
  mutating func handle(
    _ gesture: ButtonGesture, on name: ScreenName, now: Instant, _ output: inout WatchOutput
  ) -> Bool {
    tick.clear()
    switch name {
    case .timer: return timer.handle(gesture, now: now, &output)
    case .stopwatch: return stopwatch.handle(gesture, now: now, &output)
    case .ring:
      timer.acknowledge(&output)
      return false
    case .torch, .clock, .alert, .list, .detail, .call, .pairing, .status, .menu, .phones, .question, .note,
      .pairAgain, .activeCall, .mute, .music, .quiet:
      return true
    }
  }

  // MARK: Time

  var deadline: Instant? { earliest(timer.deadline, tick.instant) }

  /// - Returns: whether something begins to ring.
  mutating func expire(now: Instant, _ output: inout WatchOutput) -> Bool {
    let rings = timer.expire(now: now, &output)
    if rings { output.requestRedraw() }
    return rings
  }

  /// Lets the time run.
  ///
  /// - Parameter name: the screen on the display; nil if the display is off.
  mutating func follow(_ name: ScreenName?, now: Instant, _ output: inout WatchOutput) {
    let next =
      name == .timer ? timer.nextChange(after: now) : name == .stopwatch ? stopwatch.nextChange(after: now) : nil
    guard let next else { return tick.clear() }
    let isDue = tick.isDue(at: now)
    if isDue || !tick.isSet { tick.set(next) }
    if isDue { output.requestRedraw() }
  }

  // MARK: The picture

  borrowing func drawTimer(now: Instant, into bitmap: inout Bitmap) {
    CountingScreen(.timer, timer.screenState, timer.time(at: now)).draw(into: &bitmap)
  }

  borrowing func drawStopwatch(now: Instant, into bitmap: inout Bitmap) {
    CountingScreen(.stopwatch, stopwatch.screenState, stopwatch.time(at: now)).draw(into: &bitmap)
  }
}
