internal import AMS
internal import Control
internal import LinuxPlatform
internal import Octets
internal import Timing
internal import Watch

// What the phone plays, as lines of `--events`.
extension EventLog {
  /// What is played, and how, now.
  mutating func writeMusic(of watch: borrowing WatchMachine, at now: Instant) {
    begin("music", at: now)
    field("state", watch.music.stateName)
    if watch.music.remote.state != .absent {
      field("player", text: watch.music.remote.media.player.span)
      field("title", text: watch.music.remote.media.title.span)
      field("artist", text: watch.music.remote.media.artist.span)
      field("album", text: watch.music.remote.media.album.span)
      if let elapsed = watch.music.remote.media.elapsed(at: now) { field("elapsed", number: elapsed / 1_000) }
      if let duration = watch.music.remote.media.duration { field("duration", number: duration / 1_000) }
      if let volume = watch.music.remote.media.volume { field("volume", number: UInt32(volume)) }
    }
    end()
  }

  mutating func write(_ result: RemoteCommandResult, of command: RemoteCommandID, at now: Instant) {
    begin("musicCommand", at: now)
    if let name = ControlRequest.Music(command)?.name { field("command", name) }
    put(result)
    end()
  }

  mutating func write(_ refusal: RemoteCommandRefusal, of command: MusicCommand, at now: Instant) {
    begin("musicCommand", at: now)
    field("command", ControlRequest.Music(command).name)
    field("result", refusal.name)
    end()
  }
}

// Also in the answers at the control socket.
extension JSONFields where Self: ~Copyable {
  mutating func put(_ result: RemoteCommandResult) {
    switch result {
    case .ok: field("result", "ok")
    case .refused(let error): field("result", hexadecimal: UInt32(error.rawValue), digits: 2)
    case .timeout: field("result", "timeout")
    case .disconnected: field("result", "disconnected")
    }
  }
}

extension MusicDesk {
  fileprivate var stateName: StaticString {
    switch remote.state {
    case .absent: return "absent"
    case .found, .settingUp, .ready:
      guard remote.media.isPresent else { return "nothing" }
      switch remote.media.playback?.state {
      case .paused, nil: return "paused"
      case .playing: return "playing"
      case .rewinding: return "rewinding"
      case .fastForwarding: return "fastForwarding"
      }
    }
  }
}

extension RemoteCommandRefusal {
  /// What it is called in an event and in an answer.
  var name: StaticString {
    switch self {
    case .notReady: "notReady"
    case .notOffered: "notOffered"
    case .busy: "busy"
    }
  }
}

extension MusicCommand {
  init(_ name: ControlRequest.Music) {
    switch name {
    case .toggle: self = .toggle
    case .next: self = .next
    case .previous: self = .previous
    case .volumeUp: self = .volumeUp
    case .volumeDown: self = .volumeDown
    case .play: self = .play
    case .pause: self = .pause
    }
  }
}

extension ControlRequest.Music {
  /// - Returns: nil for what is never sent.
  fileprivate init?(_ command: RemoteCommandID) {
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

  fileprivate init(_ command: MusicCommand) {
    switch command {
    case .toggle: self = .toggle
    case .next: self = .next
    case .previous: self = .previous
    case .volumeUp: self = .volumeUp
    case .volumeDown: self = .volumeDown
    case .play: self = .play
    case .pause: self = .pause
    }
  }
}
