/// The kind of change that an event of the Notification Source reports.
///
/// ANCS specification, "EventID Values".
public enum EventID: Equatable, Sendable {
  /// A notification is new.
  case added
  /// A notification has changed.
  case modified
  /// A notification is gone.
  case removed
  /// A value the specification reserves: to be ignored.
  case reserved(UInt8)

  public init(rawValue: UInt8) {
    switch rawValue {
    case 0: self = .added
    case 1: self = .modified
    case 2: self = .removed
    default: self = .reserved(rawValue)
    }
  }

  public var rawValue: UInt8 {
    switch self {
    case .added: 0
    case .modified: 1
    case .removed: 2
    case .reserved(let value): value
    }
  }
}
