public import Timing

/// The watch's buttons. Two are enough: `accept` and `decline`.
public enum Button: UInt8, Sendable {
  /// Agrees or opens. Every watch has this button.
  case accept
  /// Refuses or goes back. Every watch has this button.
  case decline
  /// Moves up.
  case up
  /// Moves down.
  case down
  /// Opens what is highlighted.
  case select
  /// Goes back.
  case back
}

/// A change of a button, already debounced.
public enum ButtonEdge: UInt8, Sendable {
  /// The button went down.
  case pressed
  /// The button came up.
  case released
}

/// One event of a button.
public struct ButtonEvent: Equatable, Sendable {
  /// The button that was pressed or released.
  public let button: Button
  /// Whether it was pressed or released.
  public let edge: ButtonEdge

  /// Creates an event.
  public init(button: Button, edge: ButtonEdge) {
    self.button = button
    self.edge = edge
  }
}

/// A source of button events.
public protocol ButtonInput: ~Copyable {
  /// The error of the input; `Never` if it cannot fail.
  associatedtype Failure: Error

  /// The next event that has happened up to now, without waiting; nil if none has.
  ///
  /// - Throws: when the buttons are gone.
  mutating func nextEvent(now: Instant) throws(Failure) -> ButtonEvent?
}
