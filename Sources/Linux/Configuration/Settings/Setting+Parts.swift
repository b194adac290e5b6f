internal import Features
internal import LinuxPlatform

/// The parts of this watch that settings need: see `Features`.
struct SettingParts: Equatable, Sendable {
  var hasLanguages = Features.hasLanguages
  var hasGuidance = Features.hasGuidance
  var hasMuting = Features.hasMuting
  var hasQuietTimes = Features.hasQuietTimes
  var hasClockFaces = Features.hasClockFaces
  var hasSmallPanels = Features.hasSmallPanels
}

extension Setting {
  /// The trait of the part that `value` needs and that `parts` lacks; nil if nothing is lacking.
  func missingPart(for value: SettingValue, in parts: SettingParts) -> StaticString? {
    switch self {
    case .panel where !parts.hasSmallPanels && value.number == Self.smallPanel: "SmallPanels"
    case .face where !parts.hasClockFaces && !value.isFirstWord: "ClockFaces"
    case .language where !parts.hasLanguages && value.number ?? 0 > Self.english: "Languages"
    case .hints where !parts.hasGuidance && value.isFirstWord: "Guidance"
    case .quietHours where !parts.hasQuietTimes: "QuietTimes"
    case .quietCalls where !parts.hasQuietTimes && value.isFirstWord: "QuietTimes"
    case .pattern where !parts.hasMuting: "Muting"
    default: nil
    }
  }

  /// The positions of `ssd1306-128x32` and `en` in the table.
  private static var smallPanel: UInt32 { 1 }
  private static var english: UInt32 { 1 }
}

extension Options {
  /// Sets a key of the configuration as `set` does, but refuses a value that needs a part that `parts` lacks.
  mutating func choose(
    _ setting: Setting, to text: StaticBytes, in parts: SettingParts = SettingParts()
  ) -> Accepted? {
    if let value = setting.row.values.parse(text), let part = setting.missingPart(for: value, in: parts) {
      return .nothing(without: part)
    }
    return set(setting, to: text)
  }
}
