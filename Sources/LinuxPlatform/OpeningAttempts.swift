internal import Timing

/// How long, and how often, to try to open a controller that may come, or come back.
///
///     none → (begin) → trying → (every pause, twice as long each time) → given up
///
/// What was open for less than a while counts as the same outage: a controller that comes and goes is given up as well.
struct OpeningAttempts: Sendable {
  /// How long a controller may be away: a chip needs some seconds for its firmware, a program may be started again.
  static var patience: Interval { .seconds(30) }
  private static var firstPause: Interval { .milliseconds(100) }
  private static var longestPause: Interval { .seconds(2) }
  private static var whileToProve: Interval { .seconds(10) }

  private var began = Instant.start
  private var pause = firstPause
  private var opened: Instant?

  /// Begins a first opening.
  mutating func begin(now: Instant) {
    began = now
    pause = Self.firstPause
    opened = nil
  }

  mutating func noteOpening(now: Instant) { opened = now }

  /// Notes that what was open is lost, and says when to try to open it again.
  mutating func nextAfterLoss(now: Instant) -> Instant {
    if let opened, now.since(opened) >= Self.whileToProve { begin(now: now) }
    opened = nil
    return nextTime(now)
  }

  /// When to try again after an attempt that failed; nil if it is time to give up.
  mutating func nextAfterFailure(now: Instant) -> Instant? {
    now.since(began) >= Self.patience ? nil : nextTime(now)
  }

  private mutating func nextTime(_ now: Instant) -> Instant {
    let time = now + pause
    pause = pause.doubled(atMost: Self.longestPause)
    return time
  }
}
