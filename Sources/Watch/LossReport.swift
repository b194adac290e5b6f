internal import ANCS
public import Screens
internal import Timing

/// Counts what was lost, and tells of it a second after the first loss that was not told yet: a storm is one line.
struct LossReport: Sendable {
  private static var pause: Interval { .seconds(1) }

  private(set) var counts = Losses()
  private var told = Losses()
  private var due = Deadline()

  var deadline: Instant? { due.instant }

  mutating func note(_ counters: SessionCounters, now: Instant) {
    counts[.evicted] = counters.evictedNotifications.value
    counts[.incomplete] = counters.incompleteContents.value
    counts[.malformed] = counters.malformedSourceValues.value
    if counts != told, !due.isSet { due.set(now + Self.pause) }
  }

  /// Something happened that nobody will be told of.
  mutating func noteUntold() {
    if counts[.untold] < UInt32.max { counts[.untold] += 1 }
  }

  /// What was lost since the start, if there is more of it to tell now.
  mutating func takeReport(now: Instant) -> Losses? {
    guard due.expire(at: now), counts != told else { return nil }
    told = counts
    return counts
  }
}

extension WatchMachine {
  /// What was lost since the start.
  public var lossCounts: Losses { losses.counts }

  /// Something that was recorded could not be told.
  mutating func noteUntold() { losses.noteUntold() }

  mutating func tellLosses(now: Instant) {
    guard let report = losses.takeReport(now: now) else { return }
    record(.losses(report))
    if screen == .status { needsRedraw = true }
  }
}
