internal import Octets
internal import WatchModel

extension WearerChoices {
  /// Carries out a request, and records each setting that has changed.
  ///
  /// - Returns: false if the request names no value of its setting, or one that the configuration forbids.
  mutating func perform(_ request: SettingRequest, by origin: SettingOrigin, _ output: inout WatchOutput) -> Bool {
    switch request {
    case .choose(.name, let number): return perform(.chooseName(offeredName(number)), by: origin, &output)
    case .choose(let setting, let value):
      guard allows(value, for: setting) else { return false }
      if choose(value, for: setting) { record(setting, by: origin, &output) }
    case .chooseName(let name):
      if choose(name: name.span) { record(.name, by: origin, &output) }
      return self.name == name
    case .reset(let setting): if reset(setting) { record(setting, by: origin, &output) }
    case .resetAll:
      for row in 0..<WearerSetting.rowCount {
        if let setting = WearerSetting.inRow(row), reset(setting) { record(setting, by: origin, &output) }
      }
    }
    return true
  }

  private func record(_ setting: WearerSetting, by origin: SettingOrigin, _ output: inout WatchOutput) {
    output.record(.setting(report(setting, by: origin)))
    if setting == .face, let face = ClockFace(rawValue: UInt8(truncatingIfNeeded: self[.face])) {
      output.record(.face(face))
    }
  }
}
