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
  /// The code that it brings; empty if it brings none.
  public let code: Span<UInt8>
  /// How the message ends, as far as it is here.
  public let end: MessageEnd
  /// How large the whole message is in octets; nil if that is not known.
  public let wholeSize: Int?
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
    code = ("" as StaticString).utf8Span
    end = .whole
    wholeSize = message.count
  }

  /// The same notification, with what is not known when its texts are.
  @_lifetime(copy text, copy positive, copy negative, copy code)
  private init(
    _ text: NotificationText, positive: ActionLabel, negative: ActionLabel, code: Span<UInt8>, end: MessageEnd,
    wholeSize: Int?
  ) {
    category = text.category
    time = text.time
    appName = text.appName
    title = text.title
    subtitle = text.subtitle
    message = text.message
    count = text.count
    self.positive = positive
    self.negative = negative
    self.code = code
    self.end = end
    self.wholeSize = wholeSize
  }

  /// The same notification with a code, and with what is known of the end of its message.
  ///
  /// - Parameter wholeSize: how large the whole message is in octets; nil if that is not known.
  @_lifetime(copy self, copy code)
  public func bringing(_ code: Span<UInt8>, end: MessageEnd, wholeSize: Int?) -> NotificationText {
    NotificationText(self, positive: positive, negative: negative, code: code, end: end, wholeSize: wholeSize)
  }

  /// The same notification with these actions.
  @_lifetime(copy self, copy positive, copy negative)
  public func offering(positive: ActionLabel, negative: ActionLabel) -> NotificationText {
    NotificationText(self, positive: positive, negative: negative, code: code, end: end, wholeSize: wholeSize)
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
