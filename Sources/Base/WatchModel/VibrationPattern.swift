/// A vibration that is chosen for an application or a category. The raw value stands in the record of the choices.
public enum VibrationPattern: UInt8, Equatable, Sendable {
  /// No vibration.
  case none
  /// One pulse.
  case short, long
  /// Two pulses, and three.
  case double, triple

  /// The name in the configuration and in events.
  public var name: StaticString {
    switch self {
    case .none: "none"
    case .short: "short"
    case .long: "long"
    case .double: "double"
    case .triple: "triple"
    }
  }
}
