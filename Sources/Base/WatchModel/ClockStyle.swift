/// The design of the clock.
public enum ClockFace: UInt8, Equatable, Sendable {
  /// Digits, with the date below.
  case digital
  /// A dial with hands.
  case analog
  /// Digits over the whole width, without the date.
  case large

  /// The face that follows in the menu; the first one after the last.
  public var next: ClockFace { ClockFace(rawValue: rawValue + 1) ?? .digital }

  /// Its name in the event stream, in the configuration and in the menu.
  public var name: StaticString {
    switch self {
    case .digital: "digital"
    case .analog: "analog"
    case .large: "large"
    }
  }
}

/// The order of day, month and year.
public enum DateOrder: UInt8, Equatable, Sendable {
  /// `20 Nov`
  case dayMonth
  /// `Nov 20`
  case monthDay
  /// `2026-11-20`
  case yearMonthDay
}

/// How times and dates are written, and how the clock is drawn.
public struct ClockStyle: Equatable, Sendable {
  public var face = ClockFace.digital
  /// The language of the screens.
  public var language = Language.english
  /// Whether the hours are 1 to 12 with `am` and `pm`.
  public var hasTwelveHours = false
  public var dateOrder = DateOrder.dayMonth
  public var showsWeekday = true
  public var showsSeconds = false

  public init() {}
}

extension TimeOfDay {
  /// The hour on a dial: 1...12.
  public var hourOnDial: Int { (hour + 11) % 12 + 1 }

  public var isAfternoon: Bool { hour >= 12 }
}
