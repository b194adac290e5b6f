internal import Octets

/// One attribute that is asked for, and how much of it.
public struct RequestedAttribute: Equatable, Sendable {
  /// A `NotificationAttributeID` or, for an app, an `AppAttributeID`.
  public let rawID: UInt8
  /// Whether the request says how much of it to send.
  let sendsMaximumLength: Bool
  /// How many octets of its value are kept. For title, subtitle and message the phone is asked to send no more.
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
/// Their tuples and the reply's header always fit a text slot of 1,024 octets.
public struct AttributeRequest {
  private var attributes = FixedArray<8, RequestedAttribute>()
  /// What their tuples take at most: three octets and the value each.
  public private(set) var replyCount = 0

  public init() {}

  public var count: Int { attributes.count }

  /// - Precondition: `index` is in `0..<count`.
  public subscript(index: Int) -> RequestedAttribute { attributes[index] }

  /// Appends `attribute`, or hands it back if there are eight already or the reply would not fit a slot.
  public mutating func pushLast(_ attribute: RequestedAttribute) -> RequestedAttribute? {
    let grown = replyCount + 3 + Int(attribute.maximumLength)
    guard grown <= TextSlot.count - Self.headerCount, !attributes.isFull else { return attribute }
    replyCount = grown
    return attributes.pushLast(attribute)
  }

  /// Everything about a notification with `flags`: the label of an action only if it is offered.
  public static func everything(flags: EventFlags) -> AttributeRequest {
    var request = AttributeRequest()
    request.add(.appIdentifier, 128)
    request.add(.title, 64)
    request.add(.subtitle, 64)
    request.add(.message, 512)
    request.add(.messageSize, 10)
    request.add(.date, 20)
    if flags.contains(.positiveAction) { request.add(.positiveActionLabel, 48) }
    if flags.contains(.negativeAction) { request.add(.negativeActionLabel, 48) }
    return request
  }

  /// Which application has posted a notification.
  static var application: AttributeRequest {
    var request = AttributeRequest()
    request.add(.appIdentifier, 128)
    return request
  }

  /// An app's display name.
  static var displayName: AttributeRequest {
    var request = AttributeRequest()
    _ = request.pushLast(RequestedAttribute(.displayName, maximumLength: UInt16(AppNameCache.nameCapacity)))
    return request
  }

  /// How many octets `encode` writes.
  public var encodedCount: Int {
    var count = 0
    for index in attributes.indices { count += attributes[index].sendsMaximumLength ? 3 : 1 }
    return count
  }

  /// ` | (attributeID: 1 [| maximumLength: 2]) … | `
  @_lifetime(output: copy output)
  func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    for index in attributes.indices {
      let attribute = attributes[index]
      try output.put(attribute.rawID)
      if attribute.sendsMaximumLength { try output.put(attribute.maximumLength) }
    }
  }

  /// Command and UID, in front of the first tuple of a reply.
  static let headerCount = 5

  private mutating func add(_ id: NotificationAttributeID, _ maximumLength: UInt16) {
    _ = pushLast(RequestedAttribute(id, maximumLength: maximumLength))
  }
}
