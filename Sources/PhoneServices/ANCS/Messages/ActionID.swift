/// An action that may be performed on a notification. The phone defines its effect; the label describes it.
///
/// ANCS specification, "ActionID Values".
public enum ActionID: UInt8, Equatable, Sendable {
  /// The action of the positive label, such as *Accept*.
  case positive = 0
  /// The action of the negative label, such as *Decline*.
  case negative = 1

  /// The name in the log.
  public var name: StaticString {
    switch self {
    case .positive: "positive"
    case .negative: "negative"
    }
  }

  /// The flag that offers it.
  public var flag: EventFlags {
    switch self {
    case .positive: .positiveAction
    case .negative: .negativeAction
    }
  }
}
