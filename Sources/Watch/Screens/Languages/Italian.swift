/// No native reader has checked this table yet.
enum Italian: Vocabulary {
  static func text(_ phrase: Phrase.Button) -> Wording {
    switch phrase {
    case .yes: "Sì"
    case .no: "No"
    case .ok: "OK"
    case .cancel: "Annulla"
    case .later: "Dopo"
    case .more: "Altro"
    case .menu: "Menu"
    case .back: "Indietro"
    case .start: "Avvia"
    case .stop: "Stop"
    case .pause: "Pausa"
    case .resume: "Riprendi"
    case .reset: "Azzera"
    case .change: "Cambia"
    case .next: "Avanti"
    case .done: "Fatto"
    case .snooze: "Ritarda"
    case .on: "Sì"
    case .off: "No"
    case .open: "Apri"
    case .choose: "Scegli"
    case .mute: "Muto"
    case .scroll: "Scorri"
    case .skip: "Salta"
    }
  }

  static func text(_ phrase: Phrase.Title) -> Wording {
    switch phrase {
    case .whichPhone: "Quale?"
    case .inbox: "In arrivo"
    case .alarm: "Sveglia"
    case .missedAlarm: "Sveglia persa"
    case .timeIsOver: "Tempo scaduto"
    case .sameCode: "Stesso codice?"
    case .typeOnPhone: "Sul telefono"
    case .paired: "Abbinato"
    case .forget: "Dimenticare?"
    case .replace: "Sostituire?"
    case .clearAll: "Cancella tutto?"
    case .selfTest: "Autotest"
    case .press: "Premi"
    case .passed: "riuscito"
    case .failed: "fallito"
    case .asConfigured: "Ripristinare?"
    case .pairAgain: "Riabbina"
    case .notPaired: "Non abbinato"
    }
  }

  static func text(_ phrase: Phrase.OutcomeTitle) -> Wording {
    switch phrase {
    case .forgotten: "Dimenticato"
    case .notConnected: "Non connesso"
    case .noPairedPhones: "Nessun telefono"
    case .cannotClear: "Non si cancella"
    }
  }

  static func text(_ phrase: Phrase.Menu) -> Wording {
    switch phrase {
    case .menu: "Menu"
    case .pairNewPhone: "Abbina nuovo"
    case .phones: "Telefoni"
    case .disconnect: "Disconnetti"
    case .forgetPhone: "Dimentica"
    case .status: "Stato"
    case .music: "Musica"
    case .quietNow: "Silenzio"
    case .clearAll: "Cancella tutto"
    case .timer: "Timer"
    case .stopwatch: "Cronometro"
    case .torch: "Torcia"
    case .alarms: "Sveglie"
    case .digitalFace: "Ora: digitale"
    case .analogFace: "Ora: lancette"
    case .largeFace: "Ora: grande"
    case .settings: "Impostazioni"
    case .tutorial: "Guida"
    }
  }

  static func text(_ phrase: Phrase.Choice) -> Wording {
    switch phrase {
    case .muteHour: "Muto 1 ora"
    case .muteToday: "Muto oggi"
    case .muteAlways: "Sempre muto"
    case .unmute: "Riattiva"
    case .snoozeTenMinutes: "Tra 10 min"
    case .snoozeHour: "Tra 1 ora"
    case .untilTomorrow: "Domani"
    case .quietHour: "Per 1 ora"
    case .quietUntilMorning: "Fino al mattino"
    case .quietUntilChanged: "Senza limite"
    case .endQuiet: "Fine silenzio"
    case .anyPhone: "Ogni telefono"
    }
  }

  static func text(_ phrase: Phrase.Banner) -> Wording {
    switch phrase {
    case .busy: "Attendi"
    case .notReady: "Nessun telefono"
    case .gone: "Già sparito"
    case .noAnswer: "Nessuna risposta"
    case .refused: "Rifiutato"
    case .forbidden: "Non permesso"
    case .linkLost: "Collegam. perso"
    case .notOffered: "Non offerto"
    case .done: "Fatto"
    case .cleared: "Cancellato"
    case .notAllCleared: "Non tutto via"
    }
  }

  static func text(_ phrase: Phrase.MuteResult) -> Wording {
    switch phrase {
    case .muted: "Muto"
    case .unmuted: "Riattivato"
    case .noRoom: "Troppi muti"
    case .snoozed: "Rimandato"
    case .tooManySnoozed: "Troppi rimandi"
    }
  }

  static func text(_ phrase: Phrase.State) -> Wording {
    switch phrase {
    case .starting: "Avvio"
    case .advertising: "Cerco telefono"
    case .readyToPair: "Pronto"
    case .phoneIsHere: "Telefono qui"
    case .pairing: "Abbinamento"
    case .connecting: "Connessione"
    case .connected: "Connesso"
    case .notAllowedYet: "Non permesso"
    case .noServiceYet: "Nessun servizio"
    case .tryingAgain: "Nuovo tentativo"
    case .disconnected: "Disconnesso"
    case .seeStatus: "Vedi lo stato"
    case .radioOff: "Radio spenta"
    case .radioFault: "Guasto radio"
    }
  }

  static func text(_ phrase: Phrase.Trouble) -> Wording {
    switch phrase {
    case .noPhone: "Nessun tel."
    case .paused: "In pausa"
    case .askedToPair: "Abbinare?"
    case .keyMissing: "Chiave assente"
    case .unknownPhone: "Tel. ignoto"
    case .noService: "No servizio"
    case .refused: "Rifiutato"
    case .notAllowed: "Non permesso"
    case .allQuiet: "Tutto tace"
    }
  }

  static func text(_ phrase: LinkStep) -> Wording {
    switch phrase {
    case .radio: "radio"
    case .advertising: "visibile"
    case .connected: "connesso"
    case .secured: "cifrato"
    case .serviceFound: "servizio"
    case .subscribed: "iscritto"
    case .authorized: "autorizzato"
    case .recent: "recente"
    }
  }

  static func text(_ phrase: Phrase.Advice) -> Wording {
    switch phrase {
    case .radioSetUp: "La radio si avvia."
    case .fewSeconds: "Richiede qualche secondo."
    case .compareCodes: "Confronta i due codici."
    case .radioOff: "Se resta così: spegni e riaccendi. La radio viene cercata ancora."
    case .radioFault: "Se resta così: spegni e riaccendi. La radio si riavvia."
    case .bringNear: "Avvicina il telefono, Bluetooth attivo."
    case .heldOff: "Il telefono torna tra un minuto, o sceglilo in Menu > Telefoni."
    case .chooseWatch: "Sul telefono: Impostazioni > Bluetooth, poi questo orologio."
    case .notPaired: "Sull'ora tieni premuto Rifiuta, poi Abbina nuovo."
    case .askedToPair: "Un telefono chiede di abbinarsi: Menu > Abbina nuovo."
    case .keyMissing:
      "Un telefono è venuto senza chiave. Se il tuo non si connette: Menu > Abbina nuovo, poi scegli lì l'orologio."
    case .forgetDevice: "Sul telefono: Impostazioni > Bluetooth > (i) > Dissocia. Poi Menu > Abbina nuovo."
    case .unknownPhone: "Un telefono non in Menu > Telefoni chiede la chiave. Se è tuo: Menu > Abbina nuovo."
    case .noService: "Il telefono non offre ancora notifiche. Dopo un minuto: spegni e accendi il suo Bluetooth."
    case .refused: "Il telefono rifiuta. Dopo un minuto: spegni e accendi il suo Bluetooth."
    case .notAllowed: "Sul telefono: Impostazioni > Bluetooth > (i) > Condividi notifiche."
    case .silent: "Se non è così: spegni e accendi il Bluetooth del telefono."
    }
  }

  static func text(_ phrase: Phrase.Note) -> Wording {
    switch phrase {
    case .willCome: "Qui arriveranno le notifiche."
    case .pairingRefused: "Rifiutato qui o sul telefono."
    case .mismatch: "Codici diversi. Cambia luogo."
    case .timedOut: "Troppo lento. Riprova dal telefono."
    case .windowClosed: "Scegli prima Abbina nuovo."
    case .noRoom: "Non c'è posto. Dimentica un telefono."
    case .pairingFailed: "Errore. Riprova dal telefono."
    case .watchForgot:
      "L'orologio non\nconosce più il\ntelefono. Lì:\nImpostazioni >\nBluetooth > (i)\n> Dissocia. Poi\nAbbina nuovo."
    }
  }

  static func text(_ phrase: Phrase.Outcome) -> Wording {
    switch phrase {
    case .comesBack: "torna tra 60 s, o se lo scegli: Menu > Telefoni."
    case .forgetOnPhone: "Sul telefono:\nImpostazioni >\nBluetooth > (i)\n> Dissocia\ndispositivo."
    case .notConnected: "Nessun telefono è connesso."
    case .choosePair: "Scegli Menu > Abbina nuovo."
    case .cannotClear: "Il telefono non può cancellare."
    }
  }

  static func text(_ phrase: Phrase.Kind) -> Wording {
    switch phrase {
    case .notification: "Notifica"
    case .call: "Chiamata"
    case .incomingCall: "In arrivo"
    case .missedCall: "Chiamata persa"
    case .voicemail: "Segreteria"
    case .message: "Messaggio"
    case .calendar: "Calendario"
    case .email: "E-mail"
    case .news: "Notizie"
    case .health: "Salute"
    case .finance: "Finanza"
    case .location: "Posizione"
    case .entertainment: "Svago"
    case .new: "Nuovo"
    case .missed: "Persa"
    case .attachment: "Allegato"
    case .cut: "… (tagliato)"
    case .kept: "Rimosso dal tel."
    }
  }

  static func text(_ phrase: Phrase.Line) -> Wording {
    switch phrase {
    case .timeNotKnown: "Ora ignota"
    case .nothingNew: "Niente di nuovo"
    case .readFirst: "Prima leggi"
    case .confirmOnPhone: "Conferma lì"
    }
  }

  static func text(_ phrase: Phrase.MusicLine) -> Wording {
    switch phrase {
    case .noMusicService: "Nessun servizio"
    case .nothingPlaying: "Niente musica"
    case .noTitle: "Senza titolo"
    }
  }

  static func text(_ phrase: Phrase.Fact) -> Wording {
    switch phrase {
    case .timeUnknown: "Ora: ignota"
    case .timeBySystem: "Ora: sistema"
    case .timeByPhone: "Ora: telefono"
    case .nothingCame: "Ancora niente"
    case .silenceRenewed: "Muto: rinnovato"
    case .silenceDisconnected: "Muto: staccato"
    case .noAnswerRenewed: "No eco: rinnov."
    case .noAnswerDisconnected: "No eco: staccato"
    case .absenceRenewed: "Via: rinnovato"
    case .absenceDisconnected: "Via: staccato"
    case .refusalRenewed: "Rifiuto: rinnov."
    case .refusalDisconnected: "Rifiuto: stacc."
    }
  }

  static func text(_ phrase: Phrase.Counted) -> Wording {
    switch phrase {
    case .oneNotification: "# notifica"
    case .notifications: "# notifiche"
    case .onThePhone: "# sul telefono"
    case .alarm: "Sveglia #"
    case .seconds: "# s"
    case .minutes: "# min"
    }
  }

  static func text(_ phrase: Phrase.CountedFact) -> Wording {
    switch phrase {
    case .onePhonePaired: "# abbinato"
    case .phonesPaired: "# abbinati"
    case .minutesAgo: "# min fa"
    case .hoursAgo: "# h fa"
    case .daysAgo: "# gg fa"
    case .evicted: "Perse: #"
    case .incomplete: "Senza testo: #"
    case .malformed: "Illeggibili: #"
    case .untold: "Non segnalati: #"
    }
  }

  static func text(_ phrase: Phrase.Day) -> Wording {
    switch phrase {
    case .monday: "lun"
    case .tuesday: "mar"
    case .wednesday: "mer"
    case .thursday: "gio"
    case .friday: "ven"
    case .saturday: "sab"
    case .sunday: "dom"
    case .justNow: "adesso"
    case .last: "Ultimo: "
    case .dayMonth: "# @"
    case .monthDay: "@ #"
    }
  }

  static func text(_ phrase: Phrase.AlarmDays) -> Wording {
    switch phrase {
    case .once: "1 volta"
    case .daily: "Ogni giorno"
    case .mondayToFriday: "Lun-ven"
    case .weekend: "Weekend"
    case .letters: "LMMGVSD"
    }
  }

  static func text(_ phrase: Phrase.Month) -> Wording {
    switch phrase {
    case .january: "gen"
    case .february: "feb"
    case .march: "mar"
    case .april: "apr"
    case .may: "mag"
    case .june: "giu"
    case .july: "lug"
    case .august: "ago"
    case .september: "set"
    case .october: "ott"
    case .november: "nov"
    case .december: "dic"
    }
  }
}
