internal import WatchModel

extension Losses.Kind {
  /// The text with the number of them.
  var phrase: Phrase.CountedFact {
    switch self {
    case .evicted: .evicted
    case .incomplete: .incomplete
    case .malformed: .malformed
    case .untold: .untold
    }
  }
}
