internal import WatchModel

extension TimeSource {
  /// At most 16 characters.
  var words: Phrase {
    switch self {
    case .none: .fact(.timeUnknown)
    case .system: .fact(.timeBySystem)
    case .phone: .fact(.timeByPhone)
    }
  }
}
