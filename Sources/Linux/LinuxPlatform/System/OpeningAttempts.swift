internal import Timing

/// How long, and how often, to try to open a controller that may come, or come back.
///
///     none → (begin) → trying → (after pauses, each twice as long as the last) → given up
///                       ↑  ↓
///                      opened → (noteReady) → ready → for 10 s → proven
///
/// The pauses of the first three seconds at start are equal and short. At least three attempts are made.
///
/// An outage ends when the controller has been ready for a while. So a controller that is lost repeatedly is given up
/// as well, and so is one that opens but cannot be started.
struct OpeningAttempts: Sendable {
  struct Limit: Equatable, Sendable {
    let total: Interval
    let longestPause: Interval

    /// At start, for a chip that takes some seconds for its firmware; and for a program that emulates the controller.
    static let short = Limit(total: .seconds(30), longestPause: .seconds(2))
    /// For hardware that has run: the user may have to plug it in again, or to switch the radio on.
    static let long = Limit(total: .minutes(10), longestPause: .seconds(30))
  }

  static var leastAttempts: Int { 3 }
  static var firstPause: Interval { .milliseconds(100) }
  /// The pauses of a first opening, for as long as a board's chip usually takes for its patch: the watch advertises
  /// soon after the chip is ready.
  static var pauseForPatch: Interval { .milliseconds(50) }
  static var timeForPatch: Interval { .seconds(3) }
  /// The time for which a controller must be ready so that its next loss is a new outage.
  static var timeToProve: Interval { .seconds(10) }
  /// After this time the watch reports the obstacle, even if it may pass.
  static var quietTime: Interval { .seconds(30) }

  private let limitAfterLoss: Limit
  private var began = Instant.start
  private var pause = firstPause
  private var count = 0
  private var readySince: Instant?
  private var hasReportedObstacle = false
  /// Whether it has ever been ready.
  private var hasRun = false
  /// Whether opening is never given up, because another process resets the chip meanwhile.
  private var isPersistent = false
  /// Whether it has ever been open.
  private(set) var wasOpen = false

  init(limitAfterLoss: Limit) { self.limitAfterLoss = limitAfterLoss }

  /// Begins a first opening, or an outage.
  mutating func begin(now: Instant) {
    began = now
    pause = Self.firstPause
    count = 0
    readySince = nil
    hasReportedObstacle = false
    isPersistent = false
  }

  /// Notes whether another process resets the chip on request. If so, the next attempt follows soon.
  mutating func notePersistence(_ isPersistent: Bool, now: Instant) {
    self.isPersistent = isPersistent
    if isPersistent { pause = .seconds(1) }
  }

  mutating func noteAttempt() { count += 1 }

  /// The controller has been brought up.
  mutating func noteReady(now: Instant) {
    readySince = now
    hasRun = true
  }

  /// Notes the loss of the device. Returns when to open it again; nil if the time for retries has passed.
  mutating func nextAfterLoss(now: Instant) -> Instant? {
    wasOpen = true
    if let readySince, now.since(readySince) >= Self.timeToProve { begin(now: now) }
    readySince = nil
    return nextTime(now)
  }

  /// When to try again after an attempt that failed; nil if it is time to give up.
  mutating func nextAfterFailure(now: Instant) -> Instant? {
    if !wasOpen, !hasRun, !isPersistent, now.since(began) < Self.timeForPatch { return now + Self.pauseForPatch }
    return nextTime(now)
  }

  /// Whether to report the obstacle: once in an outage.
  mutating func reportsObstacle(_ decision: OpeningDecision, now: Instant) -> Bool {
    guard !hasReportedObstacle, decision == .needsPerson || now.since(began) >= Self.quietTime else { return false }
    hasReportedObstacle = true
    return true
  }

  private mutating func nextTime(_ now: Instant) -> Instant? {
    let limit = hasRun ? limitAfterLoss : .short
    let end = began + limit.total
    if now >= end, count >= Self.leastAttempts, !isPersistent { return nil }
    let time = now + pause
    pause = pause.doubled(atMost: limit.longestPause)
    // The last attempt is made when the total time ends, not after it.
    return now < end ? min(time, end) : time
  }
}
