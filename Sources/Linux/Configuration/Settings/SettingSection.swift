internal import LinuxPlatform

/// The sections of a configuration file, in its order.
package enum SettingSection: UInt8, Sendable {
  case watch, display, alerts, buttons, haptics

  /// Finds a section by the text between its brackets, in upper or lower case.
  init?(_ text: Span<UInt8>) {
    var found: SettingSection?
    Self.visitAll { section in
      if text.trimmed().isEqual(ignoringCase: section.name) { found = section }
    }
    guard let found else { return nil }
    self = found
  }

  package var name: StaticString {
    switch self {
    case .watch: "watch"
    case .display: "display"
    case .alerts: "alerts"
    case .buttons: "buttons"
    case .haptics: "haptics"
    }
  }

  /// Calls `body` with each section.
  package static func visitAll(_ body: (SettingSection) -> Void) {
    var index: UInt8 = 0
    while let section = SettingSection(rawValue: index) {
      body(section)
      index += 1
    }
  }
}
