// The texts of the settings and the tutorial.
extension German {
  static func text(_ phrase: Phrase.Setting) -> Wording {
    switch phrase {
    case .brightness: "Helligkeit"
    case .dimAfter: "Dimmt"
    case .offAfter: "Geht aus"
    case .rotation: "Drehung"
    case .textSize: "Text"
    case .hours: "Stunden"
    case .seconds: "Sekunden"
    case .dateOrder: "Datum"
    case .face: "Uhr"
    case .vibration: "Vibration"
    case .quiet: "Ruhezeit"
    case .quietFrom: "Ruhe ab"
    case .quietUntil: "Ruhe bis"
    case .privacy: "Diskretion"
    case .name: "Name"
    case .pairingWindow: "Koppeln"
    case .language: "Sprache"
    case .history: "Verlauf"
    case .hints: "Tipps"
    }
  }

  static func text(_ phrase: Phrase.Value) -> Wording {
    switch phrase {
    case .on: "an"
    case .off: "aus"
    case .never: "nie"
    case .digital: "digital"
    case .analog: "analog"
    case .large: "groß"
    case .smallText: "klein"
    case .normalText: "normal"
    case .largeText: "groß"
    case .configured: "Vorgabe"
    case .allAsConfigured: "Zurücksetzen"
    case .allSettings: "Alle Werte"
    case .automatic: "auto"
    case .hour: "1 Stunde"
    case .day: "1 Tag"
    case .shortPulse: "kurz"
    case .longPulse: "lang"
    case .twoPulses: "zweimal"
    case .threePulses: "dreimal"
    }
  }

  static func text(_ phrase: Phrase.Lesson) -> Wording {
    switch phrase {
    case .acceptTitle: "Annehmen"
    case .accept: "Links: öffnet,\nwählt, stimmt zu"
    case .declineTitle: "Ablehnen"
    case .decline: "Rechts: weiter,\nzurück, nein."
    case .holdTitle: "Uhr, halten"
    case .hold: "Annehmen: Musik\nAblehnen: Menü"
    case .displayTitle: "Display aus"
    case .display: "Der erste Druck\nschaltet es ein."
    case .joystickTitle: "Joystick"
    case .joystick: "Auf/ab: blättern\nDruck: annehmen"
    case .menu: "Erneut im Menü:\nEinführung"
    }
  }
}
