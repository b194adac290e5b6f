/// For how long a notification is snoozed.
public enum SnoozeDuration: UInt8, Equatable, Sendable {
  case tenMinutes
  case hour
  /// Until the next day, at the end of the night.
  case tomorrow

  /// Its name in the event stream.
  public var name: StaticString {
    switch self {
    case .tenMinutes: "tenMinutes"
    case .hour: "hour"
    case .tomorrow: "tomorrow"
    }
  }
}
