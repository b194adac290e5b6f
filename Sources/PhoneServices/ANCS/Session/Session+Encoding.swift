internal import Features
internal import Octets

/// An encoded command, and what follows from it.
enum EncodedCommand {
  /// It has become pointless: nothing was written.
  case pointless
  /// No reply is awaited on the Data Source.
  case withoutReply
  /// A reply is awaited. It repeats the first octets of the command.
  case withReply(headerCount: Int)
}

extension Session {
  /// What `command` asks for; nil if it has become pointless.
  ///
  /// - Parameter index: the index of the notification that the command is about; nil if it is about no stored
  ///   notification.
  borrowing func content(of command: QueuedCommand, about index: Int?) -> AttributeRequest.Content? {
    switch command {
    case .perform, .probe: return .nothing
    case .permission, .nameApp: return .displayName
    case .excerpt(_, let isCall):
      return index.map { .excerpt(notifications.notification(at: $0).flags, isCall: isCall) }
    case .fetch: return index.map { notifications.missingContent(at: $0) }
    case .read, .search:
      guard let index, let count = messageCount(for: command, at: index) else { return nil }
      return .message(maximumLength: UInt16(truncatingIfNeeded: count))
    }
  }

  /// Appends `command`, which asks for what the transaction was prepared for, to `output`.
  @_lifetime(output: copy output)
  borrowing func encode(
    _ command: QueuedCommand, into output: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> EncodedCommand {
    switch command {
    case .perform(let action, let uid):
      try PerformNotificationAction(uid: uid, action: action).encode(into: &output)
      return .withoutReply
    case .permission: return try QueuedCommand.encodePermissionQuestion(into: &output)
    case .probe: return try QueuedCommand.encodeProbe(into: &output)
    case .nameApp(let key):
      return try QueuedCommand.encodeNameRequest(for: appNames[identifierOf: key], into: &output)
    case .excerpt(let uid, _), .fetch(let uid, _, _), .read(let uid), .search(let uid):
      let count = transaction.reply.request.encodedCount
      try GetNotificationAttributes.encode(uid: uid, transaction.reply.request.list, count: count, into: &output)
      return .withReply(headerCount: AttributeRequest.headerCount)
    }
  }

  /// The number of octets of a message to request; nil to request none.
  private borrowing func messageCount(for command: QueuedCommand, at index: Int) -> Int? {
    guard notifications.notification(at: index).isContentAllowed else { return nil }
    guard Features.hasLongMessages, case .read = command else { return Self.longestMessage }
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
    return .withReply(headerCount: output.count - 1)
  }
}

extension NotificationStore {
  /// The attributes to request at `index`: everything; or those that its excerpt lacks; or only its application, if the
  /// others are not allowed.
  fileprivate borrowing func missingContent(at index: Int) -> AttributeRequest.Content {
    guard notification(at: index).isContentAllowed else { return .application }
    let flags = notification(at: index).flags
    guard notification(at: index).hasExcerpt else { return .everything(flags) }
    return .rest(flags, behind: notification(at: index).texts.wholeAttributes)
  }
}

extension TextRanges {
  /// The attributes that an excerpt with these values has brought whole.
  fileprivate var wholeAttributes: AttributeSet {
    var whole = AttributeSet()
    for raw in 0..<UInt8(NotificationAttributeID.count) where self[raw: raw].isWhole(raw) { whole.insert(raw) }
    return whole
  }
}

extension TextRange {
  /// Whether an excerpt with this value contains the whole of the attribute. The margin is needed because a phone cuts
  /// between characters, and a character may be long.
  fileprivate func isWhole(_ raw: UInt8) -> Bool {
    guard count > 0, !isCut else { return false }
    switch NotificationAttributeID(rawValue: raw) {
    case .title: return count + Self.longestCharacter < AttributeRequest.excerptTitleCount
    case .message: return count + Self.longestCharacter < AttributeRequest.excerptMessageCount
    default: return true
    }
  }

  private static var longestCharacter: UInt16 { 12 }
}
