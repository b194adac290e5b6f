internal import Peripherals
internal import Screens
internal import Timing

/// A change of the timer.
public enum TimerReport: Equatable, Sendable {
  /// It runs for this many seconds.
  case started(UInt32)
  /// It is paused, with this many seconds left.
  case paused(UInt32)
  case over
  /// The wearer has reset the timer or acknowledged its end, or its end was shown for ten minutes.
  case ended
}

/// Counts a time down, and rings at its end.
///
///     setting ── start ──→ running ⇄ paused ── reset ──→ setting
///                             └─ time has run out ──→ over ── a button, or ten minutes ──→ setting
struct CountdownTimer {
  private enum State {
    case setting
    case running(end: Instant)
    case paused(left: Interval)
    case over(since: Instant)
  }

  /// The durations that *decline* goes through.
  private static var presetMinutes: [10 of UInt32] { [1, 2, 3, 5, 10, 15, 20, 30, 45, 60] }
  private static var longestMinutes: UInt32 { 180 }
  /// How long it rings, and how long its screen stays.
  private static var ringing: Interval { .seconds(60) }
  private static var longestShown: Interval { .minutes(10) }

  private var state = State.setting
  private var minutes: UInt32 = 5
  private var ringEnd = Deadline()

  /// Whether its screen covers the page.
  var isOver: Bool { if case .over = state { true } else { false } }
  /// Whether the timer rings, with the motor and the LED.
  var isRinging: Bool { ringEnd.isSet }

  var screenState: CountingScreen.State {
    switch state {
    case .setting: .ready
    case .running: .running
    case .paused: .stopped
    case .over: .over
    }
  }

  /// Returns the time that is left, in whole seconds, rounded up: it is 0:00 only when the time has run out.
  func time(at now: Instant) -> Interval {
    switch state {
    case .setting: .minutes(minutes)
    case .running(let end): Self.roundedUp(end.since(now))
    case .paused(let left): Self.roundedUp(left)
    case .over: .zero
    }
  }

  private static func roundedUp(_ interval: Interval) -> Interval {
    .seconds(Interval(microseconds: interval.microseconds + 999_999).wholeSeconds)
  }

  /// When another time is shown; nil while it does not run.
  func nextChange(after now: Instant) -> Instant? {
    guard case .running(let end) = state else { return nil }
    let left = end.since(now).microseconds
    return now + Interval(microseconds: left % 1_000_000 == 0 ? 1_000_000 : left % 1_000_000)
  }

  // MARK: The wearer

  /// - Returns: whether the wearer leaves the screen.
  mutating func handle(_ gesture: ButtonGesture, now: Instant, _ output: inout WatchOutput) -> Bool {
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press): go(now: now, &output)
    case (.decline, .press):
      switch state {
      case .setting: minutes = Self.preset(after: minutes)
      case .paused: reset(&output)
      case .running, .over: return true
      }
    case (.decline, .hold), (.back, .press): return true
    case (.up, .press), (.accept, .hold): change(by: 1)
    case (.down, .press): change(by: -1)
    case (.select, .hold), (.up, .hold), (.down, .hold), (.back, .hold): break
    }
    return false
  }

  /// Starts it, or lets it wait.
  private mutating func go(now: Instant, _ output: inout WatchOutput) {
    switch state {
    case .setting: start(.minutes(minutes), now: now, &output)
    case .paused(let left): start(left, now: now, &output)
    case .running(let end):
      state = .paused(left: end.since(now))
      output.record(.timer(.paused(time(at: now).wholeSeconds)))
    case .over: acknowledge(&output)
    }
  }

  private mutating func start(_ interval: Interval, now: Instant, _ output: inout WatchOutput) {
    state = .running(end: now + interval)
    output.record(.timer(.started(time(at: now).wholeSeconds)))
  }

  private mutating func change(by difference: Int) {
    guard case .setting = state else { return }
    minutes = UInt32(clamping: max(1, min(Int(Self.longestMinutes), Int(minutes) + difference)))
  }

  private static func preset(after minutes: UInt32) -> UInt32 {
    let presets = Self.presetMinutes
    for index in presets.indices where presets[index] > minutes { return presets[index] }
    return presets[0]
  }

  private mutating func reset(_ output: inout WatchOutput) {
    state = .setting
    ringEnd.clear()
    output.record(.timer(.ended))
  }

  /// Resets a timer that has run out, because the wearer has seen its end.
  mutating func acknowledge(_ output: inout WatchOutput) { if isOver { reset(&output) } }

  // MARK: Time

  var deadline: Instant? {
    switch state {
    case .setting, .paused: nil
    case .running(let end): end
    case .over(let since): earliest(ringEnd.instant, since + Self.longestShown)
    }
  }

  /// - Parameter isCovered: whether another screen covers the timer that rings: then it rings on afterwards.
  /// - Returns: whether the time has run out now.
  mutating func expire(isCovered: Bool, now: Instant, _ output: inout WatchOutput) -> Bool {
    if isCovered, isOver, isRinging {
      state = .over(since: now)
      ringEnd.set(now + Self.ringing)
    }
    _ = ringEnd.expire(at: now)
    switch state {
    case .running(let end) where end <= now:
      state = .over(since: now)
      ringEnd.set(now + Self.ringing)
      output.record(.timer(.over))
      return true
    case .over(let since) where since + Self.longestShown <= now: reset(&output)
    case .setting, .running, .paused, .over: break
    }
    return false
  }
}
