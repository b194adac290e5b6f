internal import WatchModel

extension Losses.Kind {
  /// At most 12 characters, in front of a number.
  var word: StaticString {
    switch self {
    case .evicted: "Not kept: "
    case .incomplete: "No text: "
    case .malformed: "Unreadable: "
    case .untold: "Not told: "
    }
  }
}
