internal import Features
public import Peripherals
public import Timing

/// The way in which a button was pressed.
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

/// Distinguishes a press from a hold.
///
///     up ── pressed ──→ down ── released ──→ press, up
///                         ├── hold time ───→ hold, spent ── released ──→ up
///                         └── hold time ───→ held ── released ──→ hold, up
///
/// The second path makes the gesture when the hold time has passed. The third path waits for the release, because a
/// longer hold has another meaning.
///
/// Only one button counts at a time: pressing a second one cancels the first.
public struct ButtonGestures: Sendable {
  private let holdTime: Interval

  private enum State: Sendable {
    case up
    case down(Button, holdAt: Instant)
    /// Its hold is made when it is released.
    case held(Button)
    /// Its gesture was made, or cancelled.
    case spent(Button)
  }

  private var state = State.up

  /// How long a button is down until it is held, unless the product chooses another time.
  public static var usualHoldTime: Interval { .milliseconds(800) }

  public init(holdTime: Interval = ButtonGestures.usualHoldTime) { self.holdTime = holdTime }

  /// The next instant at which `handleTimeout` must be called.
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

  /// - Parameter waiting: the button whose hold is made only when it is released; nil for none.
  /// - Returns: the hold that has become due.
  public mutating func handleTimeout(waiting: Button? = nil, now: Instant) -> ButtonGesture? {
    guard case .down(let button, let holdAt) = state, holdAt <= now else { return nil }
    if Features.hasEndingHold, button == waiting {
      state = .held(button)
      return nil
    }
    state = .spent(button)
    return ButtonGesture(button, .hold)
  }

  /// Cancels the press of a button that is down, because the screen has changed during the press.
  public mutating func cancel() {
    switch state {
    case .down(let button, _), .held(let button): state = .spent(button)
    case .up, .spent: break
    }
  }

  /// Ignores a button until it is released and pressed again.
  public mutating func ignore(_ button: Button) { state = .spent(button) }

  private mutating func release(_ button: Button, now: Instant) -> ButtonGesture? {
    switch state {
    case .down(button, let holdAt):
      state = .up
      // The timer may come late.
      return ButtonGesture(button, holdAt <= now ? .hold : .press)
    case .held(button) where Features.hasEndingHold:
      state = .up
      return ButtonGesture(button, .hold)
    case .spent(button):
      state = .up
      return nil
    case .up, .down, .held, .spent: return nil
    }
  }
}
