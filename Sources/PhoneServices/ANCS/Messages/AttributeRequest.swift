internal import Octets

/// One requested attribute, and how many octets of it are wanted.
public struct RequestedAttribute: Equatable, Sendable {
  /// A `NotificationAttributeID` or, for an app, an `AppAttributeID`.
  public let rawID: UInt8
  /// Whether the request contains the maximum length.
  let sendsMaximumLength: Bool
  /// How many octets of its value are kept. For title, subtitle and message, the request limits the value to this
  /// length.
  public let maximumLength: UInt16

  public init(_ id: NotificationAttributeID, maximumLength: UInt16) {
    rawID = id.rawValue
    sendsMaximumLength = id.hasMaximumLength
    self.maximumLength = maximumLength
  }

  public init(_ id: AppAttributeID, maximumLength: UInt16) {
    rawID = id.rawValue
    sendsMaximumLength = false
    self.maximumLength = maximumLength
  }
}

/// The attributes that a request asks for, in the order in which they will arrive.
///
/// Their tuples and the reply's header always fit a text slot of 1,024 octets, except for a part of a long message.
public struct AttributeRequest {
  /// Those behind the first `count` mean nothing. No `FixedArray`: its optionals would take twice the room.
  private(set) var attributes: [8 of RequestedAttribute] = .init(
    repeating: RequestedAttribute(.appIdentifier, maximumLength: 0))
  /// How many attributes are requested.
  public private(set) var count = 0
  /// The largest size of their tuples: for each, three octets and the maximum length of the value.
  public private(set) var replyCount = 0
  /// How many octets they take in a command.
  public private(set) var encodedCount = 0

  /// Creates an empty request.
  public init() {}

  /// - Precondition: `index` is in `0..<count`.
  public subscript(index: Int) -> RequestedAttribute {
    // Always inlined, and through a span: else each look at one would cost a copy of all.
    @inline(__always)
    get {
      precondition(index < count)
      return attributes.span[index]
    }
  }

  /// The attributes, in order. Reading them makes no copy.
  var list: Span<RequestedAttribute> {
    @inline(__always)
    @_lifetime(borrow self)
    borrowing get { attributes.span.extracting(first: count) }
  }

  /// Appends `attribute`, or hands it back if there are eight already or the reply would not fit a slot.
  public mutating func pushLast(_ attribute: RequestedAttribute) -> RequestedAttribute? {
    pushLast(attribute, slotCount: TextSlot.count)
  }

  /// The same for a slot of `slotCount` octets.
  mutating func pushLast(_ attribute: RequestedAttribute, slotCount: Int) -> RequestedAttribute? {
    let offset = Self.headerCount + replyCount + 3
    guard offset <= TextRange.longestOffset, offset + Int(attribute.maximumLength) <= slotCount,
      count < attributes.count
    else { return attribute }
    append(attribute)
    return nil
  }

  private mutating func append(_ attribute: RequestedAttribute) {
    attributes[count] = attribute
    count += 1
    replyCount += 3 + Int(attribute.maximumLength)
    encodedCount += attribute.sendsMaximumLength ? 3 : 1
  }

  /// Everything about a notification with `flags`: the label of an action only if it is offered.
  public static func everything(flags: EventFlags) -> AttributeRequest {
    var request = AttributeRequest()
    request.set(.everything(flags))
    return request
  }

  /// The attributes that a command of the session asks for.
  enum Content {
    /// No attributes: no reply is used.
    case nothing
    /// The first part of a notification: application identifier, title and the beginning of the message. For a call it
    /// has the labels of the actions instead of the message.
    ///
    /// The reply must fit one connection event. The header takes 5 octets, an identifier on existing phones up to
    /// 3 + 60, and the title 3 + 32. With 3 + 44 of text these are 150; with two labels of 3 + 20 they are 149. An
    /// identifier of up to 30 octets makes 120, which fit one event with the write response even at the smallest MTU.
    case excerpt(EventFlags, isCall: Bool)
    /// As `everything`, without what an excerpt has brought whole.
    case rest(EventFlags, behind: AttributeSet)
    /// Everything about a notification with these flags.
    case everything(EventFlags)
    /// The application that posted a notification, and the date: together they identify a notification in a later
    /// session.
    case application
    /// The beginning of a message, longer than a slot.
    case message(maximumLength: UInt16)
    /// An app's display name.
    case displayName
  }

  /// How much of a message is kept in the list.
  static let messageCount: UInt16 = 512

  static let excerptTitleCount: UInt16 = 32
  static let excerptMessageCount: UInt16 = 44

  /// Asks for `content` and nothing else.
  mutating func set(_ content: Content) {
    (count, replyCount, encodedCount) = (0, 0, 0)
    switch content {
    case .nothing: break
    case .excerpt(let flags, let isCall):
      add(.appIdentifier)
      add(.title, Self.excerptTitleCount)
      if isCall { addLabels(flags, behind: AttributeSet()) } else { add(.message, Self.excerptMessageCount) }
    case .rest(let flags, let excerpt): addAll(flags, behind: excerpt)
    case .everything(let flags): addAll(flags, behind: AttributeSet())
    case .application:
      add(.appIdentifier)
      add(.date)
    case .message(let maximumLength): add(.message, maximumLength)
    case .displayName: append(RequestedAttribute(.displayName, maximumLength: UInt16(AppNameSlot.nameCapacity)))
    }
  }

  private mutating func addAll(_ flags: EventFlags, behind excerpt: AttributeSet) {
    if !excerpt.contains(.appIdentifier) { add(.appIdentifier) }
    if !excerpt.contains(.title) { add(.title) }
    if !excerpt.contains(.subtitle) { add(.subtitle) }
    if !excerpt.contains(.message) { add(.message) }
    if !excerpt.contains(.messageSize) { add(.messageSize) }
    if !excerpt.contains(.date) { add(.date) }
    addLabels(flags, behind: excerpt)
  }

  private mutating func addLabels(_ flags: EventFlags, behind excerpt: AttributeSet) {
    if flags.contains(.positiveAction), !excerpt.contains(.positiveActionLabel) { add(.positiveActionLabel) }
    if flags.contains(.negativeAction), !excerpt.contains(.negativeActionLabel) { add(.negativeActionLabel) }
  }

  @inline(__always)  // Each caller passes a constant: its maximum is a constant, too.
  private mutating func add(_ id: NotificationAttributeID) { add(id, id.usualMaximum) }

  private mutating func add(_ id: NotificationAttributeID, _ maximumLength: UInt16) {
    append(RequestedAttribute(id, maximumLength: maximumLength))
  }

  /// Command and UID, in front of the first tuple of a reply.
  static let headerCount = 5
}

/// Some attributes of a notification.
struct AttributeSet {
  private var bits: UInt8 = 0

  func contains(_ id: NotificationAttributeID) -> Bool { bits >> id.rawValue & 1 != 0 }

  /// - Precondition: `raw` is the number of an attribute, 0...7.
  mutating func insert(_ raw: UInt8) { bits |= 1 << raw }
}
