internal import Features
internal import Timing

/// A line that is too long for its row runs through it: a few times, with a rest at either end, then it lies still.
///
///     still ── follow ──▶ resting ⇄ running ── three passes ──▶ still
struct Marquee: Sendable {
  private static var interval: Interval { .milliseconds(25) }
  private static var rest: Interval { .milliseconds(1_500) }
  private static var passCount: UInt8 { 3 }

  /// The line that runs. A new line of the same length in the same place continues the run.
  struct Line: Equatable, Sendable {
    let shown: Shown
    /// The index of the row, if the screen has several such rows.
    let index: Int
    /// How many pixels do not fit.
    let overhang: Int
  }

  private var line: Line?
  private var place: Int?
  private var passesLeft: UInt8 = 0
  private var next = Deadline()

  /// How many pixels have left the row; nil while it lies still.
  var offset: Int? { Features.hasMotion ? place : nil }

  var deadline: Instant? { Features.hasMotion ? next.instant : nil }

  /// - Parameter line: nil if all there is fits.
  mutating func follow(_ line: Line?, now: Instant) {
    guard Features.hasMotion, line != self.line else { return }
    self.line = line
    passesLeft = Self.passCount
    place = line == nil ? nil : 0
    if line == nil { next.clear() } else { next.set(now + Self.rest) }
  }

  /// - Returns: whether the display has changed.
  mutating func expire(now: Instant) -> Bool {
    guard Features.hasMotion, let line, let due = next.instant, due <= now else { return false }
    let before = place
    if place == line.overhang { beginPass(now: now) } else { run(line, steps: now.since(due), now: now) }
    return place != before
  }

  /// Takes one step, and the steps that a late call has missed.
  private mutating func run(_ line: Line, steps late: Interval, now: Instant) {
    let steps = 1 + Int(late.wholeMilliseconds) / Int(Self.interval.wholeMilliseconds)
    let reached = min(line.overhang, (place ?? 0) + steps)
    place = reached
    next.set(now + (reached == line.overhang ? Self.rest : Self.interval))
    if reached == line.overhang { passesLeft -= 1 }
  }

  private mutating func beginPass(now: Instant) {
    guard passesLeft > 0 else {
      place = nil
      return next.clear()
    }
    place = 0
    next.set(now + Self.rest)
  }
}
