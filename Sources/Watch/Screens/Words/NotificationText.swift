public import ANCS
internal import Octets
public import WatchModel

/// The effect of a button on a notification, in the words of the phone.
public enum ActionLabel: ~Escapable {
  /// The action is not offered.
  case none
  /// It is; an empty text shows a tick or a cross instead.
  case offered(Span<UInt8>)

  /// The same label as a tick or a cross.
  var sign: ActionLabel {
    @_lifetime(copy self)
    get { isOffered ? .offered(("" as StaticString).utf8Span) : .none }
  }

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
  /// Of a message with an attachment the caption, or *Attachment*.
  public private(set) var message: Span<UInt8>
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
  public var day = PostingDay.today
  /// Whether the phone has removed it.
  public var isKept = false
  /// How long ago it was posted, in minutes; nil if that is not known, or lies in the future.
  public var ageInMinutes: Int?
  /// How its time and its date are written, and the language.
  public var style: ClockStyle
  /// The size in which its text is shown, if the typeface of that size has all characters.
  public var size = TextSize.normal

  /// A notification without actions.
  @_lifetime(copy appName, copy title, copy subtitle, copy message)
  public init(
    category: CategoryID, time: TimeOfDay?, appName: Span<UInt8>, title: Span<UInt8>, subtitle: Span<UInt8>,
    message: Span<UInt8>, style: ClockStyle = ClockStyle()
  ) {
    self.style = style
    self.category = category
    self.time = time
    self.appName = appName
    self.title = title
    self.subtitle = subtitle
    self.message = Attachment.caption(of: message, style.language)
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
    day = text.day
    ageInMinutes = text.ageInMinutes
    isKept = text.isKept
    style = text.style
    size = text.size
    self.positive = positive
    self.negative = negative
    self.code = code
    self.end = end
    self.wholeSize = wholeSize
  }

  /// The same notification with a code, and with the known facts about the end of its message.
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

  /// The phone says that it has an attachment. Without a text, *Attachment* stands for it.
  @_lifetime(self: copy self)
  public mutating func noteAttachment() {
    if message.isEmpty { message = Phrase.kind(.attachment).text(in: style.language).utf8Span }
  }

  /// Whether the phone has told anything to read; it need not, and at first it has not.
  var hasText: Bool { !title.isEmpty || !subtitle.isEmpty || !message.isEmpty }

  /// How many of title, subtitle and message there are.
  var textCount: Int { (title.isEmpty ? 0 : 1) + (subtitle.isEmpty ? 0 : 1) + (message.isEmpty ? 0 : 1) }

  var hasActions: Bool { positive.isOffered || negative.isOffered }

  /// The source: the application's name, else the word for the category. For a missed call it is always the category.
  var source: Span<UInt8> {
    @_lifetime(copy self)
    get {
      if category == .missedCall { return category.word.text(in: style.language).utf8Span }
      if !appName.isEmpty { return appName }
      return hasText
        ? category.word.text(in: style.language).utf8Span : Phrase.kind(.new).text(in: style.language).utf8Span
    }
  }

  /// The time for today, else the day; empty if that is not known.
  var stamp: ShortText {
    var stamp = ShortText()
    if let time { stamp.append(day, time, style) }
    return stamp
  }

  /// The best single line: title, subtitle, message, or what kind of notification it is.
  var headline: Span<UInt8> {
    @_lifetime(copy self)
    get {
      if !title.isEmpty { return title }
      if !subtitle.isEmpty { return subtitle }
      return message.isEmpty ? category.word.text(in: style.language).utf8Span : message
    }
  }
}
