internal import Features

/// A language of the screens. The raw value is stored, so a language keeps its number.
///
/// 0 is no language: it stands for the one of the phone.
public enum Language: UInt8, Equatable, Sendable {
  case english = 1
  case german = 2
  case french = 3
  case spanish = 4
  case italian = 5
  case portuguese = 6
  case russian = 7
  case simplifiedChinese = 8
  case traditionalChinese = 9
  case japanese = 10
  case korean = 11
  case vietnamese = 12
  case arabic = 13
  case hebrew = 14
  case thai = 15

  /// Its tag (BCP 47), which the configuration and the events use.
  public var tag: StaticString {
    switch self {
    case .english: "en"
    case .german: "de"
    case .french: "fr"
    case .spanish: "es"
    case .italian: "it"
    case .portuguese: "pt"
    case .russian: "ru"
    case .simplifiedChinese: "zh-Hans"
    case .traditionalChinese: "zh-Hant"
    case .japanese: "ja"
    case .korean: "ko"
    case .vietnamese: "vi"
    case .arabic: "ar"
    case .hebrew: "he"
    case .thai: "th"
    }
  }

  /// Whether the watch has its texts.
  public var isBuiltIn: Bool { Features.hasLanguages || self == .english }

  /// Whether its lines begin at the right, so that the screens are mirrored.
  public var isRightToLeft: Bool { Features.hasLanguages && (self == .arabic || self == .hebrew) }
}
