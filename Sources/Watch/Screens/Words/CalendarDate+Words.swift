internal import WatchModel

extension CalendarDate.Weekday {
  /// Its short name.
  var phrase: Phrase {
    switch self {
    case .monday: .day(.monday)
    case .tuesday: .day(.tuesday)
    case .wednesday: .day(.wednesday)
    case .thursday: .day(.thursday)
    case .friday: .day(.friday)
    case .saturday: .day(.saturday)
    case .sunday: .day(.sunday)
    }
  }
}

extension CalendarDate {
  /// The short name of the month.
  var monthPhrase: Phrase.Month { Phrase.Month(rawValue: UInt8(truncatingIfNeeded: month - 1)) ?? .december }
}
