internal import Features
internal import WatchModel

extension Language {
  /// Its name in the language itself: so its readers find it on a watch that shows another language.
  var ownName: Wording {
    guard Features.hasLanguages else { return "English" }
    return switch self {
    case .english: "English"
    case .german: "Deutsch"
    case .french: "Français"
    case .spanish: "Español"
    case .italian: "Italiano"
    case .portuguese: "Português"
    case .russian: "Русский"
    case .simplifiedChinese: "简体中文"
    case .traditionalChinese: "繁體中文"
    case .japanese: "日本語"
    case .korean: "한국어"
    case .vietnamese: "Tiếng Việt"
    case .arabic: "العربية"
    case .hebrew: "עברית"
    case .thai: "ไทย"
    }
  }
}
