internal import Features
internal import Octets
internal import Peripherals
internal import Screens
internal import WatchModel

// The buttons on the page *Settings*, on the page of one setting, and on the question whether to reset all of them.
extension Page {
  /// - Parameter chosenRow: the row of the present choice on the page of the selected setting.
  static func stepOnSettings(_ row: Int, _ gesture: ButtonGesture, chosenRow: Int) -> PageStep {
    guard Features.hasSettingsPages else { return .go(.clock) }
    let last = SettingsScreen.rowCount - 1
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press):
      guard let setting = WearerSetting.inRow(row) else { return .go(.resettingSettings) }
      return .go(.setting(setting, row: chosenRow))
    case (.decline, .press): return .go(row < last ? .settings(row: row + 1) : .menu(.settings))
    case (.up, .press): return .go(.settings(row: max(0, row - 1)))
    case (.down, .press): return .go(.settings(row: min(last, row + 1)))
    case (.decline, .hold), (.back, .press): return .go(.menu(.settings))
    case (.accept, .hold), (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): return .stay
    }
  }

  /// - Parameter chosenRow: the row of the present choice.
  static func stepOnSetting(
    _ setting: WearerSetting, _ row: Int, _ gesture: ButtonGesture, chosenRow: Int
  ) -> PageStep {
    guard Features.hasSettingsPages else { return .go(.clock) }
    let last = max(setting.offeredCount, chosenRow)
    let behind = Page.settings(row: setting.row)
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press):
      // A choice that the watch does not offer is the present one: it stays.
      let request = row == 0 ? .reset(setting) : setting.offered(at: row - 1).map { SettingRequest.choose(setting, $0) }
      return .go(behind, asking: request.map { .changeSettings($0) })
    case (.decline, .press): return .go(row < last ? .setting(setting, row: row + 1) : behind)
    case (.up, .press): return .go(.setting(setting, row: max(0, row - 1)))
    case (.down, .press): return .go(.setting(setting, row: min(last, row + 1)))
    case (.decline, .hold), (.back, .press): return .go(behind)
    case (.accept, .hold), (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): return .stay
    }
  }

  static func stepOnResetting(_ gesture: ButtonGesture) -> PageStep {
    guard Features.hasSettingsPages else { return .go(.clock) }
    let behind = Page.settings(row: SettingsScreen.rowCount - 1)
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press): return .go(behind, asking: .changeSettings(.resetAll))
    case (.decline, .press), (.back, .press): return .go(behind)
    case (.accept, .hold), (.decline, .hold), (.up, _), (.down, _), (.select, .hold), (.back, .hold): return .stay
    }
  }
}

extension WearerChoices {
  /// The row of the present choice on the page of a setting: 0 for the value of the configuration. A choice that the
  /// watch does not offer, which a program has made, has a row behind the last.
  func chosenRow(of setting: WearerSetting) -> Int {
    guard Features.hasSettingsPages, isChosen(setting) else { return 0 }
    for row in 1...setting.offeredCount where isOffered(row, of: setting) { return row }
    return setting.offeredCount + 1
  }

  private func isOffered(_ row: Int, of setting: WearerSetting) -> Bool {
    guard let value = setting.offered(at: row - 1) else { return false }
    return setting == .name ? offeredName(value) == name : value == self[setting]
  }

  /// How the values are written.
  private var style: ClockStyle {
    var style = ClockStyle()
    style.language = language
    style.hasTwelveHours = self[.hours] == 12
    return style
  }

  /// The present value of a setting.
  func words(of setting: WearerSetting) -> SettingWords {
    setting == .name ? SettingWords(name: name) : SettingWords(self[setting], of: setting, style)
  }

  /// The value in a row of the page of a setting.
  func words(inRow row: Int, of setting: WearerSetting) -> SettingWords {
    if row > setting.offeredCount { return words(of: setting) }
    let value = setting.offered(at: row - 1)
    if setting == .name { return SettingWords(name: offeredName(value ?? 0)) }
    return SettingWords(value ?? configured(setting), of: setting, style)
  }
}
