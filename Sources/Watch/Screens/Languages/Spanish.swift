/// No native reader has checked this table yet.
enum Spanish: Vocabulary {
  static func text(_ phrase: Phrase.Button) -> Wording {
    switch phrase {
    case .yes: "Sí"
    case .no: "No"
    case .ok: "OK"
    case .cancel: "Cancelar"
    case .later: "Luego"
    case .more: "Más"
    case .menu: "Menú"
    case .back: "Atrás"
    case .start: "Iniciar"
    case .stop: "Parar"
    case .pause: "Pausa"
    case .resume: "Seguir"
    case .reset: "Cero"
    case .change: "Cambiar"
    case .next: "Sigue"
    case .done: "Listo"
    case .snooze: "Posponer"
    case .on: "Sí"
    case .off: "No"
    case .open: "Abrir"
    case .choose: "Elegir"
    case .mute: "Callar"
    case .scroll: "Mover"
    case .skip: "Saltar"
    }
  }

  static func text(_ phrase: Phrase.Title) -> Wording {
    switch phrase {
    case .whichPhone: "¿Cuál?"
    case .inbox: "Entrada"
    case .alarm: "Alarma"
    case .missedAlarm: "Alarma perdida"
    case .timeIsOver: "Tiempo agotado"
    case .sameCode: "¿Mismo código?"
    case .typeOnPhone: "En el teléfono"
    case .paired: "Enlazado"
    case .forget: "¿Olvidar?"
    case .replace: "¿Reemplazar?"
    case .clearAll: "¿Borrar todo?"
    case .selfTest: "Autotest"
    case .press: "Pulsa"
    case .passed: "correcto"
    case .failed: "fallo"
    case .asConfigured: "¿Restaurar?"
    case .pairAgain: "Enlaza otra vez"
    case .notPaired: "No enlazado"
    }
  }

  static func text(_ phrase: Phrase.OutcomeTitle) -> Wording {
    switch phrase {
    case .forgotten: "Olvidado"
    case .notConnected: "Sin conexión"
    case .noPairedPhones: "Sin teléfonos"
    case .cannotClear: "No se borra"
    }
  }

  static func text(_ phrase: Phrase.Menu) -> Wording {
    switch phrase {
    case .menu: "Menú"
    case .pairNewPhone: "Enlazar nuevo"
    case .phones: "Teléfonos"
    case .disconnect: "Desconectar"
    case .forgetPhone: "Olvidar"
    case .status: "Estado"
    case .music: "Música"
    case .quietNow: "Silencio"
    case .clearAll: "Borrar todo"
    case .timer: "Temporizador"
    case .stopwatch: "Cronómetro"
    case .torch: "Linterna"
    case .alarms: "Alarmas"
    case .digitalFace: "Reloj: digital"
    case .analogFace: "Reloj: agujas"
    case .largeFace: "Reloj: grande"
    case .settings: "Ajustes"
    case .tutorial: "Guía"
    }
  }

  static func text(_ phrase: Phrase.Choice) -> Wording {
    switch phrase {
    case .muteHour: "Callar 1 hora"
    case .muteToday: "Callar hoy"
    case .muteAlways: "Callar siempre"
    case .unmute: "No callar"
    case .snoozeTenMinutes: "En 10 min"
    case .snoozeHour: "En 1 hora"
    case .untilTomorrow: "Mañana"
    case .quietHour: "1 hora"
    case .quietUntilMorning: "Hasta mañana"
    case .quietUntilChanged: "Sin límite"
    case .endQuiet: "Fin de silencio"
    case .anyPhone: "Cualquiera"
    }
  }

  static func text(_ phrase: Phrase.Banner) -> Wording {
    switch phrase {
    case .busy: "Espera"
    case .notReady: "Sin teléfono"
    case .gone: "Ya no está"
    case .noAnswer: "Sin respuesta"
    case .refused: "Rechazado"
    case .forbidden: "No permitido"
    case .linkLost: "Enlace perdido"
    case .notOffered: "No disponible"
    case .done: "Hecho"
    case .cleared: "Borrado"
    case .notAllCleared: "No todo borrado"
    }
  }

  static func text(_ phrase: Phrase.MuteResult) -> Wording {
    switch phrase {
    case .muted: "Silenciado"
    case .unmuted: "Con sonido"
    case .noRoom: "Demasiados"
    case .snoozed: "Pospuesto"
    case .tooManySnoozed: "Demasiados"
    }
  }

  static func text(_ phrase: Phrase.State) -> Wording {
    switch phrase {
    case .starting: "Iniciando"
    case .advertising: "Buscando"
    case .readyToPair: "Listo: enlaza"
    case .phoneIsHere: "Teléfono aquí"
    case .pairing: "Enlazando"
    case .connecting: "Conectando"
    case .connected: "Conectado"
    case .notAllowedYet: "Sin permiso"
    case .noServiceYet: "Sin servicio"
    case .tryingAgain: "Reintentando"
    case .disconnected: "Desconectado"
    case .seeStatus: "Ver el estado"
    case .radioOff: "Radio apagada"
    case .radioFault: "Fallo de radio"
    }
  }

  static func text(_ phrase: Phrase.Trouble) -> Wording {
    switch phrase {
    case .noPhone: "Sin teléfono"
    case .paused: "En pausa"
    case .askedToPair: "¿Enlazar?"
    case .keyMissing: "Falta clave"
    case .unknownPhone: "Tel. ajeno"
    case .noService: "Sin servicio"
    case .refused: "Rechazado"
    case .notAllowed: "Sin permiso"
    case .allQuiet: "Silencio"
    }
  }

  static func text(_ phrase: LinkStep) -> Wording {
    switch phrase {
    case .radio: "radio"
    case .advertising: "visible"
    case .connected: "conectado"
    case .secured: "cifrado"
    case .serviceFound: "servicio"
    case .subscribed: "suscrito"
    case .authorized: "autorizado"
    case .recent: "reciente"
    }
  }

  static func text(_ phrase: Phrase.Advice) -> Wording {
    switch phrase {
    case .radioSetUp: "La radio se prepara."
    case .fewSeconds: "Tarda unos segundos."
    case .compareCodes: "Compara los dos códigos."
    case .radioOff: "Si sigue así: apaga y enciende. La radio se busca sin parar."
    case .radioFault: "Si sigue así: apaga y enciende. La radio se reinicia."
    case .bringNear: "Acerca el teléfono, con Bluetooth."
    case .heldOff: "El teléfono vuelve en un minuto, o elígelo en Menú > Teléfonos."
    case .chooseWatch: "En el teléfono: Ajustes > Bluetooth, y elige este reloj."
    case .notPaired: "En la hora, mantén Rechazar y elige Enlazar nuevo."
    case .askedToPair: "Un teléfono pide enlazar. Abre Menú > Enlazar nuevo."
    case .keyMissing:
      "Un teléfono vino sin clave. Si el tuyo no se conecta: Menú > Enlazar nuevo, y elige el reloj en él."
    case .forgetDevice: "En el teléfono: Ajustes > Bluetooth > (i) > Omitir dispositivo. Luego Menú > Enlazar nuevo."
    case .unknownPhone: "Un teléfono que no está en Menú > Teléfonos pide su clave. Si es tuyo: Menú > Enlazar nuevo."
    case .noService: "El teléfono aún no ofrece notificaciones. Tras un minuto: apaga y enciende su Bluetooth."
    case .refused: "El teléfono se niega. Tras un minuto: apaga y enciende su Bluetooth."
    case .notAllowed: "En el teléfono: Ajustes > Bluetooth > (i) > Compartir notificaciones."
    case .silent: "Si no es así: apaga y enciende el Bluetooth del teléfono."
    }
  }

  static func text(_ phrase: Phrase.Note) -> Wording {
    switch phrase {
    case .willCome: "Aquí llegarán las notificaciones."
    case .pairingRefused: "Rechazado aquí o en el teléfono."
    case .mismatch: "Códigos distintos. Cambia de lugar."
    case .timedOut: "Muy lento. Repite en el teléfono."
    case .windowClosed: "Elige antes Enlazar nuevo."
    case .noRoom: "No hay espacio. Olvida un teléfono."
    case .pairingFailed: "Falló. Repite en el teléfono."
    case .watchForgot:
      """
      El reloj olvidó\neste teléfono.\nEn el teléfono:\nAjustes >\nBluetooth > (i)\n> Omitir\ndispositivo. \
      Y\nEnlazar nuevo.
      """
    }
  }

  static func text(_ phrase: Phrase.Outcome) -> Wording {
    switch phrase {
    case .comesBack: "vuelve en 60 s, o si lo eliges: Menú > Teléfonos."
    case .forgetOnPhone: "En el teléfono:\nAjustes >\nBluetooth > (i)\n> Omitir\ndispositivo."
    case .notConnected: "Ningún teléfono conectado."
    case .choosePair: "Elige Menú > Enlazar nuevo."
    case .cannotClear: "El teléfono no puede borrar nada."
    }
  }

  static func text(_ phrase: Phrase.Kind) -> Wording {
    switch phrase {
    case .notification: "Notificación"
    case .call: "Llamada"
    case .incomingCall: "Llamada entrante"
    case .missedCall: "Llamada perdida"
    case .voicemail: "Buzón de voz"
    case .message: "Mensaje"
    case .calendar: "Calendario"
    case .email: "Correo"
    case .news: "Noticias"
    case .health: "Salud"
    case .finance: "Finanzas"
    case .location: "Ubicación"
    case .entertainment: "Ocio"
    case .new: "Nuevo"
    case .missed: "Perdida"
    case .attachment: "Adjunto"
    case .cut: "… (cortado)"
    case .kept: "Quitado del tel."
    }
  }

  static func text(_ phrase: Phrase.Line) -> Wording {
    switch phrase {
    case .timeNotKnown: "Sin hora"
    case .nothingNew: "Nada nuevo"
    case .readFirst: "Lee primero"
    case .confirmOnPhone: "Confirma en él"
    }
  }

  static func text(_ phrase: Phrase.MusicLine) -> Wording {
    switch phrase {
    case .noMusicService: "Sin servicio"
    case .nothingPlaying: "Nada suena"
    case .noTitle: "Sin título"
    }
  }

  static func text(_ phrase: Phrase.Fact) -> Wording {
    switch phrase {
    case .timeUnknown: "Hora: sin datos"
    case .timeBySystem: "Hora: sistema"
    case .timeByPhone: "Hora: teléfono"
    case .nothingCame: "Aún nada"
    case .silenceRenewed: "Mudo: renovado"
    case .silenceDisconnected: "Mudo: cortado"
    case .noAnswerRenewed: "Sin eco: renov."
    case .noAnswerDisconnected: "Sin eco: cortado"
    case .absenceRenewed: "Falta: renovado"
    case .absenceDisconnected: "Falta: cortado"
    case .refusalRenewed: "Niega: renovado"
    case .refusalDisconnected: "Niega: cortado"
    }
  }

  static func text(_ phrase: Phrase.Counted) -> Wording {
    switch phrase {
    case .oneNotification: "# notificación"
    case .notifications: "# notificaciones"
    case .onThePhone: "# en el teléfono"
    case .alarm: "Alarma #"
    case .seconds: "# s"
    case .minutes: "# min"
    }
  }

  static func text(_ phrase: Phrase.CountedFact) -> Wording {
    switch phrase {
    case .onePhonePaired: "# enlazado"
    case .phonesPaired: "# enlazados"
    case .minutesAgo: "hace # min"
    case .hoursAgo: "hace # h"
    case .daysAgo: "hace # días"
    case .evicted: "Perdidas: #"
    case .incomplete: "Sin texto: #"
    case .malformed: "Ilegibles: #"
    case .untold: "Sin informar: #"
    }
  }

  static func text(_ phrase: Phrase.Day) -> Wording {
    switch phrase {
    case .monday: "lun"
    case .tuesday: "mar"
    case .wednesday: "mié"
    case .thursday: "jue"
    case .friday: "vie"
    case .saturday: "sáb"
    case .sunday: "dom"
    case .justNow: "ahora"
    case .last: "Llegó "
    case .dayMonth: "# @"
    case .monthDay: "@ #"
    }
  }

  static func text(_ phrase: Phrase.AlarmDays) -> Wording {
    switch phrase {
    case .once: "Una vez"
    case .daily: "Cada día"
    case .mondayToFriday: "Lun-vie"
    case .weekend: "Fin de semana"
    case .letters: "LMXJVSD"
    }
  }

  static func text(_ phrase: Phrase.Month) -> Wording {
    switch phrase {
    case .january: "ene"
    case .february: "feb"
    case .march: "mar"
    case .april: "abr"
    case .may: "may"
    case .june: "jun"
    case .july: "jul"
    case .august: "ago"
    case .september: "sep"
    case .october: "oct"
    case .november: "nov"
    case .december: "dic"
    }
  }
}
