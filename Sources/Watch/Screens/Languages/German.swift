/// No native reader has checked this table yet.
enum German: Vocabulary {
  static func text(_ phrase: Phrase.Button) -> Wording {
    switch phrase {
    case .yes: "Ja"
    case .no: "Nein"
    case .ok: "OK"
    case .cancel: "Abbruch"
    case .later: "Später"
    case .more: "Mehr"
    case .menu: "Menü"
    case .back: "Zurück"
    case .start: "Start"
    case .stop: "Stopp"
    case .pause: "Pause"
    case .resume: "Weiter"
    case .reset: "Null"
    case .change: "Ändern"
    case .next: "Weiter"
    case .done: "Fertig"
    case .snooze: "Später"
    case .on: "Ein"
    case .off: "Aus"
    case .open: "Öffnen"
    case .choose: "Wählen"
    case .mute: "Stumm"
    case .scroll: "Blättern"
    case .skip: "Ende"
    }
  }

  static func text(_ phrase: Phrase.Title) -> Wording {
    switch phrase {
    case .whichPhone: "Welches?"
    case .inbox: "Eingang"
    case .alarm: "Wecker"
    case .missedAlarm: "Wecker verpasst"
    case .timeIsOver: "Zeit ist um"
    case .sameCode: "Gleicher Code?"
    case .typeOnPhone: "Ins Telefon"
    case .paired: "Gekoppelt"
    case .forget: "Vergessen?"
    case .replace: "Ersetzen?"
    case .clearAll: "Alle löschen?"
    case .selfTest: "Selbsttest"
    case .press: "Drücken:"
    case .passed: "gut"
    case .failed: "Fehler"
    case .asConfigured: "Zurücksetzen?"
    case .pairAgain: "Neu koppeln"
    case .notPaired: "Ungekoppelt"
    }
  }

  static func text(_ phrase: Phrase.OutcomeTitle) -> Wording {
    switch phrase {
    case .forgotten: "Vergessen"
    case .notConnected: "Getrennt"
    case .noPairedPhones: "Keine Telefone"
    case .cannotClear: "Nicht löschbar"
    }
  }

  static func text(_ phrase: Phrase.Menu) -> Wording {
    switch phrase {
    case .menu: "Menü"
    case .pairNewPhone: "Neu koppeln"
    case .phones: "Telefone"
    case .disconnect: "Trennen"
    case .forgetPhone: "Vergessen"
    case .status: "Status"
    case .music: "Musik"
    case .quietNow: "Jetzt Ruhe"
    case .clearAll: "Alle löschen"
    case .timer: "Timer"
    case .stopwatch: "Stoppuhr"
    case .torch: "Licht"
    case .alarms: "Wecker"
    case .digitalFace: "Uhr: digital"
    case .analogFace: "Uhr: analog"
    case .largeFace: "Uhr: groß"
    case .settings: "Einstellungen"
    case .tutorial: "Einführung"
    }
  }

  static func text(_ phrase: Phrase.Choice) -> Wording {
    switch phrase {
    case .muteHour: "1 Std. stumm"
    case .muteToday: "Heute stumm"
    case .muteAlways: "Immer stumm"
    case .unmute: "Stumm aus"
    case .snoozeTenMinutes: "In 10 Min."
    case .snoozeHour: "In 1 Stunde"
    case .untilTomorrow: "Morgen wieder"
    case .quietHour: "1 Stunde"
    case .quietUntilMorning: "Bis morgen früh"
    case .quietUntilChanged: "Unbegrenzt"
    case .endQuiet: "Ruhe beenden"
    case .anyPhone: "Jedes Telefon"
    }
  }

  static func text(_ phrase: Phrase.Banner) -> Wording {
    switch phrase {
    case .busy: "Bitte warten"
    case .notReady: "Kein Telefon"
    case .gone: "Schon weg"
    case .noAnswer: "Keine Antwort"
    case .refused: "Abgelehnt"
    case .forbidden: "Nicht erlaubt"
    case .linkLost: "Getrennt"
    case .notOffered: "Nicht möglich"
    case .done: "Erledigt"
    case .cleared: "Gelöscht"
    case .notAllCleared: "Nicht alle weg"
    }
  }

  static func text(_ phrase: Phrase.MuteResult) -> Wording {
    switch phrase {
    case .muted: "Stumm"
    case .unmuted: "Nicht stumm"
    case .noRoom: "Zu viele stumm"
    case .snoozed: "Kommt wieder"
    case .tooManySnoozed: "Zu viele später"
    }
  }

  static func text(_ phrase: Phrase.State) -> Wording {
    switch phrase {
    case .starting: "Startet"
    case .advertising: "Sucht Telefon"
    case .readyToPair: "Bereit"
    case .phoneIsHere: "Telefon ist da"
    case .pairing: "Koppelt"
    case .connecting: "Verbindet"
    case .connected: "Verbunden"
    case .notAllowedYet: "Nicht erlaubt"
    case .noServiceYet: "Kein Dienst"
    case .tryingAgain: "Neuer Versuch"
    case .disconnected: "Getrennt"
    case .seeStatus: "Siehe Status"
    case .radioOff: "Funk ist aus"
    case .radioFault: "Funkfehler"
    }
  }

  static func text(_ phrase: Phrase.Trouble) -> Wording {
    switch phrase {
    case .noPhone: "Kein Telefon"
    case .paused: "Pausiert"
    case .askedToPair: "Koppelwunsch"
    case .keyMissing: "Kein Schlüssel"
    case .unknownPhone: "Fremdes Tel."
    case .noService: "Kein Dienst"
    case .refused: "Abgelehnt"
    case .notAllowed: "Nicht erlaubt"
    case .allQuiet: "Alles still"
    }
  }

  static func text(_ phrase: LinkStep) -> Wording {
    switch phrase {
    case .radio: "Funk"
    case .advertising: "sichtbar"
    case .connected: "verbunden"
    case .secured: "gesichert"
    case .serviceFound: "Dienst"
    case .subscribed: "abonniert"
    case .authorized: "erlaubt"
    case .recent: "aktuell"
    }
  }

  static func text(_ phrase: Phrase.Advice) -> Wording {
    switch phrase {
    case .radioSetUp: "Der Funk wird eingerichtet."
    case .fewSeconds: "Das dauert einige Sekunden."
    case .compareCodes: "Vergleiche die Codes auf beiden."
    case .radioOff: "Wenn es so bleibt: aus- und einschalten. Der Funk wird weiter gesucht."
    case .radioFault: "Wenn es so bleibt: aus- und einschalten. Der Funk startet neu."
    case .bringNear: "Telefon näher bringen, Bluetooth an."
    case .heldOff: "Das Telefon verbindet sich in einer Minute, oder wähle es in Menü > Telefone."
    case .chooseWatch: "Am Telefon: Einstellungen > Bluetooth, dann diese Uhr wählen."
    case .notPaired: "Auf der Uhr Ablehnen halten, dann Neu koppeln wählen."
    case .askedToPair: "Ein Telefon will koppeln. Öffne Menü > Neu koppeln."
    case .keyMissing:
      "Ein Telefon kam ohne Schlüssel. Verbindet sich deins nicht: Menü > Neu koppeln, dann dort die Uhr wählen."
    case .forgetDevice: "Am Telefon: Einstellungen > Bluetooth > (i) > Gerät ignorieren. Dann Menü > Neu koppeln."
    case .unknownPhone:
      "Ein Telefon, das nicht in Menü > Telefone steht, will seinen Schlüssel. Ist es deins: Menü > Neu koppeln."
    case .noService: "Das Telefon bietet noch keine Mitteilungen. Nach einer Minute: dort Bluetooth aus und an."
    case .refused: "Das Telefon lehnt gerade ab. Nach einer Minute: dort Bluetooth aus und an."
    case .notAllowed: "Am Telefon: Einstellungen > Bluetooth > (i) > Mitteilungen teilen."
    case .silent: "Wenn das falsch ist: am Telefon Bluetooth aus und an."
    }
  }

  static func text(_ phrase: Phrase.Note) -> Wording {
    switch phrase {
    case .willCome: "Mitteilungen kommen hier an."
    case .pairingRefused: "Hier oder am Telefon abgelehnt."
    case .mismatch: "Die Codes sind ungleich. Geh woanders hin."
    case .timedOut: "Zu langsam. Am Telefon neu versuchen."
    case .windowClosed: "Wähle zuerst Neu koppeln im Menü."
    case .noRoom: "Kein Platz mehr. Vergiss ein Telefon."
    case .pairingFailed: "Fehler. Am Telefon neu versuchen."
    case .watchForgot:
      """
      Die Uhr kennt das\nTelefon nicht.\nAm Telefon:\nEinstellungen >\nBluetooth > (i)\n> Gerät\nignorieren. \
      Dann\nNeu koppeln.
      """
    }
  }

  static func text(_ phrase: Phrase.Outcome) -> Wording {
    switch phrase {
    case .comesBack: "kommt in 60 s wieder, oder wenn du es wählst: Menü > Telefone."
    case .forgetOnPhone: "Am Telefon:\nEinstellungen >\nBluetooth > (i)\n> Gerät\nignorieren."
    case .notConnected: "Kein Telefon ist verbunden."
    case .choosePair: "Wähle Menü > Neu koppeln."
    case .cannotClear: "Das Telefon kann nichts davon löschen."
    }
  }

  static func text(_ phrase: Phrase.Kind) -> Wording {
    switch phrase {
    case .notification: "Mitteilung"
    case .call: "Anruf"
    case .incomingCall: "Eingehender Anruf"
    case .missedCall: "Verpasster Anruf"
    case .voicemail: "Sprachnachricht"
    case .message: "Nachricht"
    case .calendar: "Kalender"
    case .email: "E-Mail"
    case .news: "Nachrichten"
    case .health: "Gesundheit"
    case .finance: "Finanzen"
    case .location: "Ort"
    case .entertainment: "Unterhaltung"
    case .new: "Neu"
    case .missed: "Verpasst"
    case .attachment: "Anhang"
    case .cut: "… (gekürzt)"
    case .kept: "Am Tel. gelöscht"
    }
  }

  static func text(_ phrase: Phrase.Line) -> Wording {
    switch phrase {
    case .timeNotKnown: "Zeit unbekannt"
    case .nothingNew: "Nichts Neues"
    case .readFirst: "Zuerst lesen"
    case .confirmOnPhone: "Dort bestätigen"
    }
  }

  static func text(_ phrase: Phrase.MusicLine) -> Wording {
    switch phrase {
    case .noMusicService: "Kein Musikdienst"
    case .nothingPlaying: "Keine Musik"
    case .noTitle: "Ohne Titel"
    }
  }

  static func text(_ phrase: Phrase.Fact) -> Wording {
    switch phrase {
    case .timeUnknown: "Zeit: unbekannt"
    case .timeBySystem: "Zeit: System"
    case .timeByPhone: "Zeit: Telefon"
    case .nothingCame: "Noch nichts da"
    case .silenceRenewed: "Still: erneuert"
    case .silenceDisconnected: "Still: getrennt"
    case .noAnswerRenewed: "Stumm: erneuert"
    case .noAnswerDisconnected: "Stumm: getrennt"
    case .absenceRenewed: "Fort: erneuert"
    case .absenceDisconnected: "Fort: getrennt"
    case .refusalRenewed: "Nein: erneuert"
    case .refusalDisconnected: "Nein: getrennt"
    }
  }

  static func text(_ phrase: Phrase.Counted) -> Wording {
    switch phrase {
    case .oneNotification: "# Mitteilung"
    case .notifications: "# Mitteilungen"
    case .onThePhone: "# am Telefon"
    case .alarm: "Wecker #"
    case .seconds: "# s"
    case .minutes: "# min"
    }
  }

  static func text(_ phrase: Phrase.CountedFact) -> Wording {
    switch phrase {
    case .onePhonePaired: "# Tel. gekoppelt"
    case .phonesPaired: "# Tel. gekoppelt"
    case .minutesAgo: "vor # Min."
    case .hoursAgo: "vor # Std."
    case .daysAgo: "vor # Tagen"
    case .evicted: "Verworfen: #"
    case .incomplete: "Ohne Text: #"
    case .malformed: "Unlesbar: #"
    case .untold: "Ungemeldet: #"
    }
  }

  static func text(_ phrase: Phrase.Day) -> Wording {
    switch phrase {
    case .monday: "Mo"
    case .tuesday: "Di"
    case .wednesday: "Mi"
    case .thursday: "Do"
    case .friday: "Fr"
    case .saturday: "Sa"
    case .sunday: "So"
    case .justNow: "gerade"
    case .last: "Kam "
    case .dayMonth: "#. @"
    case .monthDay: "@ #"
    }
  }

  static func text(_ phrase: Phrase.AlarmDays) -> Wording {
    switch phrase {
    case .once: "Einmal"
    case .daily: "Täglich"
    case .mondayToFriday: "Mo-Fr"
    case .weekend: "Wochenende"
    case .letters: "MDMDFSS"
    }
  }

  static func text(_ phrase: Phrase.Month) -> Wording {
    switch phrase {
    case .january: "Jan"
    case .february: "Feb"
    case .march: "März"
    case .april: "Apr"
    case .may: "Mai"
    case .june: "Juni"
    case .july: "Juli"
    case .august: "Aug"
    case .september: "Sep"
    case .october: "Okt"
    case .november: "Nov"
    case .december: "Dez"
    }
  }
}
