internal import AMS
internal import LinuxPlatform
internal import Octets
internal import PhoneClient
internal import Timing
internal import Watch

// The phone's player, as lines of `--events`.
extension EventLog {
  /// Writes the current track and the player's state.
  mutating func writeMusic(of phone: borrowing PhoneState, at now: Instant) {
    begin("music", at: now)
    field("state", phone.media.stateName)
    if phone.media.state != .absent {
      field("player", text: phone.media.media.player.span)
      field("title", text: phone.media.media.title.span)
      field("artist", text: phone.media.media.artist.span)
      field("album", text: phone.media.media.album.span)
      if let elapsed = phone.media.media.elapsed(at: now) { field("elapsed", number: elapsed / 1_000) }
      if let duration = phone.media.media.duration { field("duration", number: duration / 1_000) }
      if let volume = phone.media.media.volume { field("volume", number: UInt32(volume)) }
    }
    end()
  }

  mutating func write(_ result: RemoteCommandResult, of command: RemoteCommandID, at now: Instant) {
    begin("musicCommand", at: now)
    if let name = MusicCommand(command)?.name { field("command", name) }
    put(result)
    end()
  }

  mutating func write(_ refusal: RemoteCommandRefusal, of command: MusicCommand, at now: Instant) {
    begin("musicCommand", at: now)
    field("command", command.name)
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

extension MediaRemote {
  fileprivate var stateName: StaticString {
    switch state {
    case .absent: return "absent"
    case .found, .settingUp, .ready:
      guard media.isPresent else { return "nothing" }
      switch media.playback?.state {
      case .paused, nil: return "paused"
      case .playing: return "playing"
      case .rewinding: return "rewinding"
      case .fastForwarding: return "fastForwarding"
      }
    }
  }
}

extension RemoteCommandRefusal {
  /// The name in an event and in an answer.
  var name: StaticString {
    switch self {
    case .notReady: "notReady"
    case .notOffered: "notOffered"
    case .busy: "busy"
    }
  }
}
