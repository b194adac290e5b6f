/// The watch's buttons. Two are enough: `accept` and `decline`.
public enum Button: UInt8, Sendable {
  case accept, decline, up, down, select, back
}

/// What happened to a button, already debounced.
public enum ButtonEdge: UInt8, Sendable {
  case pressed, released
}

/// One event of a button.
public struct ButtonEvent: Equatable, Sendable {
  public let button: Button
  public let edge: ButtonEdge

  public init(button: Button, edge: ButtonEdge) {
    self.button = button
    self.edge = edge
  }
}

/// A source of button events.
public protocol ButtonInput: ~Copyable {
  associatedtype Failure: Error

  /// The next event that has happened, without waiting; nil if none has.
  mutating func nextEvent() throws(Failure) -> ButtonEvent?
}
