internal import ANCS
internal import Features
public import Octets
internal import PhoneClient
internal import WatchModel

/// The settings of the configuration for alerts.
public struct AlertSettings {
  public var quietHours: QuietHours?
  /// Whether calls do not ring then either.
  public var areCallsQuiet = false
  /// Whether the texts of a notification are neither requested nor shown until a button is pressed.
  public var isDiscreet = false
  /// How applications and categories vibrate.
  public var vibrations = VibrationTable()
  /// The first that matches counts.
  public internal(set) var rules = PerAlertRule<AlertRule>()

  public init() {}

  func isQuiet(at time: TimeOfDay?) -> Bool {
    guard let quietHours, let time else { return false }
    return quietHours.contains(minute: time.hour * 60 + time.minute)
  }

  /// Returns the effect of the first rule that applies to the notification at `index`.
  ///
  /// - Parameter areAboutShowing: whether to look at the rules about showing, or at the others.
  func rule(at index: Int, areAboutShowing: Bool = false, _ phone: borrowing PhoneState) -> AlertRule.Effect? {
    guard Features.hasAlertRules else { return nil }
    for number in rules.indices {
      let rule = rules[number]
      guard (rule.effect == .show) == areAboutShowing else { continue }
      if rule.applies(to: phone.session.notifications[.appIdentifier, at: index])
        || rule.applies(toText: phone.session.notifications[.title, at: index])
        || rule.applies(toText: phone.session.notifications[.subtitle, at: index])
        || rule.applies(toText: phone.session.notifications[.message, at: index])
      {
        return rule.effect
      }
    }
    return nil
  }

  /// Appends a rule. Returns it if `rules` is full, or if the build has no rules.
  public mutating func pushLast(_ rule: AlertRule) -> AlertRule? {
    Features.hasAlertRules ? rules.pushLast(rule) : rule
  }
}
