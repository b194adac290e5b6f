internal import Features

/// The texts of the screens in one language. A `switch` over all cases makes the compiler prove that it is complete.
protocol Vocabulary {
  static func text(_ phrase: Phrase.Button) -> StaticString
  static func text(_ phrase: Phrase.Title) -> StaticString
  static func text(_ phrase: Phrase.Menu) -> StaticString
  static func text(_ phrase: Phrase.Choice) -> StaticString
  static func text(_ phrase: Phrase.Banner) -> StaticString
  static func text(_ phrase: Phrase.State) -> StaticString
  static func text(_ phrase: Phrase.Trouble) -> StaticString
  static func text(_ phrase: LinkStep) -> StaticString
  static func text(_ phrase: Phrase.Advice) -> StaticString
  static func text(_ phrase: Phrase.Note) -> StaticString
  static func text(_ phrase: Phrase.Kind) -> StaticString
  static func text(_ phrase: Phrase.Line) -> StaticString
  static func text(_ phrase: Phrase.Counted) -> StaticString
  static func text(_ phrase: Phrase.Day) -> StaticString
  static func text(_ phrase: Phrase.Month) -> StaticString
  static func text(_ phrase: Phrase.Setting) -> StaticString
  static func text(_ phrase: Phrase.Value) -> StaticString
  static func text(_ phrase: Phrase.Lesson) -> StaticString
}

extension Vocabulary {
  @inline(never)  // Several callers: one copy is smaller.
  static func text(_ phrase: Phrase) -> StaticString {
    switch phrase {
    case .button(let phrase): text(phrase)
    case .title(let phrase): text(phrase)
    case .menu(let phrase): text(phrase)
    case .choice(let phrase): Features.hasChoices ? text(phrase) : ""
    case .banner(let phrase): text(phrase)
    case .state(let phrase): text(phrase)
    case .trouble(let phrase): text(phrase)
    case .step(let phrase): Features.hasStatusPage ? text(phrase) : ""
    case .advice(let phrase): Features.hasStatusPage ? text(phrase) : ""
    case .note(let phrase): text(phrase)
    case .kind(let phrase): text(phrase)
    case .line(let phrase): text(phrase)
    case .counted(let phrase): text(phrase)
    case .day(let phrase): text(phrase)
    case .month(let phrase): text(phrase)
    // The texts of pages that are left out are not needed.
    case .setting(let phrase): Features.hasSettingsPages || Features.hasMuting ? text(phrase) : ""
    case .value(let phrase): Features.hasSettingsPages || Features.hasMuting ? text(phrase) : ""
    case .lesson(let phrase): Features.hasGuidance ? text(phrase) : ""
    }
  }
}
