internal import Control
internal import LinuxPlatform
internal import Octets
internal import Watch
internal import WatchModel

// The settings in events and answers.
extension JSONFields where Self: ~Copyable {
  /// Puts the value of each setting, and the keys of those that the wearer or a program has chosen.
  mutating func putSettings(of wearer: WearerChoices) {
    field("result", "ok")
    for row in 0..<WearerSetting.rowCount {
      guard let setting = WearerSetting.inRow(row) else { continue }
      putValue(of: setting, wearer, as: setting.key)
    }
    beginArray("chosen")
    for row in 0..<WearerSetting.rowCount {
      if let setting = WearerSetting.inRow(row), wearer.isChosen(setting) { element(setting.key) }
    }
    endArray()
  }

  /// Puts the key of a setting and its value; `all` without a value if no setting is given.
  mutating func put(_ setting: WearerSetting?, of wearer: WearerChoices) {
    guard let setting else { return field("key", "all") }
    field("key", setting.key)
    putValue(of: setting, wearer, as: "value")
  }

  private mutating func putValue(of setting: WearerSetting, _ wearer: WearerChoices, as name: StaticString) {
    if setting == .name {
      let watchName = wearer.name
      field(name, text: watchName.span)
    } else {
      putValue(wearer[setting], of: setting, as: name)
    }
  }

  private mutating func putValue(_ value: UInt16, of setting: WearerSetting, as name: StaticString) {
    field(name) { (output) throws(EncodeError) in
      try output.put(text: "\"")
      try setting.put(value, into: &output)
      try output.put(text: "\"")
    }
  }

  /// Puts a change of a setting.
  mutating func put(_ report: SettingReport) {
    field("key", report.setting.key)
    if report.setting == .name {
      let watchName = report.name
      field("value", text: watchName.span)
    } else {
      putValue(report.value, of: report.setting, as: "value")
    }
    field("chosen", flag: report.isChosen)
    field("by", report.origin.name)
  }
}
