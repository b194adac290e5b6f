public import Octets

/// The commands that may be written to the Control Point.
///
/// ANCS specification, "CommandID Values".
public enum CommandID: UInt8, Equatable, Sendable {
  /// Asks for attributes of a notification.
  case getNotificationAttributes = 0
  /// Asks for attributes of an application.
  case getAppAttributes = 1
  /// Performs an action on a notification.
  case performNotificationAction = 2
}

/// Asks for attributes of a notification.
///
///     | commandID: 1 = 0 | notificationUID: 4 | (attributeID: 1 [| maximumLength: 2]) … |
///
/// Only title, subtitle and message carry a maximum length. ANCS specification, "Get Notification Attributes".
public struct GetNotificationAttributes {
  /// The notification.
  public let uid: NotificationUID
  /// The requested attributes, in order.
  public let attributes: AttributeRequest

  /// Creates the command.
  public init(uid: NotificationUID, attributes: AttributeRequest) {
    self.uid = uid
    self.attributes = attributes
  }

  /// Appends the command. Throws if it does not fit.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try Self.encode(uid: uid, attributes.list, count: attributes.encodedCount, into: &output)
  }

  /// The same without a copy of the attributes.
  ///
  /// - Parameter count: the number of octets that the attributes take.
  @_lifetime(output: copy output)
  static func encode(
    uid: NotificationUID, _ attributes: Span<RequestedAttribute>, count: Int, into output: inout OutputSpan<UInt8>
  ) throws(EncodeError) {
    guard output.freeCapacity >= AttributeRequest.headerCount + count else { throw .insufficientCapacity }
    output.append(CommandID.getNotificationAttributes.rawValue)
    try output.put(uid.rawValue)
    for index in attributes.indices {
      let attribute = attributes[index]
      output.append(attribute.rawID)
      guard attribute.sendsMaximumLength else { continue }
      output.append(UInt8(truncatingIfNeeded: attribute.maximumLength))
      output.append(UInt8(truncatingIfNeeded: attribute.maximumLength >> 8))
    }
  }
}

/// Asks for the display name of an app.
///
///     | commandID: 1 = 1 | appIdentifier … | 0 | attributeID: 1 = 0 |
///
/// ANCS specification, "Get App Attributes".
public struct GetAppAttributes: ~Copyable, ~Escapable {
  private let appIdentifier: Span<UInt8>

  /// - Returns: nil if `appIdentifier` is empty or holds a zero, which would end it.
  @_lifetime(copy appIdentifier)
  public init?(appIdentifier: Span<UInt8>) {
    guard !appIdentifier.isEmpty else { return nil }
    for index in appIdentifier.indices where appIdentifier[index] == 0 { return nil }
    self.appIdentifier = appIdentifier
  }

  /// Appends the command. Throws if it does not fit.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    guard output.freeCapacity >= appIdentifier.count + 3 else { throw .insufficientCapacity }
    try output.put(CommandID.getAppAttributes.rawValue)
    try output.put(appIdentifier)
    try output.put(UInt8(0))
    try output.put(AppAttributeID.displayName.rawValue)
  }
}

/// Performs an action on a notification. No reply follows, whether or not it works.
///
///     | commandID: 1 = 2 | notificationUID: 4 | actionID: 1 |
///
/// ANCS specification, "Perform Notification Action".
public struct PerformNotificationAction: Equatable, Sendable {
  /// The notification.
  public let uid: NotificationUID
  /// The action to perform.
  public let action: ActionID

  /// Creates the command.
  public init(uid: NotificationUID, action: ActionID) {
    self.uid = uid
    self.action = action
  }

  /// Appends the command. Throws if it does not fit.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    guard output.freeCapacity >= 6 else { throw .insufficientCapacity }
    try output.put(CommandID.performNotificationAction.rawValue)
    try output.put(uid.rawValue)
    try output.put(action.rawValue)
  }
}
