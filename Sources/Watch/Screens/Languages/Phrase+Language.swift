internal import Features
package import WatchModel

extension Phrase {
  /// The text in a language. All tables are chosen here, so that a port can leave all languages but English out.
  public func text(in language: Language) -> Wording {
    guard Features.hasLanguages else { return English.text(self) }
    return switch language {
    case .english: English.text(self)
    case .german: German.text(self)
    case .french: French.text(self)
    case .spanish: Spanish.text(self)
    case .italian: Italian.text(self)
    case .portuguese: Portuguese.text(self)
    case .russian: Russian.text(self)
    case .simplifiedChinese: SimplifiedChinese.text(self)
    case .traditionalChinese: TraditionalChinese.text(self)
    case .japanese: Japanese.text(self)
    case .korean: Korean.text(self)
    case .vietnamese: Vietnamese.text(self)
    case .arabic: Arabic.text(self)
    case .hebrew: Hebrew.text(self)
    case .thai: Thai.text(self)
    }
  }
}
