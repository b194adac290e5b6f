/// Whose time the watch shows.
public enum TimeSource: UInt8, Equatable, Sendable {
  /// Nobody's: it is not known.
  case none
  case system
  case phone
}

extension TimeSource {
  /// At most 16 characters.
  var words: StaticString {
    switch self {
    case .none: "Time: not known"
    case .system: "Time: by system"
    case .phone: "Time: by phone"
    }
  }
}
