// The texts of the settings and the tutorial.
extension Italian {
  static func text(_ phrase: Phrase.Setting) -> Wording {
    switch phrase {
    case .brightness: "Luminosità"
    case .dimAfter: "Attenua"
    case .offAfter: "Si spegne"
    case .rotation: "Rotazione"
    case .textSize: "Testo"
    case .hours: "Ore"
    case .seconds: "Secondi"
    case .dateOrder: "Data"
    case .face: "Quadrante"
    case .vibration: "Vibrazione"
    case .quiet: "Silenzio"
    case .quietFrom: "Silenzio da"
    case .quietUntil: "Silenzio a"
    case .privacy: "Riservatezza"
    case .name: "Nome"
    case .pairingWindow: "Abbinamento"
    case .language: "Lingua"
    case .history: "Cronologia"
    case .hints: "Aiuto"
    }
  }

  static func text(_ phrase: Phrase.Value) -> Wording {
    switch phrase {
    case .on: "sì"
    case .off: "no"
    case .never: "mai"
    case .digital: "digitale"
    case .analog: "lancette"
    case .large: "grande"
    case .smallText: "piccolo"
    case .normalText: "normale"
    case .largeText: "grande"
    case .configured: "Predef."
    case .allAsConfigured: "Ripristina tutto"
    case .allSettings: "Impostazioni"
    case .automatic: "auto"
    case .hour: "1 ora"
    case .day: "1 giorno"
    case .shortPulse: "breve"
    case .longPulse: "lunga"
    case .twoPulses: "doppia"
    case .threePulses: "tripla"
    }
  }

  static func text(_ phrase: Phrase.Lesson) -> Wording {
    switch phrase {
    case .acceptTitle: "Accetta"
    case .accept: "Sinistra: apre,\nsceglie, accetta"
    case .declineTitle: "Rifiuta"
    case .decline: "Destra: avanti,\nindietro, no."
    case .holdTitle: "Ora, a lungo"
    case .hold: "Accetta: musica\nRifiuta: menu"
    case .displayTitle: "Schermo off"
    case .display: "La prima volta\naccende solo."
    case .joystickTitle: "Levetta"
    case .joystick: "Su, giù: scorre.\nPremi: accetta."
    case .menu: "Da rivedere:\nMenu > Guida"
    }
  }
}
