// The texts of the settings and the tutorial.
extension Russian {
  static func text(_ phrase: Phrase.Setting) -> Wording {
    switch phrase {
    case .brightness: "Яркость"
    case .dimAfter: "Тускнеет"
    case .offAfter: "Гаснет"
    case .rotation: "Поворот"
    case .textSize: "Текст"
    case .hours: "Часы"
    case .seconds: "Секунды"
    case .dateOrder: "Дата"
    case .face: "Циферблат"
    case .vibration: "Вибрация"
    case .quiet: "Тишина"
    case .quietFrom: "Тишина с"
    case .quietUntil: "Тишина до"
    case .privacy: "Скрытность"
    case .name: "Имя"
    case .pairingWindow: "Сопряжение"
    case .language: "Язык"
    case .history: "История"
    case .hints: "Советы"
    }
  }

  static func text(_ phrase: Phrase.Value) -> Wording {
    switch phrase {
    case .on: "вкл."
    case .off: "выкл."
    case .never: "никогда"
    case .digital: "цифры"
    case .analog: "стрелки"
    case .large: "крупно"
    case .smallText: "мелко"
    case .normalText: "обычно"
    case .largeText: "крупно"
    case .configured: "Исходно"
    case .allAsConfigured: "Сбросить все"
    case .allSettings: "Все настройки"
    case .automatic: "авто"
    case .hour: "1 час"
    case .day: "1 день"
    case .shortPulse: "короткая"
    case .longPulse: "длинная"
    case .twoPulses: "двойная"
    case .threePulses: "тройная"
    }
  }

  static func text(_ phrase: Phrase.Lesson) -> Wording {
    switch phrase {
    case .acceptTitle: "Принять"
    case .accept: "Слева: открыть,\nвыбрать, да."
    case .declineTitle: "Отклонить"
    case .decline: "Справа: дальше,\nназад, нет."
    case .holdTitle: "Часы, долго"
    case .hold: "Принять: музыка\nОтклонить: меню"
    case .displayTitle: "Экран погас"
    case .display: "Первое нажатие\nвключит его."
    case .joystickTitle: "Джойстик"
    case .joystick: "Вверх, вниз.\nНажать: принять"
    case .menu: "Ещё раз:\nМеню > Обучение"
    }
  }
}
