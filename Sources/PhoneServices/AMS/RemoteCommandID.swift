/// A command to the phone's player.
///
/// AMS specification, "RemoteCommandID values".
public enum RemoteCommandID: UInt8, Equatable, Sendable {
  /// Starts to play.
  case play = 0
  /// Stops.
  case pause = 1
  /// Starts or stops.
  case togglePlayPause = 2
  /// Goes to the next track.
  case nextTrack = 3
  /// Goes to the previous track, or to the beginning of this one.
  case previousTrack = 4
  /// Raises the volume by one step.
  case volumeUp = 5
  /// Lowers the volume by one step.
  case volumeDown = 6
  /// Goes to the next mode of repeating.
  case advanceRepeatMode = 7
  /// Goes to the next mode of shuffling.
  case advanceShuffleMode = 8
  /// Moves forwards by some seconds, which the player chooses.
  case skipForward = 9
  /// Moves backwards by some seconds, which the player chooses.
  case skipBackward = 10
  /// Marks the track as liked.
  case likeTrack = 11
  /// Marks the track as disliked.
  case dislikeTrack = 12
  /// Marks the position in the track.
  case bookmarkTrack = 13
}

/// The commands that a player takes now: a value of Remote Command, as it is notified.
///
///     | remoteCommandID: 1 | …
///
/// Any number of octets, in any order; identifiers without a name are passed over. AMS specification, "Remote Command".
public struct RemoteCommandSet: Equatable, Sendable {
  private var bits: UInt16 = 0

  /// Creates an empty set.
  public init() {}

  /// Decodes a value of Remote Command. Unknown commands are ignored.
  public init(decoding value: Span<UInt8>) {
    for index in value.indices {
      if let command = RemoteCommandID(rawValue: value[index]) { bits |= 1 << UInt16(command.rawValue) }
    }
  }

  /// Whether the player takes no command.
  public var isEmpty: Bool { bits == 0 }

  /// Whether the player takes the command.
  public func contains(_ command: RemoteCommandID) -> Bool { bits & 1 << UInt16(command.rawValue) != 0 }
}
