public import Octets

/// A change of the settings that the wearer or a program wants.
public enum SettingRequest: Equatable, Sendable {
  /// A value; for the name, the number of an offered name.
  case choose(WearerSetting, UInt16)
  case chooseName(BoundedText<29>)
  /// Removes a choice, so that the value of the configuration counts again.
  case reset(WearerSetting)
  case resetAll

  /// Whether it removes choices.
  public var isReset: Bool {
    switch self {
    case .choose, .chooseName: false
    case .reset, .resetAll: true
    }
  }
}
