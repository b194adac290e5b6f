// The texts of the settings and the tutorial.
extension Portuguese {
  static func text(_ phrase: Phrase.Setting) -> Wording {
    switch phrase {
    case .brightness: "Brilho"
    case .dimAfter: "Escurece"
    case .offAfter: "Desliga"
    case .rotation: "Rotação"
    case .textSize: "Texto"
    case .hours: "Horas"
    case .seconds: "Segundos"
    case .dateOrder: "Data"
    case .face: "Mostrador"
    case .vibration: "Vibração"
    case .quiet: "Silêncio"
    case .quietFrom: "Silên. de"
    case .quietUntil: "Silên. até"
    case .privacy: "Privacidade"
    case .name: "Nome"
    case .pairingWindow: "Emparelhar"
    case .language: "Idioma"
    case .history: "Histórico"
    case .hints: "Dicas"
    }
  }

  static func text(_ phrase: Phrase.Value) -> Wording {
    switch phrase {
    case .on: "sim"
    case .off: "não"
    case .never: "nunca"
    case .digital: "digital"
    case .analog: "ponteiros"
    case .large: "grande"
    case .smallText: "pequeno"
    case .normalText: "normal"
    case .largeText: "grande"
    case .configured: "Padrão"
    case .allAsConfigured: "Restaurar tudo"
    case .allSettings: "Os ajustes"
    case .automatic: "auto"
    case .hour: "1 hora"
    case .day: "1 dia"
    case .shortPulse: "curta"
    case .longPulse: "longa"
    case .twoPulses: "dupla"
    case .threePulses: "tripla"
    }
  }

  static func text(_ phrase: Phrase.Lesson) -> Wording {
    switch phrase {
    case .acceptTitle: "Aceitar"
    case .accept: "Esquerda: abre,\nescolhe, aceita."
    case .declineTitle: "Recusar"
    case .decline: "Direita: segue,\nvolta ou não."
    case .holdTitle: "Hora, segure"
    case .hold: "Aceitar: música\nRecusar: menu"
    case .displayTitle: "Tela apagada"
    case .display: "O primeiro toque\nsó acende."
    case .joystickTitle: "Alavanca"
    case .joystick: "Cima e baixo.\nApertar: aceitar"
    case .menu: "Para rever:\nMenu > Guia"
    }
  }
}
