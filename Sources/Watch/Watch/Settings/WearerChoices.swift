internal import Features
public import Octets
public import WatchModel

/// The value of each setting: the wearer's choice, else the value of the configuration. It keeps whether a choice has
/// changed since the choices were stored.
public struct WearerChoices: Sendable {
  /// The values of the configuration.
  private var configured = WearerSettings()
  /// The choices.
  private(set) var settings = WearerSettings()
  private var hasChanged = false
  /// The language of the phone; nil if it is not known.
  private var phoneLanguage: Language?
  /// The settings that are not applied yet, by their rows.
  private var unapplied: UInt32 = 0

  init() {}

  /// Sets the values of the configuration.
  mutating func configure(_ settings: WearerSettings) { configured = settings }

  /// Takes the stored choices, and removes one that the configuration forbids. They are not applied yet.
  mutating func restore(_ settings: WearerSettings) {
    self.settings = settings
    if !allows(self[.pairingWindow], for: .pairingWindow) { _ = reset(.pairingWindow) }
    for row in 0..<WearerSetting.rowCount {
      if let setting = WearerSetting.inRow(row), isChosen(setting) { noteUnapplied(setting) }
    }
  }

  /// Returns the next setting whose value must be applied, once.
  mutating func takeUnapplied() -> WearerSetting? {
    guard unapplied != 0 else { return nil }
    let row = unapplied.trailingZeroBitCount
    unapplied &= unapplied &- 1
    return WearerSetting.inRow(row)
  }

  private mutating func noteUnapplied(_ setting: WearerSetting) { unapplied |= 1 << UInt32(setting.row) }

  private mutating func noteChange(of setting: WearerSetting) {
    hasChanged = true
    noteUnapplied(setting)
  }

  /// The present value of a setting. The name has its own property.
  public subscript(_ setting: WearerSetting) -> UInt16 {
    (Features.hasChangingSettings ? settings[setting] : nil) ?? configured[setting] ?? setting.standard
  }

  /// The present name.
  public var name: BoundedText<29> { settings.name.isEmpty ? configured.name : settings.name }

  /// Whether there is a choice; false: the value comes from the configuration.
  public func isChosen(_ setting: WearerSetting) -> Bool {
    setting == .name ? !settings.name.isEmpty : settings[setting] != nil
  }

  /// The value of the configuration.
  func configured(_ setting: WearerSetting) -> UInt16 { configured[setting] ?? setting.standard }

  /// The language of the screens: the chosen one, else the phone's; English if that is not known.
  var language: Language {
    Language(rawValue: UInt8(truncatingIfNeeded: self[.language])) ?? phoneLanguage ?? .english
  }

  /// How long notifications stay that the phone has removed.
  var history: HistoryTime { HistoryTime(rawValue: UInt8(truncatingIfNeeded: self[.history])) ?? .off }

  /// Notes the language of the phone.
  mutating func notePhone(_ language: Language) {
    guard language != phoneLanguage else { return }
    phoneLanguage = language
    noteUnapplied(.language)
  }

  // MARK: Choosing

  /// Whether `value` may be chosen. A pairing window of zero in the configuration locks the watch: no choice opens it.
  func allows(_ value: UInt16, for setting: WearerSetting) -> Bool {
    let isLocked = Features.hasZeroPairingWindow && setting == .pairingWindow && configured[.pairingWindow] == 0
    return isLocked ? value == 0 : setting.isValid(value)
  }

  /// Notes a choice.
  ///
  /// - Returns: whether anything has changed. A value that is not allowed changes nothing.
  mutating func choose(_ value: UInt16, for setting: WearerSetting) -> Bool {
    guard allows(value, for: setting), settings[setting] != value else { return false }
    settings[setting] = value
    noteChange(of: setting)
    return true
  }

  /// Notes the choice of a name.
  ///
  /// - Returns: whether it has changed. An empty or invalid name changes nothing.
  mutating func choose(name: Span<UInt8>) -> Bool {
    guard !name.isEmpty, !settings.name.span.isEqual(to: name), settings.setName(name) else { return false }
    noteChange(of: .name)
    return true
  }

  /// Removes a choice, so that the value of the configuration counts again.
  ///
  /// - Returns: whether there was a choice.
  mutating func reset(_ setting: WearerSetting) -> Bool {
    guard isChosen(setting) else { return false }
    if setting == .name { _ = settings.setName(Span()) } else { settings[setting] = nil }
    noteChange(of: setting)
    return true
  }

  /// Whether a choice has changed since the last call.
  mutating func takeHasChanged() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  /// The report of a setting with its present value.
  func report(_ setting: WearerSetting, by origin: SettingOrigin) -> SettingReport {
    SettingReport(
      setting, setting == .name ? 0 : self[setting], name: setting == .name ? name : BoundedText(),
      isChosen: isChosen(setting), by: origin)
  }
}

// The names that the watch offers.
extension WearerChoices {
  /// The configured name, with a number from 2 to 9 behind it; without one for any other number.
  func offeredName(_ number: UInt16) -> BoundedText<29> {
    guard (2...9).contains(number) else { return configured.name }
    // The number and the space before it take two octets.
    let short = BoundedText<27>(repairing: configured.name.span)
    var name = BoundedText<29>(repairing: short.span)
    name.append(repairing: (" " as StaticString).utf8Span)
    let digit = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)
    name.append(UTF8Scalar(value: UInt32(digit)) ?? .replacement)
    return name
  }
}

extension WearerSetting {
  /// The value of a product that does not configure the setting.
  fileprivate var standard: UInt16 {
    switch self {
    case .brightness: 207
    case .dimAfter: 5
    case .offAfter: 15
    case .hours: 24
    case .textSize: 1
    case .vibration: 1
    case .quietFrom: 22 * 60
    case .quietUntil: 7 * 60
    case .pairingWindow: 120
    case .seconds, .face, .dateOrder, .quiet, .privacy, .rotation, .language, .history, .hints, .name: 0
    }
  }
}
