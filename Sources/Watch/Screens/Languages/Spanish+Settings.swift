// The texts of the settings and the tutorial.
extension Spanish {
  static func text(_ phrase: Phrase.Setting) -> Wording {
    switch phrase {
    case .brightness: "Brillo"
    case .dimAfter: "Atenúa"
    case .offAfter: "Se apaga"
    case .rotation: "Giro"
    case .textSize: "Texto"
    case .hours: "Horas"
    case .seconds: "Segundos"
    case .dateOrder: "Fecha"
    case .face: "Esfera"
    case .vibration: "Vibración"
    case .quiet: "Silencio"
    case .quietFrom: "Silencio de"
    case .quietUntil: "Silencio a"
    case .privacy: "Privacidad"
    case .name: "Nombre"
    case .pairingWindow: "Enlazar"
    case .language: "Idioma"
    case .history: "Historial"
    case .hints: "Ayuda"
    }
  }

  static func text(_ phrase: Phrase.Value) -> Wording {
    switch phrase {
    case .on: "sí"
    case .off: "no"
    case .never: "nunca"
    case .digital: "digital"
    case .analog: "agujas"
    case .large: "grande"
    case .smallText: "pequeño"
    case .normalText: "normal"
    case .largeText: "grande"
    case .configured: "Inicial"
    case .allAsConfigured: "Restaurar todo"
    case .allSettings: "Los ajustes"
    case .automatic: "auto"
    case .hour: "1 hora"
    case .day: "1 día"
    case .shortPulse: "corta"
    case .longPulse: "larga"
    case .twoPulses: "doble"
    case .threePulses: "triple"
    }
  }

  static func text(_ phrase: Phrase.Lesson) -> Wording {
    switch phrase {
    case .acceptTitle: "Aceptar"
    case .accept: "Izquierda: abre,\nelige, acepta."
    case .declineTitle: "Rechazar"
    case .decline: "Derecha: sigue,\nvuelve o no."
    case .holdTitle: "Hora, mantén"
    case .hold: "Aceptar: música\nRechazar: menú"
    case .displayTitle: "Sin pantalla"
    case .display: "La primera vez\nsolo enciende."
    case .joystickTitle: "Palanca"
    case .joystick: "Arriba y abajo.\nPulsar: aceptar."
    case .menu: "Repetir:\nMenú > Guía"
    }
  }
}
