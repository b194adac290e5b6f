/// No native reader has checked this table yet.
enum French: Vocabulary {
  static func text(_ phrase: Phrase.Button) -> Wording {
    switch phrase {
    case .yes: "Oui"
    case .no: "Non"
    case .ok: "OK"
    case .cancel: "Annuler"
    case .later: "Plus tard"
    case .more: "Suite"
    case .menu: "Menu"
    case .back: "Retour"
    case .start: "Démarrer"
    case .stop: "Arrêter"
    case .pause: "Pause"
    case .resume: "Reprendre"
    case .reset: "Zéro"
    case .change: "Changer"
    case .next: "Suivant"
    case .done: "Terminé"
    case .snooze: "Rappel"
    case .on: "Oui"
    case .off: "Non"
    case .open: "Ouvrir"
    case .choose: "Choisir"
    case .mute: "Muet"
    case .scroll: "Défiler"
    case .skip: "Passer"
    }
  }

  static func text(_ phrase: Phrase.Title) -> Wording {
    switch phrase {
    case .whichPhone: "Lequel ?"
    case .inbox: "Réception"
    case .alarm: "Alarme"
    case .missedAlarm: "Alarme manquée"
    case .timeIsOver: "Temps écoulé"
    case .sameCode: "Même code ?"
    case .typeOnPhone: "Taper au tél."
    case .paired: "Jumelé"
    case .forget: "Oublier ?"
    case .replace: "Remplacer ?"
    case .clearAll: "Tout effacer ?"
    case .selfTest: "Autotest"
    case .press: "Appuyer"
    case .passed: "réussi"
    case .failed: "échoué"
    case .asConfigured: "Tout rétablir ?"
    case .pairAgain: "Rejumeler"
    case .notPaired: "Non jumelé"
    }
  }

  static func text(_ phrase: Phrase.OutcomeTitle) -> Wording {
    switch phrase {
    case .forgotten: "Oublié"
    case .notConnected: "Non connecté"
    case .noPairedPhones: "Aucun téléphone"
    case .cannotClear: "Ineffaçable"
    }
  }

  static func text(_ phrase: Phrase.Menu) -> Wording {
    switch phrase {
    case .menu: "Menu"
    case .pairNewPhone: "Jumeler"
    case .phones: "Téléphones"
    case .disconnect: "Déconnecter"
    case .forgetPhone: "Oublier"
    case .status: "État"
    case .music: "Musique"
    case .quietNow: "Silence"
    case .clearAll: "Tout effacer"
    case .timer: "Minuteur"
    case .stopwatch: "Chronomètre"
    case .torch: "Lampe"
    case .alarms: "Alarmes"
    case .digitalFace: "Cadran: digital"
    case .analogFace: "Cadran: aiguil."
    case .largeFace: "Cadran: grand"
    case .settings: "Réglages"
    case .tutorial: "Guide"
    }
  }

  static func text(_ phrase: Phrase.Choice) -> Wording {
    switch phrase {
    case .muteHour: "Muet 1 heure"
    case .muteToday: "Muet ce jour"
    case .muteAlways: "Toujours muet"
    case .unmute: "Réactiver"
    case .snoozeTenMinutes: "Dans 10 min"
    case .snoozeHour: "Dans 1 heure"
    case .untilTomorrow: "Demain"
    case .quietHour: "1 heure"
    case .quietUntilMorning: "Jusqu'au matin"
    case .quietUntilChanged: "Sans limite"
    case .endQuiet: "Fin du silence"
    case .anyPhone: "Tout téléphone"
    }
  }

  static func text(_ phrase: Phrase.Banner) -> Wording {
    switch phrase {
    case .busy: "Patientez"
    case .notReady: "Aucun téléphone"
    case .gone: "Déjà parti"
    case .noAnswer: "Sans réponse"
    case .refused: "Refusé"
    case .forbidden: "Non autorisé"
    case .linkLost: "Lien perdu"
    case .notOffered: "Non proposé"
    case .done: "Fait"
    case .cleared: "Effacé"
    case .notAllCleared: "Pas tout effacé"
    }
  }

  static func text(_ phrase: Phrase.MuteResult) -> Wording {
    switch phrase {
    case .muted: "Muet"
    case .unmuted: "Réactivé"
    case .noRoom: "Trop de muets"
    case .snoozed: "Rappel prévu"
    case .tooManySnoozed: "Trop de rappels"
    }
  }

  static func text(_ phrase: Phrase.State) -> Wording {
    switch phrase {
    case .starting: "Démarrage"
    case .advertising: "Recherche"
    case .readyToPair: "Prêt à jumeler"
    case .phoneIsHere: "Téléphone ici"
    case .pairing: "Jumelage"
    case .connecting: "Connexion"
    case .connected: "Connecté"
    case .notAllowedYet: "Non autorisé"
    case .noServiceYet: "Aucun service"
    case .tryingAgain: "Nouvel essai"
    case .disconnected: "Déconnecté"
    case .seeStatus: "Voir l'état"
    case .radioOff: "Radio coupée"
    case .radioFault: "Panne radio"
    }
  }

  static func text(_ phrase: Phrase.Trouble) -> Wording {
    switch phrase {
    case .noPhone: "Aucun tél."
    case .paused: "En pause"
    case .askedToPair: "Jumelage ?"
    case .keyMissing: "Clé absente"
    case .unknownPhone: "Tél. inconnu"
    case .noService: "Sans service"
    case .refused: "Refusé"
    case .notAllowed: "Non autorisé"
    case .allQuiet: "Silence"
    }
  }

  static func text(_ phrase: LinkStep) -> Wording {
    switch phrase {
    case .radio: "radio"
    case .advertising: "visible"
    case .connected: "connecté"
    case .secured: "chiffré"
    case .serviceFound: "service"
    case .subscribed: "abonné"
    case .authorized: "autorisé"
    case .recent: "récent"
    }
  }

  static func text(_ phrase: Phrase.Advice) -> Wording {
    switch phrase {
    case .radioSetUp: "La radio démarre."
    case .fewSeconds: "Cela prend quelques secondes."
    case .compareCodes: "Comparez les deux codes."
    case .radioOff: "Si cela dure : éteindre et rallumer. La radio est cherchée sans cesse."
    case .radioFault: "Si cela dure : éteindre et rallumer. La radio redémarre."
    case .bringNear: "Approchez le téléphone, Bluetooth activé."
    case .heldOff: "Le téléphone revient dans une minute, ou choisissez-le : Menu > Téléphones."
    case .chooseWatch: "Au téléphone : Réglages > Bluetooth, puis cette montre."
    case .notPaired: "Sur l'heure, maintenez Refuser, puis choisissez Jumeler."
    case .askedToPair: "Un téléphone veut se jumeler : Menu > Jumeler."
    case .keyMissing:
      "Un téléphone est venu sans clé. Si le vôtre ne se connecte pas : Menu > Jumeler, puis choisissez-y la montre."
    case .forgetDevice: "Au téléphone : Réglages > Bluetooth > (i) > Oublier cet appareil. Puis Menu > Jumeler."
    case .unknownPhone: "Un téléphone absent de Menu > Téléphones demande sa clé. Si c'est le vôtre : Menu > Jumeler."
    case .noService:
      "Le téléphone n'offre pas encore de notifications. Après une minute : coupez et remettez son Bluetooth."
    case .refused: "Le téléphone refuse. Après une minute : coupez et remettez son Bluetooth."
    case .notAllowed: "Au téléphone : Réglages > Bluetooth > (i) > Partager les notifications."
    case .silent: "Si c'est faux : coupez et remettez le Bluetooth du téléphone."
    }
  }

  static func text(_ phrase: Phrase.Note) -> Wording {
    switch phrase {
    case .willCome: "Les notifications arriveront ici."
    case .pairingRefused: "Refusé ici ou sur le téléphone."
    case .mismatch: "Codes différents. Changez de lieu."
    case .timedOut: "Trop long. Réessayez au téléphone."
    case .windowClosed: "Choisissez d'abord Jumeler."
    case .noRoom: "Plus de place. Oubliez un téléphone."
    case .pairingFailed: "Échec. Réessayez au téléphone."
    case .watchForgot:
      """
      La montre ne\nconnaît plus ce\ntéléphone. Là :\nRéglages >\nBluetooth > (i)\n> Oublier cet\nappareil. \
      Puis\nJumeler.
      """
    }
  }

  static func text(_ phrase: Phrase.Outcome) -> Wording {
    switch phrase {
    case .comesBack: "revient dans 60 s, ou si vous le choisissez : Menu > Téléphones."
    case .forgetOnPhone: "Au téléphone :\nRéglages >\nBluetooth > (i)\n> Oublier cet\nappareil."
    case .notConnected: "Aucun téléphone connecté."
    case .choosePair: "Choisissez Menu > Jumeler."
    case .cannotClear: "Le téléphone ne peut rien effacer."
    }
  }

  static func text(_ phrase: Phrase.Kind) -> Wording {
    switch phrase {
    case .notification: "Notification"
    case .call: "Appel"
    case .incomingCall: "Appel entrant"
    case .missedCall: "Appel manqué"
    case .voicemail: "Messagerie"
    case .message: "Message"
    case .calendar: "Calendrier"
    case .email: "E-mail"
    case .news: "Actualités"
    case .health: "Santé"
    case .finance: "Finances"
    case .location: "Position"
    case .entertainment: "Loisirs"
    case .new: "Nouveau"
    case .missed: "Manqué"
    case .attachment: "Pièce jointe"
    case .cut: "… (coupé)"
    case .kept: "Retiré du tél."
    }
  }

  static func text(_ phrase: Phrase.Line) -> Wording {
    switch phrase {
    case .timeNotKnown: "Heure inconnue"
    case .nothingNew: "Rien de nouveau"
    case .readFirst: "Lisez d'abord"
    case .confirmOnPhone: "Confirmez au tél."
    }
  }

  static func text(_ phrase: Phrase.MusicLine) -> Wording {
    switch phrase {
    case .noMusicService: "Aucun service"
    case .nothingPlaying: "Aucune musique"
    case .noTitle: "Sans titre"
    }
  }

  static func text(_ phrase: Phrase.Fact) -> Wording {
    switch phrase {
    case .timeUnknown: "Heure: inconnue"
    case .timeBySystem: "Heure: système"
    case .timeByPhone: "Heure: téléphone"
    case .nothingCame: "Rien reçu"
    case .silenceRenewed: "Muet: renouvelé"
    case .silenceDisconnected: "Muet: coupé"
    case .noAnswerRenewed: "Écho: renouvelé"
    case .noAnswerDisconnected: "Écho: coupé"
    case .absenceRenewed: "Absent: refait"
    case .absenceDisconnected: "Absent: coupé"
    case .refusalRenewed: "Refus: renouvelé"
    case .refusalDisconnected: "Refus: coupé"
    }
  }

  static func text(_ phrase: Phrase.Counted) -> Wording {
    switch phrase {
    case .oneNotification: "# notification"
    case .notifications: "# notifications"
    case .onThePhone: "# au téléphone"
    case .alarm: "Alarme #"
    case .seconds: "# s"
    case .minutes: "# min"
    }
  }

  static func text(_ phrase: Phrase.CountedFact) -> Wording {
    switch phrase {
    case .onePhonePaired: "# tél. jumelé"
    case .phonesPaired: "# tél. jumelés"
    case .minutesAgo: "il y a # min"
    case .hoursAgo: "il y a # h"
    case .daysAgo: "il y a # j"
    case .evicted: "Perdus: #"
    case .incomplete: "Sans texte: #"
    case .malformed: "Illisibles: #"
    case .untold: "Non émis: #"
    }
  }

  static func text(_ phrase: Phrase.Day) -> Wording {
    switch phrase {
    case .monday: "lun."
    case .tuesday: "mar."
    case .wednesday: "mer."
    case .thursday: "jeu."
    case .friday: "ven."
    case .saturday: "sam."
    case .sunday: "dim."
    case .justNow: "à l'instant"
    case .last: "Reçu "
    case .dayMonth: "# @"
    case .monthDay: "@ #"
    }
  }

  static func text(_ phrase: Phrase.AlarmDays) -> Wording {
    switch phrase {
    case .once: "1 fois"
    case .daily: "Tous les jours"
    case .mondayToFriday: "Lun-ven"
    case .weekend: "Week-end"
    case .letters: "LMMJVSD"
    }
  }

  static func text(_ phrase: Phrase.Month) -> Wording {
    switch phrase {
    case .january: "jan."
    case .february: "fév."
    case .march: "mars"
    case .april: "avr."
    case .may: "mai"
    case .june: "juin"
    case .july: "juil."
    case .august: "août"
    case .september: "sept."
    case .october: "oct."
    case .november: "nov."
    case .december: "déc."
    }
  }
}
