public import ANCS
internal import Octets

/// What a button does to a notification, as the phone words it.
public enum ActionLabel: ~Escapable {
  /// The action is not offered.
  case none
  /// It is; an empty text shows a tick or a cross instead.
  case offered(Span<UInt8>)

  var isOffered: Bool {
    switch self {
    case .none: false
    case .offered: true
    }
  }
}

/// A notification as text borrowed from where it is kept. Any span may be empty or ill-formed UTF-8.
public struct NotificationText: ~Escapable {
  public let category: CategoryID
  /// Nil if unknown.
  public let time: TimeOfDay?
  public let appName: Span<UInt8>
  public let title: Span<UInt8>
  public let subtitle: Span<UInt8>
  public let message: Span<UInt8>
  public let positive: ActionLabel
  public let negative: ActionLabel
  /// How many of its category the phone shows, where there are no texts to be had; nil elsewhere.
  public var count: Int?

  /// A notification without actions.
  @_lifetime(copy appName, copy title, copy subtitle, copy message)
  public init(
    category: CategoryID, time: TimeOfDay?, appName: Span<UInt8>, title: Span<UInt8>, subtitle: Span<UInt8>,
    message: Span<UInt8>
  ) {
    self.category = category
    self.time = time
    self.appName = appName
    self.title = title
    self.subtitle = subtitle
    self.message = message
    positive = .none
    negative = .none
  }

  @_lifetime(copy text, copy positive, copy negative)
  private init(_ text: NotificationText, positive: ActionLabel, negative: ActionLabel) {
    category = text.category
    time = text.time
    appName = text.appName
    title = text.title
    subtitle = text.subtitle
    message = text.message
    count = text.count
    self.positive = positive
    self.negative = negative
  }

  /// The same notification with these actions.
  @_lifetime(copy self, copy positive, copy negative)
  public func offering(positive: ActionLabel, negative: ActionLabel) -> NotificationText {
    NotificationText(self, positive: positive, negative: negative)
  }

  /// Whether the phone has told anything to read; it need not, and at first it has not.
  var hasText: Bool { !title.isEmpty || !subtitle.isEmpty || !message.isEmpty }

  var hasActions: Bool { positive.isOffered || negative.isOffered }

  /// Where it comes from: the application's name, else what kind of notification it is.
  var source: Span<UInt8> {
    @_lifetime(copy self)
    get {
      if !appName.isEmpty { return appName }
      return hasText ? category.word.utf8Span : ("New" as StaticString).utf8Span
    }
  }

  /// The best single line: title, subtitle, message, or what kind of notification it is.
  var headline: Span<UInt8> {
    @_lifetime(copy self)
    get {
      if !title.isEmpty { return title }
      if !subtitle.isEmpty { return subtitle }
      return message.isEmpty ? category.word.utf8Span : message
    }
  }
}
