public import LinuxPlatform

/// The use of the system's clock.
public struct ClockOptions: Sendable {
  /// Whether the watch sets the system's clock to the phone's time.
  public private(set) var setsSystemClock = false
  public private(set) var trust = ClockTrust.automatic

  mutating func set(_ setting: Setting, to value: SettingValue) {
    switch setting {
    case .setSystemClock: setsSystemClock = value.isFirstWord
    case .trustSystemClock: trust = Self.trust(value)
    // The settings of other groups.
    default: break
    }
  }

  private static func trust(_ value: SettingValue) -> ClockTrust {
    switch value.number {
    case 1: .always
    case 2: .never
    default: .automatic
    }
  }
}
