internal import LinuxPlatform

/// A key of the configuration file. The cases have the order of the documents.
///
/// `row` is the only source of the values, the default and the meaning. The parser and its messages use it, and
/// `make settings` writes `belfry.conf`, `belfry.conf(5)` and the page of the configuration from it.
package enum Setting: UInt8, Sendable {
  case name, pairingWindow, holdTime, privateAddress, power, reconnect, setSystemClock, trustSystemClock, battery
  case security
  case panel, rotation, address, brightness, dimBrightness, dimAfter, offAfter
  case textSize, face, hours, seconds, weekday, dateOrder, language, hints
  case quietHours, quietCalls, privacy, history, mute, muteContaining, alertContaining, show
  case chip, accept, decline, up, down, select, back, activeButtons, powerOff
  case motor, led, activeHaptics, pattern

  /// Finds a key, in upper or lower case.
  init?(_ key: Span<UInt8>, in section: SettingSection) {
    var found: Setting?
    Self.visitAll(in: section) { setting in
      if key.isEqual(ignoringCase: setting.row.key) { found = setting }
    }
    guard let found else { return nil }
    self = found
  }

  /// Calls `body` with each setting.
  package static func visitAll(_ body: (Setting) -> Void) {
    var index: UInt8 = 0
    while let setting = Setting(rawValue: index) {
      body(setting)
      index += 1
    }
  }

  /// Calls `body` with each setting of a section.
  package static func visitAll(in section: SettingSection, _ body: (Setting) -> Void) {
    visitAll { setting in
      if setting.row.section == section { body(setting) }
    }
  }

  /// Whether a file may contain the key more than once.
  package var isRepeatable: Bool {
    self == .mute || self == .muteContaining || self == .alertContaining || self == .show
      || self == .pattern
  }
}
