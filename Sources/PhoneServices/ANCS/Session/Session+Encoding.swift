internal import Octets

/// An encoded command, and what follows from it.
enum EncodedCommand {
  /// It has become pointless: nothing was written.
  case pointless
  /// No reply is awaited on the Data Source.
  case withoutReply
  /// A reply to this request is awaited. It repeats the first octets of the command.
  case withReply(AttributeRequest, headerCount: Int)
}

extension Session {
  /// Appends `command` to `output`.
  ///
  /// - Parameter index: the index of the notification that the command is about; nil if it is about no stored
  ///   notification.
  @_lifetime(output: copy output)
  borrowing func encode(
    _ command: QueuedCommand, about index: Int?, into output: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> EncodedCommand {
    let request: AttributeRequest
    switch command {
    case .perform(let action, let uid):
      try PerformNotificationAction(uid: uid, action: action).encode(into: &output)
      return .withoutReply
    case .permission: return try QueuedCommand.encodePermissionQuestion(into: &output)
    case .probe: return try QueuedCommand.encodeProbe(into: &output)
    case .nameApp(let key):
      return try QueuedCommand.encodeNameRequest(for: appNames[identifierOf: key], into: &output)
    case .excerpt(_, let isCall):
      guard let index else { return .pointless }
      request = .excerpt(flags: notifications.notification(at: index).flags, isCall: isCall)
    case .fetch:
      guard let index else { return .pointless }
      request = notifications.missingAttributes(at: index)
    case .read, .search:
      guard let index, let count = messageCount(for: command, at: index) else { return .pointless }
      request = .message(maximumLength: UInt16(truncatingIfNeeded: count))
    }
    guard let uid = command.uid else { return .pointless }
    try GetNotificationAttributes.encode(uid: uid, request, into: &output)
    return .withReply(request, headerCount: AttributeRequest.headerCount)
  }

  /// The number of octets of a message to request; nil to request none.
  private borrowing func messageCount(for command: QueuedCommand, at index: Int) -> Int? {
    guard notifications.notification(at: index).isContentAllowed else { return nil }
    guard case .read = command else { return Self.longestMessage }
    return reader.nextCount(at: index, in: notifications)
  }
}

extension QueuedCommand {
  /// The application that the permission question asks about: Messages. Every iPhone has it, so that its name reveals
  /// nothing about the user.
  static var messages: StaticString { "com.apple.MobileSMS" }

  /// Asks for the name of Messages or, if that does not fit the MTU, about a notification that does not exist.
  @_lifetime(output: copy output)
  fileprivate static func encodePermissionQuestion(
    into output: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> EncodedCommand {
    guard output.freeCapacity >= messages.utf8CodeUnitCount + 3 else { return try encodeProbe(into: &output) }
    return try encodeNameRequest(for: messages.utf8Span, into: &output)
  }

  @_lifetime(output: copy output)
  fileprivate static func encodeProbe(into output: inout OutputSpan<UInt8>) throws(EncodeError) -> EncodedCommand {
    var request = AttributeRequest()
    _ = request.pushLast(RequestedAttribute(.appIdentifier, maximumLength: 0))
    try GetNotificationAttributes(uid: .probe, attributes: request).encode(into: &output)
    return .withoutReply
  }

  @_lifetime(output: copy output)
  fileprivate static func encodeNameRequest(
    for identifier: Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> EncodedCommand {
    guard let command = GetAppAttributes(appIdentifier: identifier) else { return .pointless }
    try command.encode(into: &output)
    return .withReply(.displayName, headerCount: output.count - 1)
  }
}

extension NotificationStore {
  /// The attributes to request at `index`: all; or those that its excerpt lacks; or only its application, if the others
  /// are not allowed.
  fileprivate borrowing func missingAttributes(at index: Int) -> AttributeRequest {
    let notification = notification(at: index)
    guard notification.isContentAllowed else { return .application }
    return notification.hasExcerpt
      ? .rest(flags: notification.flags, behind: notification.texts) : .everything(flags: notification.flags)
  }
}
