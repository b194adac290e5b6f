public import Octets
public import WatchModel

extension WearerSetting {
  /// Its label on the page *Settings*, and the title of its own page.
  var label: StaticString {
    switch self {
    case .brightness: "Brightness"
    case .dimAfter: "Dims"
    case .offAfter: "Turns off"
    case .hours: "Hours"
    case .seconds: "Seconds"
    case .face: "Face"
    case .dateOrder: "Date"
    case .textSize: "Text"
    case .vibration: "Vibration"
    case .quiet: "Quiet hours"
    case .quietFrom: "Quiet from"
    case .quietUntil: "Quiet until"
    case .privacy: "Privacy"
    case .rotation: "Rotation"
    case .pairingWindow: "Pairing"
    case .name: "Name"
    }
  }
}

/// The words of a setting's value.
public struct SettingWords {
  /// UTF-8.
  var text = BoundedText<29>()

  /// The value of a setting other than the name.
  public init(_ value: UInt16, of setting: WearerSetting) {
    let number = Int(value)
    switch setting {
    case .brightness:
      text.append(max(1, (number * 100 + 127) / 255))
      text.append("%")
    case .dimAfter, .offAfter, .pairingWindow: append(seconds: number)
    case .hours, .rotation: text.append(number)
    case .seconds, .vibration, .quiet, .privacy: text.append(number == 1 ? "on" : "off")
    case .face: text.append(ClockFace(rawValue: UInt8(truncatingIfNeeded: value))?.name ?? "")
    case .dateOrder: text.append(DateOrder(rawValue: UInt8(truncatingIfNeeded: value))?.sample ?? "")
    case .textSize: text.append(TextSize(rawValue: UInt8(truncatingIfNeeded: value))?.word ?? "")
    case .quietFrom, .quietUntil:
      if let time = TimeOfDay(hour: number / 60, minute: number % 60) { text.append(time) }
    case .name: break
    }
  }

  /// A name of the watch.
  public init(name: BoundedText<29>) { text = name }

  private mutating func append(seconds: Int) {
    guard seconds > 0 else { return text.append("never") }
    let isMinutes = seconds >= 60 && seconds % 60 == 0
    text.append(isMinutes ? seconds / 60 : seconds)
    text.append(isMinutes ? " min" : " s")
  }
}

extension DateOrder {
  /// The twentieth of November.
  fileprivate var sample: StaticString {
    switch self {
    case .dayMonth: "20 Nov"
    case .monthDay: "Nov 20"
    case .yearMonthDay: "11-20"
    }
  }
}

extension TextSize {
  fileprivate var word: StaticString {
    switch self {
    case .small: "small"
    case .normal: "normal"
    case .large: "large"
    }
  }
}
