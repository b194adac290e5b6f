public import Octets

/// The origin of a change of a setting.
public enum SettingOrigin: UInt8, Equatable, Sendable {
  /// The wearer, with the buttons.
  case wearer
  /// A program at the control socket.
  case program

  /// Its name in the event stream.
  public var name: StaticString {
    switch self {
    case .wearer: "wearer"
    case .program: "program"
    }
  }
}

/// A setting that has changed, and its present value.
public struct SettingReport: Equatable, Sendable {
  public let setting: WearerSetting
  /// 0 for the name.
  public let value: UInt16
  /// The name of the watch; empty for other settings.
  public let name: BoundedText<29>
  /// Whether the wearer or a program has chosen the value; false: it is the value of the configuration.
  public let isChosen: Bool
  public let origin: SettingOrigin

  public init(
    _ setting: WearerSetting, _ value: UInt16, name: BoundedText<29>, isChosen: Bool, by origin: SettingOrigin
  ) {
    self.setting = setting
    self.value = value
    self.name = name
    self.isChosen = isChosen
    self.origin = origin
  }
}
