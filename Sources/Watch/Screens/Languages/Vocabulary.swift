internal import Features

/// The texts of the screens in one language. A `switch` over all cases makes the compiler prove that it is complete.
protocol Vocabulary {
  static func text(_ phrase: Phrase.Button) -> Wording
  static func text(_ phrase: Phrase.Title) -> Wording
  static func text(_ phrase: Phrase.OutcomeTitle) -> Wording
  static func text(_ phrase: Phrase.Menu) -> Wording
  static func text(_ phrase: Phrase.Choice) -> Wording
  static func text(_ phrase: Phrase.Banner) -> Wording
  static func text(_ phrase: Phrase.MuteResult) -> Wording
  static func text(_ phrase: Phrase.State) -> Wording
  static func text(_ phrase: Phrase.Trouble) -> Wording
  static func text(_ phrase: LinkStep) -> Wording
  static func text(_ phrase: Phrase.Advice) -> Wording
  static func text(_ phrase: Phrase.Note) -> Wording
  static func text(_ phrase: Phrase.Outcome) -> Wording
  static func text(_ phrase: Phrase.Kind) -> Wording
  static func text(_ phrase: Phrase.Line) -> Wording
  static func text(_ phrase: Phrase.MusicLine) -> Wording
  static func text(_ phrase: Phrase.Fact) -> Wording
  static func text(_ phrase: Phrase.Counted) -> Wording
  static func text(_ phrase: Phrase.CountedFact) -> Wording
  static func text(_ phrase: Phrase.Day) -> Wording
  static func text(_ phrase: Phrase.AlarmDays) -> Wording
  static func text(_ phrase: Phrase.Month) -> Wording
  static func text(_ phrase: Phrase.Setting) -> Wording
  static func text(_ phrase: Phrase.Value) -> Wording
  static func text(_ phrase: Phrase.Lesson) -> Wording
}

extension Vocabulary {
  @inline(never)  // Several callers: one copy is smaller.
  static func text(_ phrase: Phrase) -> Wording {
    switch phrase {
    case .button(let phrase): text(phrase)
    case .title(let phrase): text(phrase)
    case .outcomeTitle(let phrase): Features.hasNotes ? text(phrase) : ""
    case .menu(let phrase): text(phrase)
    case .choice(let phrase): Features.hasChoices ? text(phrase) : ""
    case .banner(let phrase): text(phrase)
    case .muteResult(let phrase): Features.hasMuting ? text(phrase) : ""
    case .state(let phrase): text(phrase)
    case .trouble(let phrase): Features.hasStatusPage ? text(phrase) : ""
    case .step(let phrase): Features.hasStatusPage ? text(phrase) : ""
    case .advice(let phrase): Features.hasStatusPage ? text(phrase) : ""
    case .note(let phrase): text(phrase)
    case .outcome(let phrase): Features.hasNotes ? text(phrase) : ""
    case .kind(let phrase): text(phrase)
    case .line(let phrase): text(phrase)
    case .musicLine(let phrase): Features.hasMusic ? text(phrase) : ""
    case .fact(let phrase): Features.hasStatusPage ? text(phrase) : ""
    case .counted(let phrase): text(phrase)
    case .countedFact(let phrase): Features.hasStatusPage ? text(phrase) : ""
    case .day(let phrase): text(phrase)
    case .alarmDays(let phrase): Features.hasTimeTools ? text(phrase) : ""
    case .month(let phrase): text(phrase)
    // The texts of pages that are left out are not needed.
    case .setting(let phrase): Features.hasSettingsPages || Features.hasMuting ? text(phrase) : ""
    case .value(let phrase): Features.hasSettingsPages || Features.hasMuting ? text(phrase) : ""
    case .lesson(let phrase): Features.hasGuidance ? text(phrase) : ""
    }
  }
}
