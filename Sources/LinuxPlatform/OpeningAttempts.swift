internal import Timing

/// How long, and how often, to try to open a controller that may come, or come back.
///
///     none → (begin) → trying → (after pauses, each twice as long as the last) → given up
///                       ↑  ↓
///                      opened → (noteReady) → ready → for 10 s → proven
///
/// An outage is over when the controller has been ready for a while. So one that comes and goes is given up as well,
/// and so is one that opens and cannot be brought up. Nothing is given up before its third attempt.
struct OpeningAttempts: Sendable {
  struct Patience: Equatable, Sendable {
    let total: Interval
    let longestPause: Interval

    /// At start, for a chip that takes some seconds for its firmware; and for a program that plays the controller.
    static let short = Patience(total: .seconds(30), longestPause: .seconds(2))
    /// For hardware that has run: somebody may have to plug it in again, or to switch the radio on.
    static let long = Patience(total: .minutes(10), longestPause: .seconds(30))
  }

  static var leastAttempts: Int { 3 }
  static var firstPause: Interval { .milliseconds(100) }
  /// How long a controller has to be ready for its next loss to be a new outage.
  static var timeToProve: Interval { .seconds(10) }
  /// After this long it is time to say what stands in the way, even if it may pass.
  static var quietTime: Interval { .seconds(30) }

  private let patienceAfterLoss: Patience
  private var began = Instant.start
  private var pause = firstPause
  private var count = 0
  private var readySince: Instant?
  private var hasToldObstacle = false
  /// Whether it has ever been ready.
  private var hasRun = false
  /// Whether it has ever been open.
  private(set) var wasOpen = false

  init(patienceAfterLoss: Patience) { self.patienceAfterLoss = patienceAfterLoss }

  /// Begins a first opening, or an outage.
  mutating func begin(now: Instant) {
    began = now
    pause = Self.firstPause
    count = 0
    readySince = nil
    hasToldObstacle = false
  }

  mutating func noteAttempt() { count += 1 }

  /// The controller has been brought up.
  mutating func noteReady(now: Instant) {
    readySince = now
    hasRun = true
  }

  /// Notes that what was open is lost, and says when to try to open it again; nil if it is time to give up.
  mutating func nextAfterLoss(now: Instant) -> Instant? {
    wasOpen = true
    if let readySince, now.since(readySince) >= Self.timeToProve { begin(now: now) }
    readySince = nil
    return nextTime(now)
  }

  /// When to try again after an attempt that failed; nil if it is time to give up.
  mutating func nextAfterFailure(now: Instant) -> Instant? { nextTime(now) }

  /// Whether to tell what stands in the way: once in an outage.
  mutating func tellsObstacle(_ verdict: OpeningVerdict, now: Instant) -> Bool {
    guard !hasToldObstacle, verdict == .needsPerson || now.since(began) >= Self.quietTime else { return false }
    hasToldObstacle = true
    return true
  }

  private mutating func nextTime(_ now: Instant) -> Instant? {
    let patience = hasRun ? patienceAfterLoss : .short
    let end = began + patience.total
    if now >= end, count >= Self.leastAttempts { return nil }
    let time = now + pause
    pause = pause.doubled(atMost: patience.longestPause)
    // The last attempt is made when the patience ends, not after it.
    return now < end ? min(time, end) : time
  }
}
