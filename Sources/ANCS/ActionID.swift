/// An action that may be performed on a notification. What it does is the phone's business: the label says.
///
/// ANCS specification, "ActionID Values".
public enum ActionID: UInt8, Equatable, Sendable {
  case positive = 0
  case negative = 1

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
