internal import Features
internal import Peripherals
internal import Screens

/// Facts on which the functions of the buttons depend on the screens with hints.
struct HintFacts {
  /// Whether there is nothing to open in the list.
  var isEmpty = false
  /// Whether the last row is selected.
  var isLast = false
  /// Whether the text has more than one page.
  var hasPages = false
}

// The functions of the buttons, as `step(for:_:_:_:)` carries them out.
extension Page {
  /// The screen with hints that this page is; nil if it has no hints.
  var hintedScreen: WearerExperience.Screen? {
    switch self {
    case .clock: .clock
    case .list: .list
    case .menu: .menu
    case .status: .status
    case .detail, .phones, .question, .note, .mute, .music, .quiet, .clearing, .timer, .stopwatch, .torch, .alarms,
      .editAlarm, .settings, .setting, .resettingSettings, .tutorial:
      nil
    }
  }

  /// The functions of *accept* and *decline*, pressed.
  func pressed(_ facts: HintFacts) -> (left: Phrase?, right: Phrase?) {
    switch hintedScreen {
    case .clock: (.title(.inbox), Self.behindClock)
    case .list: (facts.isEmpty ? nil : .button(.open), .button(facts.isLast || facts.isEmpty ? .back : .next))
    case .menu: (.button(.choose), .button(facts.isLast ? .back : .next))
    case .status: (facts.hasPages ? .button(.more) : nil, .button(.back))
    case nil: (nil, nil)
    }
  }

  /// The page that *decline* and *down* open on the clock.
  private static var behindClock: Phrase { Features.hasStatusPage ? .menu(.status) : .button(.menu) }

  /// The functions of *accept* and *decline*, held.
  func held(_ facts: HintFacts) -> (left: Phrase?, right: Phrase?) {
    switch hintedScreen {
    case .clock: (Features.hasMusic ? .menu(.music) : nil, .button(.menu))
    case .list: (facts.isEmpty || !Features.hasMuting ? nil : .button(.mute), .button(.back))
    case .menu: (nil, .button(.back))
    case .status, nil: (nil, nil)
    }
  }

  /// The functions of *up* and *down*; only the left one if the buttons move the selection or the text.
  var moved: (left: Phrase?, right: Phrase?) {
    switch hintedScreen {
    case .clock: (.title(.inbox), Self.behindClock)
    case .list, .menu, .status: (.button(.scroll), nil)
    case nil: (nil, nil)
    }
  }
}

extension WearerExperience.Function {
  /// The function that a gesture carries out; nil if it has no hint.
  init?(_ gesture: ButtonGesture, on screen: WearerExperience.Screen) {
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press): self = .accept
    case (.decline, .press): self = .decline
    case (.accept, .hold), (.select, .hold): self = .acceptHeld
    // On the status screen a held *decline* does the same as a press.
    case (.decline, .hold), (.back, .press): self = screen == .status ? .decline : .declineHeld
    case (.up, .press), (.down, .press): self = .joystick
    case (.down, .hold): self = .declineHeld
    case (.up, .hold), (.back, .hold): return nil
    }
  }
}
