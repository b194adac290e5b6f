internal import ANCS
internal import Configuration
internal import LinuxPlatform
internal import Watch
internal import WatchModel

extension AlertSettings {
  /// The user's choice. Rules that alert take precedence over rules that do not.
  init(_ options: Options) {
    self.init()
    quietHours = options.alerts.quietHours.flatMap { QuietHours(start: $0.start, end: $0.end) }
    areCallsQuiet = options.alerts.areCallsQuiet
    append(.alert, options)
    append(.mute, options)
    append(.show, options)
    isDiscreet = options.alerts.isDiscreet
    setVibrations(options)
  }

  private mutating func setVibrations(_ options: Options) {
    for index in 0..<options.haptics.patternCount {
      let choice = options.haptics.pattern(at: index)
      guard let pattern = VibrationPattern(rawValue: choice.pattern) else { continue }
      switch choice.subject {
      case .application(let identifier): vibrations.set(pattern, ofApplication: identifier.span)
      case .category(let number): vibrations.set(pattern, of: CategoryID(rawValue: number))
      }
    }
  }

  private mutating func append(_ effect: AlertRule.Effect, _ options: Options) {
    for index in 0..<options.alerts.ruleCount {
      let choice = options.alerts.rule(at: index)
      guard choice.kind.effect == effect,
        let rule = AlertRule(effect, choice.kind.subject, choice.text.span)
      else { continue }
      // There are as many places as there can be choices.
      _ = pushLast(rule)
    }
  }
}

extension RuleChoice.Kind {
  fileprivate var effect: AlertRule.Effect {
    switch self {
    case .muteApplication, .muteText: .mute
    case .alertText: .alert
    case .showApplication: .show
    }
  }

  fileprivate var subject: AlertRule.Subject {
    switch self {
    case .muteApplication, .showApplication: .application
    case .muteText, .alertText: .text
    }
  }
}
