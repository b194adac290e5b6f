/// No native reader has checked this table yet.
enum Russian: Vocabulary {
  static func text(_ phrase: Phrase.Button) -> Wording {
    switch phrase {
    case .yes: "Да"
    case .no: "Нет"
    case .ok: "ОК"
    case .cancel: "Отмена"
    case .later: "Позже"
    case .more: "Ещё"
    case .menu: "Меню"
    case .back: "Назад"
    case .start: "Старт"
    case .stop: "Стоп"
    case .pause: "Пауза"
    case .resume: "Дальше"
    case .reset: "Сброс"
    case .change: "Менять"
    case .next: "Далее"
    case .done: "Готово"
    case .snooze: "Позже"
    case .on: "Вкл"
    case .off: "Выкл"
    case .open: "Открыть"
    case .choose: "Выбрать"
    case .mute: "Тихо"
    case .scroll: "Листать"
    case .skip: "Пропуск"
    }
  }

  static func text(_ phrase: Phrase.Title) -> Wording {
    switch phrase {
    case .whichPhone: "Какой?"
    case .inbox: "Входящие"
    case .alarm: "Будильник"
    case .missedAlarm: "Пропущен"
    case .timeIsOver: "Время вышло"
    case .sameCode: "Тот же код?"
    case .typeOnPhone: "Ввод на тел."
    case .paired: "Сопряжено"
    case .forget: "Забыть?"
    case .replace: "Заменить?"
    case .clearAll: "Очистить всё?"
    case .selfTest: "Самотест"
    case .press: "Нажмите"
    case .passed: "успешно"
    case .failed: "ошибка"
    case .asConfigured: "Сбросить?"
    case .pairAgain: "Новая пара"
    case .notPaired: "Нет пары"
    }
  }

  static func text(_ phrase: Phrase.OutcomeTitle) -> Wording {
    switch phrase {
    case .forgotten: "Забыт"
    case .notConnected: "Нет связи"
    case .noPairedPhones: "Нет телефонов"
    case .cannotClear: "Не удаляется"
    }
  }

  static func text(_ phrase: Phrase.Menu) -> Wording {
    switch phrase {
    case .menu: "Меню"
    case .pairNewPhone: "Сопряжение"
    case .phones: "Телефоны"
    case .disconnect: "Отключить"
    case .forgetPhone: "Забыть"
    case .status: "Статус"
    case .music: "Музыка"
    case .quietNow: "Тишина"
    case .clearAll: "Очистить всё"
    case .timer: "Таймер"
    case .stopwatch: "Секундомер"
    case .torch: "Фонарик"
    case .alarms: "Будильники"
    case .digitalFace: "Часы: цифры"
    case .analogFace: "Часы: стрелки"
    case .largeFace: "Часы: крупно"
    case .settings: "Настройки"
    case .tutorial: "Обучение"
    }
  }

  static func text(_ phrase: Phrase.Choice) -> Wording {
    switch phrase {
    case .muteHour: "Тихо 1 час"
    case .muteToday: "Тихо сегодня"
    case .muteAlways: "Тихо всегда"
    case .unmute: "Со звуком"
    case .snoozeTenMinutes: "Через 10 мин"
    case .snoozeHour: "Через 1 час"
    case .untilTomorrow: "Завтра"
    case .quietHour: "На 1 час"
    case .quietUntilMorning: "До утра"
    case .quietUntilChanged: "Без срока"
    case .endQuiet: "Конец тишины"
    case .anyPhone: "Любой телефон"
    }
  }

  static func text(_ phrase: Phrase.Banner) -> Wording {
    switch phrase {
    case .busy: "Подождите"
    case .notReady: "Нет телефона"
    case .gone: "Уже нет"
    case .noAnswer: "Нет ответа"
    case .refused: "Отказано"
    case .forbidden: "Не разрешено"
    case .linkLost: "Связь потеряна"
    case .notOffered: "Недоступно"
    case .done: "Готово"
    case .cleared: "Очищено"
    case .notAllCleared: "Очищено не всё"
    }
  }

  static func text(_ phrase: Phrase.MuteResult) -> Wording {
    switch phrase {
    case .muted: "Без звука"
    case .unmuted: "Со звуком"
    case .noRoom: "Слишком много"
    case .snoozed: "Отложено"
    case .tooManySnoozed: "Слишком много"
    }
  }

  static func text(_ phrase: Phrase.State) -> Wording {
    switch phrase {
    case .starting: "Запуск"
    case .advertising: "Поиск телефона"
    case .readyToPair: "Жду сопряжения"
    case .phoneIsHere: "Телефон здесь"
    case .pairing: "Сопряжение"
    case .connecting: "Соединение"
    case .connected: "Соединено"
    case .notAllowedYet: "Нет доступа"
    case .noServiceYet: "Нет службы"
    case .tryingAgain: "Новая попытка"
    case .disconnected: "Нет связи"
    case .seeStatus: "См. состояние"
    case .radioOff: "Радио выкл."
    case .radioFault: "Сбой радио"
    }
  }

  static func text(_ phrase: Phrase.Trouble) -> Wording {
    switch phrase {
    case .noPhone: "Нет телефона"
    case .paused: "Пауза"
    case .askedToPair: "Запрос пары"
    case .keyMissing: "Нет ключа"
    case .unknownPhone: "Чужой тел."
    case .noService: "Нет службы"
    case .refused: "Отказано"
    case .notAllowed: "Нет доступа"
    case .allQuiet: "Тихо"
    }
  }

  static func text(_ phrase: LinkStep) -> Wording {
    switch phrase {
    case .radio: "радио"
    case .advertising: "видимость"
    case .connected: "связь"
    case .secured: "шифр"
    case .serviceFound: "служба"
    case .subscribed: "подписка"
    case .authorized: "доступ"
    case .recent: "события"
    }
  }

  static func text(_ phrase: Phrase.Advice) -> Wording {
    switch phrase {
    case .radioSetUp: "Радио настраивается."
    case .fewSeconds: "Это займёт секунды."
    case .compareCodes: "Сравните коды на экранах."
    case .radioOff: "Если не пройдёт: выключите и включите. Поиск радио идёт."
    case .radioFault: "Если не пройдёт: выключите и включите. Радио стартует снова."
    case .bringNear: "Поднесите ближе, включите Bluetooth."
    case .heldOff: "Телефон вернётся через минуту, или выберите его: Меню > Телефоны."
    case .chooseWatch: "На телефоне: Настройки > Bluetooth, выберите эти часы."
    case .notPaired: "На часах держите Отклонить, затем Сопряжение."
    case .askedToPair: "Телефон просит сопряжения: Меню > Сопряжение."
    case .keyMissing: "Телефон пришёл без ключа. Если ваш не соединяется: Меню > Сопряжение, и выберите на нём часы."
    case .forgetDevice: "На телефоне: Настройки > Bluetooth > (i) > Забыть устройство. Затем Меню > Сопряжение."
    case .unknownPhone: "Телефон не из Меню > Телефоны просит ключ. Если он ваш: Меню > Сопряжение."
    case .noService: "Телефон пока не даёт уведомлений. Через минуту выключите и включите его Bluetooth."
    case .refused: "Телефон отказал. Через минуту выключите и включите его Bluetooth."
    case .notAllowed: "На телефоне: Настройки > Bluetooth > (i) > Показ уведомлений."
    case .silent: "Если это не так: выключите и включите Bluetooth телефона."
    }
  }

  static func text(_ phrase: Phrase.Note) -> Wording {
    switch phrase {
    case .willCome: "Уведомления появятся здесь."
    case .pairingRefused: "Отказ здесь или на телефоне."
    case .mismatch: "Коды разные. Смените место."
    case .timedOut: "Долго. Повторите на телефоне."
    case .windowClosed: "Сначала Меню > Сопряжение."
    case .noRoom: "Нет места. Забудьте телефон в меню."
    case .pairingFailed: "Ошибка. Повторите на телефоне."
    case .watchForgot:
      "Часы забыли\nэтот телефон.\nНа телефоне:\nНастройки >\nBluetooth > (i)\n> Забыть\nустройство. И\nСопряжение."
    }
  }

  static func text(_ phrase: Phrase.Outcome) -> Wording {
    switch phrase {
    case .comesBack: "вернётся через 60 с, или выберите: Меню > Телефоны."
    case .forgetOnPhone: "На телефоне:\nНастройки >\nBluetooth > (i)\n> Забыть\nустройство."
    case .notConnected: "Телефон не подключён."
    case .choosePair: "Выберите Меню > Сопряжение."
    case .cannotClear: "Телефон не может удалить ничего."
    }
  }

  static func text(_ phrase: Phrase.Kind) -> Wording {
    switch phrase {
    case .notification: "Уведомление"
    case .call: "Звонок"
    case .incomingCall: "Входящий звонок"
    case .missedCall: "Пропущен звонок"
    case .voicemail: "Автоответчик"
    case .message: "Сообщение"
    case .calendar: "Календарь"
    case .email: "Почта"
    case .news: "Новости"
    case .health: "Здоровье"
    case .finance: "Финансы"
    case .location: "Геопозиция"
    case .entertainment: "Развлечения"
    case .new: "Новое"
    case .missed: "Пропущен"
    case .attachment: "Вложение"
    case .cut: "… (обрезано)"
    case .kept: "Удалено на тел."
    }
  }

  static func text(_ phrase: Phrase.Line) -> Wording {
    switch phrase {
    case .timeNotKnown: "Нет времени"
    case .nothingNew: "Нет нового"
    case .readFirst: "Прочтите"
    case .confirmOnPhone: "Подтвердите там"
    }
  }

  static func text(_ phrase: Phrase.MusicLine) -> Wording {
    switch phrase {
    case .noMusicService: "Нет службы"
    case .nothingPlaying: "Не играет"
    case .noTitle: "Без названия"
    }
  }

  static func text(_ phrase: Phrase.Fact) -> Wording {
    switch phrase {
    case .timeUnknown: "Время: нет"
    case .timeBySystem: "Время: система"
    case .timeByPhone: "Время: телефон"
    case .nothingCame: "Пока ничего"
    case .silenceRenewed: "Нет данных: нов."
    case .silenceDisconnected: "Нет данных: стоп"
    case .noAnswerRenewed: "Нет эха: новое"
    case .noAnswerDisconnected: "Нет эха: стоп"
    case .absenceRenewed: "Пропал: новое"
    case .absenceDisconnected: "Пропал: стоп"
    case .refusalRenewed: "Отказ: новое"
    case .refusalDisconnected: "Отказ: стоп"
    }
  }

  static func text(_ phrase: Phrase.Counted) -> Wording {
    switch phrase {
    case .oneNotification: "Уведомлений: #"
    case .notifications: "Уведомлений: #"
    case .onThePhone: "На телефоне: #"
    case .alarm: "Будильник #"
    case .seconds: "# с"
    case .minutes: "# мин"
    }
  }

  static func text(_ phrase: Phrase.CountedFact) -> Wording {
    switch phrase {
    case .onePhonePaired: "Телефонов: #"
    case .phonesPaired: "Телефонов: #"
    case .minutesAgo: "# мин назад"
    case .hoursAgo: "# ч назад"
    case .daysAgo: "# дн. назад"
    case .evicted: "Утеряно: #"
    case .incomplete: "Без текста: #"
    case .malformed: "Нечитаемо: #"
    case .untold: "Не сообщено: #"
    }
  }

  static func text(_ phrase: Phrase.Day) -> Wording {
    switch phrase {
    case .monday: "пн"
    case .tuesday: "вт"
    case .wednesday: "ср"
    case .thursday: "чт"
    case .friday: "пт"
    case .saturday: "сб"
    case .sunday: "вс"
    case .justNow: "сейчас"
    case .last: "Было: "
    case .dayMonth: "# @"
    case .monthDay: "@ #"
    }
  }

  static func text(_ phrase: Phrase.AlarmDays) -> Wording {
    switch phrase {
    case .once: "1 раз"
    case .daily: "Ежедневно"
    case .mondayToFriday: "Пн-Пт"
    case .weekend: "Выходные"
    case .letters: "ПВСЧПСВ"
    }
  }

  static func text(_ phrase: Phrase.Month) -> Wording {
    switch phrase {
    case .january: "янв"
    case .february: "фев"
    case .march: "мар"
    case .april: "апр"
    case .may: "мая"
    case .june: "июн"
    case .july: "июл"
    case .august: "авг"
    case .september: "сен"
    case .october: "окт"
    case .november: "ноя"
    case .december: "дек"
    }
  }
}
