internal import ANCS
internal import Features
internal import Peripherals
internal import Screens

// The buttons on *Quiet now*, and on the question whether to clear the list.
extension Page {
  static func stepOnQuiet(_ row: Int, _ gesture: ButtonGesture, isQuiet: Bool) -> PageStep {
    guard Features.hasQuietTimes else { return .go(.clock) }
    let next = QuietChoice(row: row + 1, isQuiet: isQuiet) == nil ? nil : row + 1
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press):
      guard let choice = QuietChoice(row: row, isQuiet: isQuiet) else { return .go(.clock) }
      return .go(.clock, asking: .setQuiet(choice))
    case (.decline, .press): return .go(next.map { .quiet(row: $0) } ?? .menu(.quiet))
    case (.down, .press): return .go(.quiet(row: next ?? row))
    case (.up, .press): return .go(.quiet(row: max(0, row - 1)))
    case (.decline, .hold), (.back, .press): return .go(.menu(.quiet))
    case (.accept, .hold), (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): return .stay
    }
  }

  static func stepOnClearing(below serial: UInt32, _ gesture: ButtonGesture) -> PageStep {
    guard Features.hasClearAll else { return .go(.clock) }
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press): return .go(.clock, asking: .clearAll(below: serial))
    case (.decline, .press), (.back, .press): return .go(.menu(.clearAll))
    case (.accept, .hold), (.decline, .hold), (.up, _), (.down, _), (.select, .hold), (.back, .hold): return .stay
    }
  }
}
