public import Octets
public import WatchModel

extension WearerSetting {
  /// Its label on the page *Settings*, and the title of its own page.
  var label: Phrase.Setting {
    switch self {
    case .brightness: .brightness
    case .dimAfter: .dimAfter
    case .offAfter: .offAfter
    case .hours: .hours
    case .seconds: .seconds
    case .face: .face
    case .dateOrder: .dateOrder
    case .textSize: .textSize
    case .vibration: .vibration
    case .quiet: .quiet
    case .quietFrom: .quietFrom
    case .quietUntil: .quietUntil
    case .privacy: .privacy
    case .history: .history
    case .rotation: .rotation
    case .pairingWindow: .pairingWindow
    case .language: .language
    case .hints: .hints
    case .name: .name
    }
  }
}

/// The words of a setting's value.
public struct SettingWords {
  /// UTF-8.
  var text = ShortText()

  /// The value of a setting other than the name, in the style of the clock and its language.
  public init(_ value: UInt16, of setting: WearerSetting, _ style: ClockStyle) {
    let language = style.language
    let number = Int(value)
    let key = UInt8(truncatingIfNeeded: value)
    switch setting {
    case .brightness:
      text.append(max(1, (number * 100 + 127) / 255))
      text.append("%")
    case .dimAfter, .offAfter, .pairingWindow: append(seconds: number, language)
    case .hours, .rotation: text.append(number)
    case .seconds, .vibration, .quiet, .privacy, .hints: append(number == 1 ? .on : .off, language)
    case .face: if let face = ClockFace(rawValue: key) { append(face.value, language) }
    case .dateOrder:
      if let order = DateOrder(rawValue: key), let date = CalendarDate(year: 2026, month: 11, day: 20) {
        text.append(date, in: order, language)
      }
    case .textSize: if let size = TextSize(rawValue: key) { append(size.value, language) }
    case .quietFrom, .quietUntil:
      if let time = TimeOfDay(hour: number / 60, minute: number % 60) { text.append(time, style) }
    case .history: if let time = HistoryTime(rawValue: key) { append(time.value, language) }
    case .language:
      if let choice = Language(rawValue: key) { text.append(choice.ownName) } else { append(.automatic, language) }
    case .name: break
    }
  }

  /// A name of the watch.
  public init(name: BoundedText<29>) { text.append(repairing: name.span) }

  private mutating func append(_ value: Phrase.Value, _ language: Language) { text.append(.value(value), language) }

  private mutating func append(seconds: Int, _ language: Language) {
    guard seconds > 0 else { return append(.never, language) }
    let isMinutes = seconds >= 60 && seconds % 60 == 0
    text.append(.counted(isMinutes ? .minutes : .seconds), isMinutes ? seconds / 60 : seconds, language)
  }
}

extension ClockFace {
  fileprivate var value: Phrase.Value {
    switch self {
    case .digital: .digital
    case .analog: .analog
    case .large: .large
    }
  }
}

extension HistoryTime {
  fileprivate var value: Phrase.Value {
    switch self {
    case .off: .off
    case .hour: .hour
    case .day: .day
    }
  }
}

extension TextSize {
  fileprivate var value: Phrase.Value {
    switch self {
    case .small: .smallText
    case .normal: .normalText
    case .large: .largeText
    }
  }
}
