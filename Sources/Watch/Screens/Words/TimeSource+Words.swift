internal import WatchModel

extension TimeSource {
  /// At most 16 characters.
  var words: Phrase {
    switch self {
    case .none: .line(.timeUnknown)
    case .system: .line(.timeBySystem)
    case .phone: .line(.timeByPhone)
    }
  }
}
