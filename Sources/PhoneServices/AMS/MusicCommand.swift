/// A command that the wearer or a program can give to the player.
public enum MusicCommand: UInt8, Equatable, Sendable {
  /// Play if it is paused, pause if it plays.
  case toggle
  case next, previous, volumeUp, volumeDown, play, pause

  /// Its name at the control socket and in the events.
  public var name: StaticString {
    switch self {
    case .toggle: "toggle"
    case .next: "next"
    case .previous: "previous"
    case .volumeUp: "volumeUp"
    case .volumeDown: "volumeDown"
    case .play: "play"
    case .pause: "pause"
    }
  }

  /// The command for which `command` is sent.
  ///
  /// - Returns: nil for a command that the watch never sends.
  public init?(_ command: RemoteCommandID) {
    switch command {
    case .togglePlayPause: self = .toggle
    case .nextTrack: self = .next
    case .previousTrack: self = .previous
    case .volumeUp: self = .volumeUp
    case .volumeDown: self = .volumeDown
    case .play: self = .play
    case .pause: self = .pause
    case .advanceRepeatMode, .advanceShuffleMode, .skipForward, .skipBackward, .likeTrack, .dislikeTrack,
      .bookmarkTrack:
      return nil
    }
  }

  /// Returns the remote command for this command; nil if the player does not accept it now.
  public func meaning(_ player: borrowing MediaRemote) -> RemoteCommandID? {
    let candidates: (RemoteCommandID, RemoteCommandID?) =
      switch self {
      case .toggle: (.togglePlayPause, player.media.isPlaying ? .pause : .play)
      case .next: (.nextTrack, nil)
      case .previous: (.previousTrack, nil)
      case .volumeUp: (.volumeUp, nil)
      case .volumeDown: (.volumeDown, nil)
      case .play: (.play, nil)
      case .pause: (.pause, nil)
      }
    if player.commands.contains(candidates.0) { return candidates.0 }
    guard let other = candidates.1, player.commands.contains(other) else { return nil }
    return other
  }

  /// Returns why the command cannot be sent now; nil if it can.
  public func refusal(_ player: borrowing MediaRemote) -> RemoteCommandRefusal? {
    if player.state == .absent { return .notReady }
    guard let meaning = meaning(player) else { return .notOffered }
    return player.refusal(of: meaning)
  }
}
