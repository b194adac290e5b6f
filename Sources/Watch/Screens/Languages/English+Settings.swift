// The texts of the settings and the tutorial.
extension English {
  static func text(_ phrase: Phrase.Setting) -> Wording {
    switch phrase {
    case .brightness: "Brightness"
    case .dimAfter: "Dims"
    case .offAfter: "Turns off"
    case .rotation: "Rotation"
    case .textSize: "Text"
    case .hours: "Hours"
    case .seconds: "Seconds"
    case .dateOrder: "Date"
    case .face: "Face"
    case .vibration: "Vibration"
    case .quiet: "Quiet hours"
    case .quietFrom: "Quiet from"
    case .quietUntil: "Quiet until"
    case .privacy: "Privacy"
    case .name: "Name"
    case .pairingWindow: "Pairing"
    case .language: "Language"
    case .history: "History"
    case .hints: "Hints"
    }
  }

  static func text(_ phrase: Phrase.Value) -> Wording {
    switch phrase {
    case .on: "on"
    case .off: "off"
    case .never: "never"
    case .digital: "digital"
    case .analog: "analog"
    case .large: "large"
    case .smallText: "small"
    case .normalText: "normal"
    case .largeText: "large"
    case .configured: "Config."
    case .allAsConfigured: "As configured"
    case .allSettings: "All settings"
    case .automatic: "auto"
    case .hour: "1 hour"
    case .day: "1 day"
    case .shortPulse: "short"
    case .longPulse: "long"
    case .twoPulses: "double"
    case .threePulses: "triple"
    }
  }

  static func text(_ phrase: Phrase.Lesson) -> Wording {
    switch phrase {
    case .acceptTitle: "Accept"
    case .accept: "Left: opens,\nchooses, agrees."
    case .declineTitle: "Decline"
    case .decline: "Right: next row,\nback, or no."
    case .holdTitle: "Clock, held"
    case .hold: "Accept: music.\nDecline: menu."
    case .displayTitle: "Display off"
    case .display: "The first press\nturns it on."
    case .joystickTitle: "Joystick"
    case .joystick: "Up, down: move.\nPress: accept."
    case .menu: "Repeat it:\nMenu > Tutorial"
    }
  }
}
