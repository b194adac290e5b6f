/// What a player can be told to do.
///
/// AMS specification, "RemoteCommandID values".
public enum RemoteCommandID: UInt8, Equatable, Sendable {
  case play = 0
  case pause = 1
  case togglePlayPause = 2
  case nextTrack = 3
  case previousTrack = 4
  case volumeUp = 5
  case volumeDown = 6
  case advanceRepeatMode = 7
  case advanceShuffleMode = 8
  case skipForward = 9
  case skipBackward = 10
  case likeTrack = 11
  case dislikeTrack = 12
  case bookmarkTrack = 13
}

/// The commands that a player takes now: a value of Remote Command, as it is notified.
///
///     | remoteCommandID: 1 | …
///
/// Any number of octets, in any order; identifiers without a name are passed over. AMS specification, "Remote Command".
public struct RemoteCommandSet: Equatable, Sendable {
  private var bits: UInt16 = 0

  public init() {}

  public init(decoding value: Span<UInt8>) {
    for index in value.indices {
      if let command = RemoteCommandID(rawValue: value[index]) { bits |= 1 << UInt16(command.rawValue) }
    }
  }

  public var isEmpty: Bool { bits == 0 }

  public func contains(_ command: RemoteCommandID) -> Bool { bits & 1 << UInt16(command.rawValue) != 0 }
}
