public import Peripherals
public import Timing

/// What a finger did.
public enum Gesture: UInt8, Equatable, Sendable {
  /// Pressed and let go before the hold time.
  case press
  /// Pressed and not let go for the hold time.
  case hold
}

/// A gesture and the button it was made on.
public struct ButtonGesture: Equatable, Sendable {
  public let button: Button
  public let gesture: Gesture

  public init(_ button: Button, _ gesture: Gesture = .press) {
    self.button = button
    self.gesture = gesture
  }
}

/// Tells a press from a hold.
///
///     up ── pressed ──→ down ── released ──→ press, up
///                         └── hold time ───→ hold, spent ── released ──→ up
///
/// Only one button counts at a time: pressing a second one cancels the first.
public struct ButtonGestures: Sendable {
  private let holdTime: Interval

  private enum State: Sendable {
    case up
    case down(Button, holdAt: Instant)
    /// Its gesture was made, or cancelled.
    case spent(Button)
  }

  private var state = State.up

  public init(holdTime: Interval = .milliseconds(800)) { self.holdTime = holdTime }

  /// The next instant at which `handleTimeout` wants to be called.
  public var deadline: Instant? {
    guard case .down(_, let holdAt) = state else { return nil }
    return holdAt
  }

  /// Takes an edge, and returns the gesture that it ends.
  public mutating func handle(_ event: ButtonEvent, now: Instant) -> ButtonGesture? {
    switch event.edge {
    case .pressed:
      if case .spent(event.button) = state { return nil }
      state = .down(event.button, holdAt: now + holdTime)
      return nil
    case .released: return release(event.button, now: now)
    }
  }

  /// - Returns: the hold that has become due.
  public mutating func handleTimeout(now: Instant) -> ButtonGesture? {
    guard case .down(let button, let holdAt) = state, holdAt <= now else { return nil }
    state = .spent(button)
    return ButtonGesture(button, .hold)
  }

  /// What is being pressed no longer counts: the screen changed under the finger.
  public mutating func cancel() {
    if case .down(let button, _) = state { state = .spent(button) }
  }

  /// What is pressed counts only when it is pressed anew.
  public mutating func ignore(_ button: Button) { state = .spent(button) }

  private mutating func release(_ button: Button, now: Instant) -> ButtonGesture? {
    switch state {
    case .down(button, let holdAt):
      state = .up
      // The timer may come late.
      return ButtonGesture(button, holdAt <= now ? .hold : .press)
    case .spent(button):
      state = .up
      return nil
    case .up, .down, .spent: return nil
    }
  }
}
