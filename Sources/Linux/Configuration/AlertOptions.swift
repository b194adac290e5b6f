internal import LinuxPlatform
public import WatchModel

/// Quiet hours, privacy and rules.
public struct AlertOptions: Sendable {
  /// The first minute of the quiet hours since midnight, and the minute after the last; nil without quiet hours.
  public private(set) var quietHours: (start: Int, end: Int)?
  public private(set) var areCallsQuiet = false
  /// Whether the watch requests a text only when the user opens the notification.
  public private(set) var isDiscreet = false
  public private(set) var history = HistoryTime.off
  public private(set) var ruleCount = 0
  private var rules: [16 of RuleChoice?] = .init(repeating: nil)

  /// - Precondition: `index` is in `0..<ruleCount`.
  public func rule(at index: Int) -> RuleChoice { rules[index]! }

  /// Whether there is no room for another rule.
  var isFull: Bool { ruleCount == rules.count }

  mutating func set(_ setting: Setting, to value: SettingValue) {
    switch setting {
    case .quietHours: quietHours = value.times
    case .quietCalls: areCallsQuiet = value.isFirstWord
    case .privacy: isDiscreet = value.isFirstWord
    case .history: history = value.choice() ?? .off
    // The settings of other groups.
    default: break
    }
  }

  mutating func addRule(_ kind: RuleChoice.Kind, _ text: StaticBytes) -> Accepted? {
    guard !isFull else { return .text("at most 16 rules for alerts") }
    rules[ruleCount] = RuleChoice(kind: kind, text: text)
    ruleCount += 1
    return nil
  }
}
