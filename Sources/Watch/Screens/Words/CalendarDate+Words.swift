internal import WatchModel

extension CalendarDate.Weekday {
  /// Three letters.
  var abbreviation: StaticString {
    switch self {
    case .monday: "Mon"
    case .tuesday: "Tue"
    case .wednesday: "Wed"
    case .thursday: "Thu"
    case .friday: "Fri"
    case .saturday: "Sat"
    case .sunday: "Sun"
    }
  }
}

extension CalendarDate {
  /// The month in three letters.
  var monthAbbreviation: StaticString {
    switch month {
    case 1: "Jan"
    case 2: "Feb"
    case 3: "Mar"
    case 4: "Apr"
    case 5: "May"
    case 6: "Jun"
    case 7: "Jul"
    case 8: "Aug"
    case 9: "Sep"
    case 10: "Oct"
    case 11: "Nov"
    default: "Dec"
    }
  }
}
