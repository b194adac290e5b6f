internal import LinuxPlatform
internal import Octets

/// The text that a command line or a configuration file may contain in place of a wrong word.
enum Accepted: Sendable {
  case text(StaticString)
  case values(SettingValues)
  /// A form of the option's value.
  case forms(CommandLineOption)
  /// The same, behind the option and an equals sign.
  case value(of: CommandLineOption)
  case sections
  case keys(of: SettingSection)
  /// An option; the nearest one, if a name is similar.
  case option(nearest: CommandLineOption?)
  /// No such value: the watch was built without the part of this trait.
  case nothing(without: StaticString)

  /// Appends `expected …`, or what is wrong.
  func describe(in message: inout MessageText) {
    if case .nothing(let part) = self {
      message.put("this watch was built without ")
      return message.put(part)
    }
    if case .option(let nearest?) = self {
      message.put("there is no such option; did you mean --")
      message.put(nearest.row.name)
      return message.put("?")
    }
    message.put("expected ")
    switch self {
    case .text(let text): message.put(text)
    case .values(let values): values.describe(in: &message)
    case .forms(let option): option.describeForms(in: &message)
    case .value(let option):
      message.put("--")
      message.put(option.row.name)
      message.put("=VALUE; VALUE is ")
      option.describeForms(in: &message)
    case .sections: Self.describeSections(in: &message)
    case .keys(let section): Self.describeKeys(of: section, in: &message)
    case .option: message.put("an option; see belfry --help")
    case .nothing: break
    }
  }

  private static func describeSections(in message: inout MessageText) {
    var list = Enumeration()
    var count: UInt8 = 0
    while let section = SettingSection(rawValue: count) {
      count += 1
      list.separate(isLast: SettingSection(rawValue: count) == nil, in: &message)
      message.put("[")
      message.put(section.name)
      message.put("]")
    }
  }

  private static func describeKeys(of section: SettingSection, in message: inout MessageText) {
    var left = 0
    Setting.visitAll(in: section) { _ in left += 1 }
    var index: UInt8 = 0
    var list = Enumeration()
    while let setting = Setting(rawValue: index) {
      index += 1
      guard setting.row.section == section else { continue }
      left -= 1
      list.separate(isLast: left == 0, in: &message)
      message.put(setting.row.key)
    }
  }
}
