internal import Features
internal import Peripherals
internal import Screens

// The buttons on the list of alarms, and on the page of one.
extension Page {
  static func stepOnAlarms(_ row: Int, _ gesture: ButtonGesture) -> PageStep {
    guard Features.hasTimeTools else { return .go(.clock) }
    let last = AlarmTable.count - 1
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press): return .go(.editAlarm(row, .hour))
    case (.accept, .hold), (.select, .hold): return .ask(.changeAlarm(row, .power, isBackward: false))
    case (.decline, .press): return .go(row < last ? .alarms(row: row + 1) : .menu(.alarms))
    case (.up, .press): return .go(.alarms(row: max(0, row - 1)))
    case (.down, .press): return .go(.alarms(row: min(last, row + 1)))
    case (.decline, .hold), (.back, .press): return .go(.menu(.alarms))
    case (.up, .hold), (.down, .hold), (.back, .hold): return .stay
    }
  }

  static func stepOnAlarm(_ index: Int, _ field: AlarmField, _ gesture: ButtonGesture) -> PageStep {
    guard Features.hasTimeTools else { return .go(.clock) }
    return switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.up, .press): .ask(.changeAlarm(index, field, isBackward: false))
    case (.accept, .hold), (.down, .press): .ask(.changeAlarm(index, field, isBackward: true))
    case (.decline, .press), (.select, .press):
      .go(AlarmField(rawValue: field.rawValue + 1).map { .editAlarm(index, $0) } ?? .alarms(row: index))
    case (.decline, .hold), (.back, .press): .go(.alarms(row: index))
    case (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): .stay
    }
  }
}
