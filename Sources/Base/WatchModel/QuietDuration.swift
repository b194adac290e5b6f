/// For how long the wearer wants quiet.
public enum QuietDuration: UInt8, Equatable, Sendable {
  case hour
  /// Until the end of the night.
  case morning
  /// Until the wearer ends it.
  case changed

  /// Its name in the event stream.
  public var name: StaticString {
    switch self {
    case .hour: "hour"
    case .morning: "morning"
    case .changed: "changed"
    }
  }
}
