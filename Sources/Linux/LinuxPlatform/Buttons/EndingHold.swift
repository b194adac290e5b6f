internal import Peripherals
internal import Timing

/// `decline`, held much longer than for anything else, ends the program: on a board of its own that switches it off.
///
///     released ⇄ held → ended
struct EndingHold {
  /// nil: it never ends anything.
  private let interval: Interval?
  private(set) var deadline: Instant?
  private(set) var isOver = false

  init(interval: Interval?) { self.interval = interval }

  mutating func handle(_ event: ButtonEvent, now: Instant) {
    guard event.button == .decline, let interval else { return }
    deadline = event.edge == .pressed ? now + interval : nil
  }

  /// Call it when every event up to `now` has been handled.
  mutating func handleTimeout(now: Instant) {
    guard let deadline, deadline <= now else { return }
    self.deadline = nil
    isOver = true
  }
}
