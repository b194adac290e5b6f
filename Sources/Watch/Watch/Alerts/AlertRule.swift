internal import ANCS
internal import Features
public import Octets
internal import PhoneClient
internal import WatchModel

/// A rule of the configuration for the notifications of an application, or for those that contain a text.
public struct AlertRule: Sendable {
  public enum Effect: UInt8, Equatable, Sendable {
    /// A strong alert, also of a muted application and in quiet hours.
    case alert
    /// No alert.
    case mute
    /// The watch requests and shows the texts, even with `AlertSettings.isDiscreet`.
    case show
  }

  public enum Subject: UInt8, Equatable, Sendable {
    /// Its bundle identifier is the text.
    case application
    /// Its title, subtitle or message contains the text, letter for letter.
    case text
  }

  public let effect: Effect
  let subject: Subject
  private let text: BoundedText<64>

  /// - Returns: nil if `text` is empty, or longer than 64 octets.
  public init?(_ effect: Effect, _ subject: Subject, _ text: Span<UInt8>) {
    self.effect = effect
    self.subject = subject
    self.text = BoundedText(repairing: text)
    guard !text.isEmpty, !self.text.isTruncated else { return nil }
  }

  /// Whether it applies to the application with this bundle identifier.
  func applies(to application: Span<UInt8>) -> Bool {
    subject == .application && text.span.isEqual(to: application)
  }

  /// Whether it applies to a notification with the text `octets`.
  func applies(toText octets: Span<UInt8>) -> Bool {
    guard subject == .text else { return false }
    var rest = octets
    while rest.count >= text.count {
      if rest.extracting(first: text.count).isEqual(to: text.span) { return true }
      rest = rest.extracting(droppingFirst: 1)
    }
    return false
  }
}

/// Hours of the day in which nothing alerts; they may pass midnight.
public struct QuietHours: Equatable, Sendable {
  /// In minutes since midnight, 0...1439.
  public let start: Int
  /// The first minute that is not quiet.
  public let end: Int

  /// - Returns: nil if either is not a minute of a day.
  public init?(start: Int, end: Int) {
    guard (0..<1_440).contains(start), (0..<1_440).contains(end) else { return nil }
    self.start = start
    self.end = end
  }

  /// - Parameter minute: since midnight.
  func contains(minute: Int) -> Bool {
    start <= end ? (start..<end).contains(minute) : minute >= start || minute < end
  }

  /// Returns the first minute after `minute` in which they begin or end. Both count from the same midnight, or from one
  /// before it.
  func nextChange(after minute: Int32) -> Int32 {
    let ofDay = Int(minute) % 1_440
    let wait = min((start - ofDay + 1_439) % 1_440, (end - ofDay + 1_439) % 1_440) + 1
    return minute + Int32(truncatingIfNeeded: wait)
  }
}

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
