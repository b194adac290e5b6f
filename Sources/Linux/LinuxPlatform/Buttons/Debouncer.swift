internal import Peripherals
internal import Timing

/// Debounces one GPIO line.
///
///     settled → (edge) → unsettled → (no edge for the settling time) → settled
///
/// A press counts if it stayed for the settling time, by the times of the edges. Therefore a press that was shorter
/// than a turn of the loop counts, and a spark does not. The release of a settled press counts immediately, which saves
/// a wake-up: a closed contact holds the line, so that no spark looks like a release. A button that is held while the
/// program starts counts as released.
struct Debouncer: Sendable {
  static var settlingTime: Interval { .milliseconds(8) }

  private var isPressed = false
  private var isActive = false
  private var since: Instant?

  /// When to call `settle`; nil while the line is settled.
  var deadline: Instant? { since.map { $0 + Self.settlingTime } }

  /// Takes an edge, and returns what the level before it amounts to, or the release.
  mutating func handleEdge(isActive newLevel: Bool, at time: Instant) -> ButtonEdge? {
    let wasSettled = since == nil
    var edge: ButtonEdge?
    if let deadline, deadline <= time { edge = report() }
    (isActive, since) = (newLevel, time)
    if wasSettled, !newLevel, let release = report() {
      since = nil
      return release
    }
    return edge
  }

  /// Takes the line's level after the deadline. If it is not the level of the last edge, some edges were lost, and the
  /// level has to prove itself.
  mutating func settle(isActive level: Bool, now: Instant) -> ButtonEdge? {
    guard let deadline, deadline <= now else { return nil }
    guard level == isActive else {
      isActive = level
      since = now
      return nil
    }
    since = nil
    return report()
  }

  private mutating func report() -> ButtonEdge? {
    guard isActive != isPressed else { return nil }
    isPressed = isActive
    return isPressed ? .pressed : .released
  }
}
