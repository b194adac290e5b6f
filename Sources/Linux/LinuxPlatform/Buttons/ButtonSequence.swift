internal import Octets
internal import Peripherals
internal import Timing

/// Plays button commands as the events that a finger would cause, one after the other and in time.
///
/// While a button is held, the commands after it wait.
struct ButtonSequence {
  private struct Step {
    let event: ButtonEvent
    /// After the event before it.
    let pause: Interval
  }

  private var steps = FixedQueue<16, Step>()
  private var last = Instant.start
  private let holdTime: Interval

  /// - Parameter holdTime: how long a button is held: longer than what the watch takes for a hold.
  init(holdTime: Interval) { self.holdTime = holdTime }

  /// Whether there is room for any command.
  var hasRoom: Bool { steps.freeCapacity >= 2 }

  /// The time of the next event; nil without a next event.
  var deadline: Instant? { steps.first.map { last + $0.pause } }

  /// - Precondition: `hasRoom`.
  mutating func append(_ command: ButtonCommand) {
    if command.gesture != .release {
      steps.append(Step(event: ButtonEvent(button: command.button, edge: .pressed), pause: .zero))
    }
    if command.gesture != .press {
      let pause = command.gesture == .hold ? holdTime : .zero
      steps.append(Step(event: ButtonEvent(button: command.button, edge: .released), pause: pause))
    }
  }

  /// The next event whose time has come.
  mutating func next(now: Instant) -> ButtonEvent? {
    guard let deadline, deadline <= now, let step = steps.popFirst() else { return nil }
    last = now
    return step.event
  }
}
