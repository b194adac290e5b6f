internal import Features
internal import Peripherals
internal import Screens

// The buttons on the tutorial. None of them does anything to the phone.
extension Page {
  /// *Accept* goes on, and *decline* skips the rest.
  static func stepOnTutorial(_ page: TutorialPage, _ gesture: ButtonGesture, hasJoystick: Bool) -> PageStep {
    guard Features.hasGuidance else { return .go(.clock) }
    let next = page.next(hasJoystick: hasJoystick)
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press): return .go(next.map { .tutorial($0) } ?? .clock)
    case (.decline, _), (.back, .press): return .go(.clock)
    case (.down, .press): return .go(.tutorial(next ?? page))
    case (.up, .press): return .go(.tutorial(page.previous(hasJoystick: hasJoystick) ?? page))
    case (.accept, .hold), (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): return .stay
    }
  }
}
