/// An attribute of a notification.
///
/// ANCS specification, "NotificationAttributeID Values".
public enum NotificationAttributeID: UInt8, Equatable, Sendable {
  /// The bundle identifier of the app: `com.apple.MobileSMS`.
  case appIdentifier = 0
  /// The title, such as the name of the sender.
  case title = 1
  /// The subtitle, which few applications use.
  case subtitle = 2
  /// The message.
  case message = 3
  /// The whole message's length in octets, in decimal, however short the message was asked for.
  case messageSize = 4
  /// `yyyyMMdd'T'HHmmSS` by the phone's clock, without a zone; may be empty.
  case date = 5
  /// The label of the positive action, in the language of the phone.
  case positiveActionLabel = 6
  /// The label of the negative action, in the language of the phone.
  case negativeActionLabel = 7

  /// How many attributes there are.
  static let count = 8

  /// Whether a request for it carries a maximum length.
  var hasMaximumLength: Bool {
    switch self {
    case .title, .subtitle, .message: true
    case .appIdentifier, .messageSize, .date, .positiveActionLabel, .negativeActionLabel: false
    }
  }

  /// How many octets of its value are kept, unless a request asks for another number.
  ///
  /// Together, with header, identifiers and lengths, they take 1,011 octets, and fit a slot in front of a code.
  var usualMaximum: UInt16 {
    @inline(__always)
    get {
      switch self {
      case .appIdentifier: 128
      case .title: 88
      case .subtitle: 128
      case .message: AttributeRequest.messageCount
      case .messageSize: 10
      case .date: 20
      case .positiveActionLabel, .negativeActionLabel: 48
      }
    }
  }
}

/// An attribute of an app.
///
/// ANCS specification, "AppAttributeID Values".
public enum AppAttributeID: UInt8, Equatable, Sendable {
  /// The name of the application on the phone's screen.
  case displayName = 0
}
