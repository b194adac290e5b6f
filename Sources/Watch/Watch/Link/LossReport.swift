internal import ANCS
internal import Timing
internal import WatchModel

/// Counts losses, and reports them a second after the first one that was not reported: many losses are one report.
struct LossReport: Sendable {
  private static var pause: Interval { .seconds(1) }

  private(set) var counts = Losses()
  private var reported = Losses()
  private var due = Deadline()

  var deadline: Instant? { due.instant }

  /// - Parameter lostEvents: the number of events that could not be reported.
  mutating func note(_ counters: SessionCounters, lostEvents: UInt32, now: Instant) {
    counts[.evicted] = counters.evictedNotifications.value
    counts[.incomplete] = counters.incompleteContents.value
    counts[.malformed] = counters.malformedSourceValues.value
    counts[.untold] = lostEvents
    if counts != reported, !due.isSet { due.set(now + Self.pause) }
  }

  /// Returns the losses since the start, if there are new ones to report now.
  mutating func takeReport(now: Instant) -> Losses? {
    guard due.expire(at: now), counts != reported else { return nil }
    reported = counts
    return counts
  }
}
