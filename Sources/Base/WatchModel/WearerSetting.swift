internal import Features

/// A setting that the wearer can change on the watch. The raw value is its key in the record of the choices.
///
/// Each value is a number, except the name. An earlier key keeps its meaning, because the records of earlier versions
/// contain it.
public enum WearerSetting: UInt8, Equatable, Sendable {
  /// The contrast of the panel.
  case brightness
  /// The seconds until the display dims, and until it turns off; 0: never.
  case dimAfter
  case offAfter
  /// 12 or 24.
  case hours
  /// 1 shows the seconds.
  case seconds
  /// The raw value of a `ClockFace`.
  case face
  /// The raw value of a `DateOrder`.
  case dateOrder
  /// The raw value of a `TextSize`.
  case textSize
  /// 1 lets the motor vibrate.
  case vibration
  /// 1 turns the quiet hours on.
  case quiet
  /// The first minute of the quiet hours, and the first minute after them. Both count from midnight.
  case quietFrom
  case quietUntil
  /// 1 hides the texts of notifications.
  case privacy
  /// In degrees: 0 or 180.
  case rotation
  /// In seconds.
  case pairingWindow
  /// The raw value of a `Language`; 0: the language of the phone.
  case language
  /// The raw value of a `HistoryTime`.
  case history
  /// 1 shows hints, and a tutorial after the first pairing.
  case hints
  /// The advertised name. It is a text, so that no number is a value of this setting.
  case name = 0xFF

  /// The number of settings whose values are numbers. Their raw values are the numbers below it.
  public static var count: Int { 18 }

  /// Whether this build has the part of the watch to which the setting belongs.
  public var isBuilt: Bool {
    switch self {
    case .face: Features.hasClockFaces
    case .quiet, .quietFrom, .quietUntil: Features.hasQuietTimes
    case .hints: Features.hasGuidance
    case .history: Features.hasHistory
    case .textSize: Features.hasTextSizes
    case .brightness, .dimAfter, .offAfter, .hours, .seconds, .dateOrder, .vibration, .privacy, .rotation,
      .pairingWindow, .language, .name:
      true
    }
  }

  /// Whether `value` is a value of this setting.
  public func isValid(_ value: UInt16) -> Bool {
    switch self {
    case .brightness: value <= 255
    case .dimAfter, .offAfter, .pairingWindow: value <= 3_600
    case .hours: value == 12 || value == 24
    case .seconds, .vibration, .quiet, .privacy, .hints: value <= 1
    case .face, .dateOrder, .textSize, .history: value <= 2
    case .quietFrom, .quietUntil: value < 1_440
    case .rotation: value == 0 || value == 180
    case .language: value == 0 || UInt8(exactly: value).flatMap { Language(rawValue: $0) }?.isBuiltIn == true
    case .name: false
    }
  }
}
