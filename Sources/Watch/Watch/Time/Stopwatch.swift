internal import Peripherals
internal import Screens
internal import Timing

/// A change of the stopwatch.
public enum StopwatchReport: Equatable, Sendable {
  case started
  /// It is stopped at this many seconds.
  case stopped(UInt32)
  case reset
}

/// Measures a time.
///
///     zero ── start ──→ running ⇄ stopped ── reset ──→ zero
struct Stopwatch {
  private enum State {
    case zero
    /// As if it had run since `start` without a stop.
    case running(start: Instant)
    case stopped(Interval)
  }

  private var state = State.zero

  var screenState: CountingScreen.State {
    switch state {
    case .zero: .ready
    case .running: .running
    case .stopped: .stopped
    }
  }

  func time(at now: Instant) -> Interval {
    switch state {
    case .zero: .zero
    case .running(let start): now.since(start)
    case .stopped(let time): time
    }
  }

  /// When another time is shown; nil while it does not run.
  func nextChange(after now: Instant) -> Instant? {
    guard case .running(let start) = state else { return nil }
    return now + Interval(microseconds: 1_000_000 - now.since(start).microseconds % 1_000_000)
  }

  /// - Returns: whether the wearer leaves the screen.
  mutating func handle(_ gesture: ButtonGesture, now: Instant, _ output: inout WatchOutput) -> Bool {
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press): go(now: now, &output)
    case (.decline, .press):
      guard case .stopped = state else { return true }
      state = .zero
      output.record(.stopwatch(.reset))
    case (.decline, .hold), (.back, .press): return true
    case (.up, _), (.down, _), (.accept, .hold), (.select, .hold), (.back, .hold): break
    }
    return false
  }

  private mutating func go(now: Instant, _ output: inout WatchOutput) {
    switch state {
    case .zero:
      state = .running(start: now)
      output.record(.stopwatch(.started))
    case .stopped(let time):
      // The clock's start may be nearer than the time that was measured.
      state = .running(start: Instant(microseconds: now.microseconds - min(now.microseconds, time.microseconds)))
      output.record(.stopwatch(.started))
    case .running:
      let time = time(at: now)
      state = .stopped(time)
      output.record(.stopwatch(.stopped(time.wholeSeconds)))
    }
  }
}
