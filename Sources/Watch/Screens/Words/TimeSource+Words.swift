internal import WatchModel

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
