internal import ANCS
internal import Features
internal import Octets
internal import PhoneClient
internal import WatchModel

/// How notifications vibrate: the wearer's choice for the application, else the configuration's pattern for the
/// application, else its pattern for the category.
struct Vibrations {
  private let configured: VibrationTable
  /// The wearer's choices.
  private(set) var choices = VibrationTable()
  private var hasChanged = false

  init(_ configured: VibrationTable) { self.configured = configured }

  /// Whether an application has a pattern: then a new notification must wait for its texts.
  var dependOnApplication: Bool { Features.hasMuting && (choices.hasApplications || configured.hasApplications) }

  /// The pattern of the notification at `index`; nil: the usual one of its importance.
  func pattern(at index: Int, _ phone: borrowing PhoneState) -> VibrationPattern? {
    guard Features.hasMuting, !choices.isEmpty || !configured.isEmpty else { return nil }
    let application = phone.session.notifications[.appIdentifier, at: index]
    return choices.pattern(ofApplication: application) ?? configured.pattern(ofApplication: application)
      ?? configured.pattern(of: phone.session.notifications.notification(at: index).category)
  }

  /// The wearer's choice for the application of the notification at `index`; nil without a choice.
  func choice(at index: Int, _ phone: borrowing PhoneState) -> VibrationPattern? {
    choices.pattern(ofApplication: phone.session.notifications[.appIdentifier, at: index])
  }

  /// Chooses the next pattern for the application of the notification at `index`; after the last one, none.
  mutating func chooseNext(at index: Int, _ phone: borrowing PhoneState) {
    guard Features.hasMuting else { return }
    let next = choice(at: index, phone).map { VibrationPattern(rawValue: $0.rawValue + 1) } ?? VibrationPattern.none
    choices.set(next, ofApplication: phone.session.notifications[.appIdentifier, at: index])
    hasChanged = true
  }

  /// Sets the choices that were stored.
  mutating func restore(_ choices: VibrationTable) { if Features.hasMuting { self.choices = choices } }

  /// Whether a choice has changed since the last call.
  mutating func takeHasChanged() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }
}
