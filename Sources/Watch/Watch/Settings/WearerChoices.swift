/// The wearer's choices, and whether they have changed since they were stored.
struct WearerChoices: Sendable {
  private(set) var settings = WearerSettings()
  private var hasChanged = false

  /// Sets what was stored.
  mutating func restore(_ settings: WearerSettings) { self.settings = settings }

  /// Notes the wearer's choice. A value that is not valid changes nothing.
  mutating func choose(_ value: UInt16, for setting: WearerSetting) {
    guard setting.isValid(value), settings[setting] != value else { return }
    settings[setting] = value
    hasChanged = true
  }

  /// Whether a choice has changed since the last call.
  mutating func takeHasChanged() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }
}
