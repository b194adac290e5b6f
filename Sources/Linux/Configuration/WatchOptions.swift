public import LinuxPlatform
public import Timing

/// The name, the pairing and the times of the watch.
public struct WatchOptions: Sendable {
  /// 1...29 bytes.
  public private(set) var name = StaticBytes()
  public private(set) var pairingWindow = Interval.zero
  public private(set) var holdTime = Interval.zero
  public private(set) var privateAddress = AddressChoice.auto
  public private(set) var power = PowerChoice.balanced
  /// Nil: as `power`.
  public private(set) var reconnect: ReconnectChoice?
  public private(set) var security = SecurityChoice.secureConnections
  public private(set) var battery = BatteryChoice.automatic

  mutating func set(_ setting: Setting, to value: SettingValue) {
    switch setting {
    case .name: name = value.text ?? StaticBytes()
    case .pairingWindow: pairingWindow = .seconds(value.number ?? 0)
    case .holdTime: holdTime = .milliseconds(value.number ?? 0)
    case .privateAddress: privateAddress = value.choice() ?? .auto
    case .power: power = value.choice() ?? .balanced
    case .reconnect: reconnect = value.choice()
    case .battery: battery = BatteryChoice(value.text)
    case .security: security = value.choice() ?? .secureConnections
    // The settings of other groups.
    default: break
    }
  }
}
