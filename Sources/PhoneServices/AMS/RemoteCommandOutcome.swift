/// How a command that was sent has ended.
public enum RemoteCommandResult: Equatable, Sendable {
  /// The phone accepted the command. The next updates show its effect.
  case ok
  /// The phone refused the command with this error.
  case refused(MediaError)
  /// The phone did not answer for ten seconds.
  case timeout
  /// The link or the service was lost before the phone answered.
  case disconnected
}

/// The reason why a command was not queued.
public enum RemoteCommandRefusal: Equatable, Sendable {
  /// The service is missing, or Remote Command is not available.
  case notReady
  /// The player does not take it now.
  case notOffered
  /// Too many commands wait.
  case busy
}

/// A command that has ended.
public struct RemoteCommandOutcome: Equatable, Sendable {
  /// The command that has ended.
  public let command: RemoteCommandID
  /// How it ended.
  public let result: RemoteCommandResult
}

/// The next request to the owner of the connection.
public enum MediaRequest: Equatable, Sendable {
  /// Write, with response, the octets that came with this; then call `written`.
  case write(MediaCharacteristic)
  /// Read all of Entity Attribute; then call `receiveEntityAttribute`, or `readFailed`.
  case readEntityAttribute
}

/// How a request has ended.
public enum MediaAnswer: Equatable, Sendable {
  /// The phone accepted the value.
  case success
  /// The phone refused the value with this error.
  case refused(MediaError)
  /// The phone did not answer, or its answer makes no sense.
  case failed
}
