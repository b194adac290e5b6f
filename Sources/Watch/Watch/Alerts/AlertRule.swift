internal import Octets

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
