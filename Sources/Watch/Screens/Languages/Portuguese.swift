/// No native reader has checked this table yet.
enum Portuguese: Vocabulary {
  static func text(_ phrase: Phrase.Button) -> Wording {
    switch phrase {
    case .yes: "Sim"
    case .no: "Não"
    case .ok: "OK"
    case .cancel: "Cancelar"
    case .later: "Depois"
    case .more: "Mais"
    case .menu: "Menu"
    case .back: "Voltar"
    case .start: "Iniciar"
    case .stop: "Parar"
    case .pause: "Pausa"
    case .resume: "Seguir"
    case .reset: "Zerar"
    case .change: "Mudar"
    case .next: "Seguinte"
    case .done: "Pronto"
    case .snooze: "Adiar"
    case .on: "Sim"
    case .off: "Não"
    case .open: "Abrir"
    case .choose: "Escolher"
    case .mute: "Calar"
    case .scroll: "Mover"
    case .skip: "Pular"
    }
  }

  static func text(_ phrase: Phrase.Title) -> Wording {
    switch phrase {
    case .whichPhone: "Qual?"
    case .inbox: "Entrada"
    case .alarm: "Alarme"
    case .missedAlarm: "Alarme perdido"
    case .timeIsOver: "Fim do tempo"
    case .sameCode: "Mesmo código?"
    case .typeOnPhone: "No telefone"
    case .paired: "Emparelhado"
    case .forget: "Esquecer?"
    case .replace: "Substituir?"
    case .clearAll: "Apagar tudo?"
    case .selfTest: "Autoteste"
    case .press: "Carregue"
    case .passed: "passou"
    case .failed: "falhou"
    case .asConfigured: "Restaurar?"
    case .pairAgain: "De novo"
    case .notPaired: "Sem par"
    }
  }

  static func text(_ phrase: Phrase.OutcomeTitle) -> Wording {
    switch phrase {
    case .forgotten: "Esquecido"
    case .notConnected: "Sem ligação"
    case .noPairedPhones: "Sem telefones"
    case .cannotClear: "Não se apaga"
    }
  }

  static func text(_ phrase: Phrase.Menu) -> Wording {
    switch phrase {
    case .menu: "Menu"
    case .pairNewPhone: "Emparelhar"
    case .phones: "Telefones"
    case .disconnect: "Desligar"
    case .forgetPhone: "Esquecer"
    case .status: "Estado"
    case .music: "Música"
    case .quietNow: "Silêncio"
    case .clearAll: "Apagar tudo"
    case .timer: "Temporizador"
    case .stopwatch: "Cronômetro"
    case .torch: "Lanterna"
    case .alarms: "Alarmes"
    case .digitalFace: "Hora: dígitos"
    case .analogFace: "Hora: ponteiros"
    case .largeFace: "Hora: grande"
    case .settings: "Ajustes"
    case .tutorial: "Guia"
    }
  }

  static func text(_ phrase: Phrase.Choice) -> Wording {
    switch phrase {
    case .muteHour: "Calar 1 hora"
    case .muteToday: "Calar hoje"
    case .muteAlways: "Calar sempre"
    case .unmute: "Com som"
    case .snoozeTenMinutes: "Em 10 min"
    case .snoozeHour: "Em 1 hora"
    case .untilTomorrow: "Amanhã"
    case .quietHour: "Por 1 hora"
    case .quietUntilMorning: "Até de manhã"
    case .quietUntilChanged: "Sem limite"
    case .endQuiet: "Fim do silêncio"
    case .anyPhone: "Qualquer um"
    }
  }

  static func text(_ phrase: Phrase.Banner) -> Wording {
    switch phrase {
    case .busy: "Aguarde"
    case .notReady: "Sem telefone"
    case .gone: "Já não existe"
    case .noAnswer: "Sem resposta"
    case .refused: "Recusado"
    case .forbidden: "Não permitido"
    case .linkLost: "Ligação perdida"
    case .notOffered: "Indisponível"
    case .done: "Feito"
    case .cleared: "Apagado"
    case .notAllCleared: "Nem tudo apagado"
    }
  }

  static func text(_ phrase: Phrase.MuteResult) -> Wording {
    switch phrase {
    case .muted: "Sem som"
    case .unmuted: "Com som"
    case .noRoom: "Demasiados"
    case .snoozed: "Adiado"
    case .tooManySnoozed: "Demasiados"
    }
  }

  static func text(_ phrase: Phrase.State) -> Wording {
    switch phrase {
    case .starting: "Iniciando"
    case .advertising: "À procura"
    case .readyToPair: "Pronto"
    case .phoneIsHere: "Telefone aqui"
    case .pairing: "Emparelhando"
    case .connecting: "Conectando"
    case .connected: "Conectado"
    case .notAllowedYet: "Sem permissão"
    case .noServiceYet: "Sem serviço"
    case .tryingAgain: "Nova tentativa"
    case .disconnected: "Desconectado"
    case .seeStatus: "Veja o estado"
    case .radioOff: "Rádio desligado"
    case .radioFault: "Falha de rádio"
    }
  }

  static func text(_ phrase: Phrase.Trouble) -> Wording {
    switch phrase {
    case .noPhone: "Sem telefone"
    case .paused: "Em pausa"
    case .askedToPair: "Emparelhar?"
    case .keyMissing: "Falta a chave"
    case .unknownPhone: "Tel. estranho"
    case .noService: "Sem serviço"
    case .refused: "Recusado"
    case .notAllowed: "Sem permissão"
    case .allQuiet: "Silêncio"
    }
  }

  static func text(_ phrase: LinkStep) -> Wording {
    switch phrase {
    case .radio: "rádio"
    case .advertising: "visível"
    case .connected: "conectado"
    case .secured: "cifrado"
    case .serviceFound: "serviço"
    case .subscribed: "inscrito"
    case .authorized: "autorizado"
    case .recent: "recente"
    }
  }

  static func text(_ phrase: Phrase.Advice) -> Wording {
    switch phrase {
    case .radioSetUp: "O rádio é preparado."
    case .fewSeconds: "Demora alguns segundos."
    case .compareCodes: "Compare os dois códigos."
    case .radioOff: "Se continuar: desligue e ligue. O rádio é procurado sempre."
    case .radioFault: "Se continuar: desligue e ligue. O rádio reinicia."
    case .bringNear: "Aproxime o telefone, com Bluetooth."
    case .heldOff: "O telefone volta num minuto, ou escolha Menu > Telefones."
    case .chooseWatch: "No telefone: Ajustes > Bluetooth, escolha este relógio."
    case .notPaired: "Na hora, segure Recusar e escolha Emparelhar."
    case .askedToPair: "Um telefone quer emparelhar: Menu > Emparelhar."
    case .keyMissing: "Um telefone veio sem chave. Se o seu não conecta: Menu > Emparelhar, e escolha nele o relógio."
    case .forgetDevice: "No telefone: Ajustes > Bluetooth > (i) > Esquecer dispositivo. Depois Menu > Emparelhar."
    case .unknownPhone: "Um telefone fora de Menu > Telefones pede a chave. Se for seu: Menu > Emparelhar."
    case .noService: "O telefone ainda não oferece notificações. Após um minuto: desligue e ligue o Bluetooth dele."
    case .refused: "O telefone recusa. Após um minuto: desligue e ligue o Bluetooth dele."
    case .notAllowed: "No telefone: Ajustes > Bluetooth > (i) > Compartilhar notificações."
    case .silent: "Se não for assim: desligue e ligue o Bluetooth do telefone."
    }
  }

  static func text(_ phrase: Phrase.Note) -> Wording {
    switch phrase {
    case .willCome: "As notificações chegam aqui."
    case .pairingRefused: "Recusado aqui ou no telefone."
    case .mismatch: "Códigos diferentes. Mude de lugar."
    case .timedOut: "Demorou. Repita no telefone."
    case .windowClosed: "Escolha antes Emparelhar."
    case .noRoom: "Não há espaço. Esqueça um telefone."
    case .pairingFailed: "Falhou. Repita no telefone."
    case .watchForgot:
      "O relógio não\nconhece mais o\ntelefone. Nele:\nAjustes >\nBluetooth > (i)\n> Esquecer.\nDepois\nEmparelhar."
    }
  }

  static func text(_ phrase: Phrase.Outcome) -> Wording {
    switch phrase {
    case .comesBack: "volta em 60 s, ou se o escolher: Menu > Telefones."
    case .forgetOnPhone: "No telefone:\nAjustes >\nBluetooth > (i)\n> Esquecer\ndispositivo."
    case .notConnected: "Nenhum telefone conectado."
    case .choosePair: "Escolha Menu > Emparelhar."
    case .cannotClear: "O telefone não pode apagar nada."
    }
  }

  static func text(_ phrase: Phrase.Kind) -> Wording {
    switch phrase {
    case .notification: "Notificação"
    case .call: "Chamada"
    case .incomingCall: "Chamada a entrar"
    case .missedCall: "Chamada perdida"
    case .voicemail: "Correio de voz"
    case .message: "Mensagem"
    case .calendar: "Calendário"
    case .email: "E-mail"
    case .news: "Notícias"
    case .health: "Saúde"
    case .finance: "Finanças"
    case .location: "Localização"
    case .entertainment: "Lazer"
    case .new: "Novo"
    case .missed: "Perdida"
    case .attachment: "Anexo"
    case .cut: "… (cortado)"
    case .kept: "Removido do tel."
    }
  }

  static func text(_ phrase: Phrase.Line) -> Wording {
    switch phrase {
    case .timeNotKnown: "Hora incerta"
    case .nothingNew: "Nada de novo"
    case .readFirst: "Leia primeiro"
    case .confirmOnPhone: "Confirme lá"
    }
  }

  static func text(_ phrase: Phrase.MusicLine) -> Wording {
    switch phrase {
    case .noMusicService: "Sem serviço"
    case .nothingPlaying: "Nada toca"
    case .noTitle: "Sem título"
    }
  }

  static func text(_ phrase: Phrase.Fact) -> Wording {
    switch phrase {
    case .timeUnknown: "Hora: incerta"
    case .timeBySystem: "Hora: sistema"
    case .timeByPhone: "Hora: telefone"
    case .nothingCame: "Nada ainda"
    case .silenceRenewed: "Mudo: renovado"
    case .silenceDisconnected: "Mudo: cortado"
    case .noAnswerRenewed: "Sem eco: renov."
    case .noAnswerDisconnected: "Sem eco: cortado"
    case .absenceRenewed: "Falta: renovado"
    case .absenceDisconnected: "Falta: cortado"
    case .refusalRenewed: "Recusa: renovado"
    case .refusalDisconnected: "Recusa: cortado"
    }
  }

  static func text(_ phrase: Phrase.Counted) -> Wording {
    switch phrase {
    case .oneNotification: "# notificação"
    case .notifications: "# notificações"
    case .onThePhone: "# no telefone"
    case .alarm: "Alarme #"
    case .seconds: "# s"
    case .minutes: "# min"
    }
  }

  static func text(_ phrase: Phrase.CountedFact) -> Wording {
    switch phrase {
    case .onePhonePaired: "# emparelhado"
    case .phonesPaired: "# emparelhados"
    case .minutesAgo: "há # min"
    case .hoursAgo: "há # h"
    case .daysAgo: "há # dias"
    case .evicted: "Perdidas: #"
    case .incomplete: "Sem texto: #"
    case .malformed: "Ilegíveis: #"
    case .untold: "Não avisados: #"
    }
  }

  static func text(_ phrase: Phrase.Day) -> Wording {
    switch phrase {
    case .monday: "seg"
    case .tuesday: "ter"
    case .wednesday: "qua"
    case .thursday: "qui"
    case .friday: "sex"
    case .saturday: "sáb"
    case .sunday: "dom"
    case .justNow: "agora"
    case .last: "Último: "
    case .dayMonth: "# @"
    case .monthDay: "@ #"
    }
  }

  static func text(_ phrase: Phrase.AlarmDays) -> Wording {
    switch phrase {
    case .once: "Uma vez"
    case .daily: "Todo dia"
    case .mondayToFriday: "Seg-sex"
    case .weekend: "Fim de semana"
    case .letters: "STQQSSD"
    }
  }

  static func text(_ phrase: Phrase.Month) -> Wording {
    switch phrase {
    case .january: "jan"
    case .february: "fev"
    case .march: "mar"
    case .april: "abr"
    case .may: "mai"
    case .june: "jun"
    case .july: "jul"
    case .august: "ago"
    case .september: "set"
    case .october: "out"
    case .november: "nov"
    case .december: "dez"
    }
  }
}
