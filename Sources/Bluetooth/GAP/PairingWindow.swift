internal import Timing

/// The time in which a new phone may pair.
///
///     closed ⇄ open until an instant
struct PairingWindow {
  private var end = Deadline()

  mutating func open(for length: Interval, now: Instant) { end.set(now + length) }
  mutating func close() { end.clear() }

  /// The time at which the window closes or has closed; nil if `close()` closed it or it was never opened.
  var deadline: Instant? { end.instant }

  /// The time at which the window closes; nil if it is closed.
  func end(now: Instant) -> Instant? { isOpen(at: now) ? end.instant : nil }

  func isOpen(at now: Instant) -> Bool { end.isSet && !end.isDue(at: now) }
}
