/// The source of the time that the watch shows.
public enum TimeSource: UInt8, Equatable, Sendable {
  /// The time is unknown.
  case none
  case system
  case phone

  /// Its name in the event stream.
  public var name: StaticString {
    switch self {
    case .none: "none"
    case .system: "system"
    case .phone: "phone"
    }
  }
}
