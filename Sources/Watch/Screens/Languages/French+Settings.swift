// The texts of the settings and the tutorial.
extension French {
  static func text(_ phrase: Phrase.Setting) -> Wording {
    switch phrase {
    case .brightness: "Luminosité"
    case .dimAfter: "Atténue"
    case .offAfter: "S'éteint"
    case .rotation: "Rotation"
    case .textSize: "Texte"
    case .hours: "Heures"
    case .seconds: "Secondes"
    case .dateOrder: "Date"
    case .face: "Cadran"
    case .vibration: "Vibration"
    case .quiet: "Calme"
    case .quietFrom: "Calme dès"
    case .quietUntil: "Calme fin"
    case .privacy: "Discrétion"
    case .name: "Nom"
    case .pairingWindow: "Jumelage"
    case .language: "Langue"
    case .history: "Historique"
    case .hints: "Aide"
    }
  }

  static func text(_ phrase: Phrase.Value) -> Wording {
    switch phrase {
    case .on: "oui"
    case .off: "non"
    case .never: "jamais"
    case .digital: "digital"
    case .analog: "aiguilles"
    case .large: "grand"
    case .smallText: "petit"
    case .normalText: "normal"
    case .largeText: "grand"
    case .configured: "Défaut"
    case .allAsConfigured: "Tout rétablir"
    case .allSettings: "Les réglages"
    case .automatic: "auto"
    case .hour: "1 heure"
    case .day: "1 jour"
    case .shortPulse: "courte"
    case .longPulse: "longue"
    case .twoPulses: "double"
    case .threePulses: "triple"
    }
  }

  static func text(_ phrase: Phrase.Lesson) -> Wording {
    switch phrase {
    case .acceptTitle: "Accepter"
    case .accept: "Gauche : ouvre,\nchoisit, accepte"
    case .declineTitle: "Refuser"
    case .decline: "Droite: suivant,\nretour, non."
    case .holdTitle: "Heure, tenu"
    case .hold: "Accepter:musique\nRefuser : menu"
    case .displayTitle: "Écran éteint"
    case .display: "La première\npression allume."
    case .joystickTitle: "Joystick"
    case .joystick: "Haut/bas: bouger\nAppui: accepter"
    case .menu: "À revoir :\nMenu > Guide"
    }
  }
}
