internal import Features
internal import Screens
internal import Timing
internal import WatchModel

/// The movement of a picture to its place: it starts immediately, and slows down near the end.
///
///     still ── begin ──▶ moving ── arrived, or cut short ──▶ still
///
/// It takes its steps by the clock: a late call takes all the steps that it has missed.
struct Slide: Sendable {
  enum Kind: Sendable {
    /// A text that scrolls by a line or a page.
    case text
    /// A picture comes in from below, in four steps, unless its text comes sooner.
    case picture
  }

  /// How many steps a movement has. Each step wakes the processor and rewrites the rows that move.
  struct Pace: Equatable, Sendable {
    fileprivate let interval: Interval
    /// The part of the way that each step takes: one of so many.
    fileprivate let parts: Int
    /// Rows that a text moves in a step at least.
    fileprivate let least: Int

    /// Sixty steps a second: a page of text moves in twelve steps.
    static var smooth: Pace { Pace(interval: .microseconds(16_667), parts: 4, least: 1) }
    /// Thirty steps a second: a page of text moves in two steps, with a quarter of the bytes. A line of text and a new
    /// picture appear without movement.
    static var brief: Pace { Pace(interval: .microseconds(33_333), parts: 2, least: 24) }
  }

  private static var wholeHeight: Int { 64 }

  var pace = Pace.brief
  private(set) var area = MovingArea.whole
  /// How many rows below its place the picture is; negative: above.
  private(set) var offset = 0
  /// Rows by which pictures have moved up so far, and not down.
  private(set) var travel = 0
  /// Whether this is not the first step: it may be left out if the display is still busy with the one before.
  private(set) var isMidway = false
  private var kind = Kind.text
  private var next = Deadline()

  var deadline: Instant? { next.instant }

  /// Moves the content of `area` up by `rows`, down if that is negative. The content that follows it comes in.
  mutating func begin(_ kind: Kind, rows: Int, in area: MovingArea, now: Instant) {
    guard Features.hasMotion else { return }
    if area != self.area { offset = 0 }
    self.kind = kind
    self.area = area
    // Content that is further away than the height of the area is not visible.
    offset = min(max(offset + rows, -area.height), area.height)
    next.set(now)
    _ = expire(now: now)
    isMidway = false
  }

  /// - Returns: whether the display has changed.
  mutating func expire(now: Instant) -> Bool {
    guard Features.hasMotion, next.isDue(at: now) else { return false }
    isMidway = true
    while let due = next.instant, due <= now {
      takeStep()
      if offset == 0 { stop() } else { next.set(due + pace.interval) }
    }
    return true
  }

  /// Ends the movement of a picture that comes in, so that its text can be read now.
  mutating func cutShort() {
    if case .picture = kind { stop() }
  }

  /// Ends the movement, so that the picture is shown in its final place.
  mutating func stop() {
    offset = 0
    isMidway = false
    next.clear()
  }

  private mutating func takeStep() {
    let distance = abs(offset)
    let least = kind == .text ? pace.least : Self.wholeHeight / 4
    let step = min(distance, max(least, (distance + pace.parts - 1) / pace.parts))
    let rows = offset < 0 ? -step : step
    offset -= rows
    travel &+= rows
  }
}

/// The rows of the display in which a picture moves; what is around them stays.
public enum MovingArea: UInt8, Equatable, Sendable {
  case whole
  /// Below the bar.
  case body
  /// Below the icons of the status screen.
  case belowStepIcons
  /// Between the bar and the labels.
  case aboveLabels

  var y: Int {
    switch self {
    case .whole: 0
    case .body, .aboveLabels: 16
    case .belowStepIcons: 32
    }
  }

  var height: Int {
    switch self {
    case .whole: 64
    case .body: 48
    case .belowStepIcons, .aboveLabels: 32
    }
  }
}
