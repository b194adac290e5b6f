public import AMS
internal import Screens
internal import Timing

/// What a user or a program can ask of the player.
public enum MusicCommand: UInt8, Equatable, Sendable {
  /// Play if it is paused, pause if it plays.
  case toggle
  case next, previous, volumeUp, volumeDown, play, pause
}

/// What the buttons of the music screen are about.
enum MusicMode: UInt8, Equatable {
  case track, volume, previous
}

/// The phone's player, and what the watch makes of it.
public struct MusicDesk: ~Copyable {
  /// Texts that belong together come one after the other: they are told of together.
  private static var gathering: Interval { .milliseconds(100) }
  private static var pause: Interval { .seconds(1) }

  public internal(set) var remote = MediaRemote()
  private var tick = Deadline()
  private var telling = Deadline()
  private var toldAt: Instant?

  var deadline: Instant? { earliest(remote.deadline, earliest(tick.instant, telling.instant)) }

  /// Something is different. It is to be told soon, and not oftener than once a second.
  mutating func noteNews(now: Instant) {
    guard !telling.isSet else { return }
    let soon = now + Self.gathering
    telling.set(toldAt.map { max(soon, $0 + Self.pause) } ?? soon)
  }

  /// - Returns: whether it is to be told now.
  mutating func takeNews(now: Instant) -> Bool {
    guard telling.expire(at: now) else { return false }
    toldAt = now
    return true
  }

  /// Arranges to be called when the time on the glass is another.
  ///
  /// - Returns: whether it is another now.
  mutating func followTime(isSeen: Bool, now: Instant) -> Bool {
    guard isSeen, let next = remote.media.nextSecond(after: now) else {
      tick.clear()
      return false
    }
    let isDue = tick.isDue(at: now)
    if isDue || !tick.isSet { tick.set(next) }
    return isDue
  }

  /// The time runs otherwise than it did.
  mutating func restartTime() { tick.clear() }

  /// What a command means to this player; nil if it does not take it now.
  func meaning(of command: MusicCommand) -> RemoteCommandID? {
    let candidates: (RemoteCommandID, RemoteCommandID?) =
      switch command {
      case .toggle: (.togglePlayPause, remote.media.isPlaying ? .pause : .play)
      case .next: (.nextTrack, nil)
      case .previous: (.previousTrack, nil)
      case .volumeUp: (.volumeUp, nil)
      case .volumeDown: (.volumeDown, nil)
      case .play: (.play, nil)
      case .pause: (.pause, nil)
      }
    if remote.commands.contains(candidates.0) { return candidates.0 }
    guard let other = candidates.1, remote.commands.contains(other) else { return nil }
    return other
  }

  func offers(_ command: MusicCommand) -> Bool { meaning(of: command) != nil }

  /// The next mode of the buttons in which there is something to do.
  func mode(after mode: MusicMode) -> MusicMode {
    switch mode {
    case .track: offers(.volumeUp) || offers(.volumeDown) ? .volume : self.mode(after: .volume)
    case .volume: offers(.previous) ? .previous : .track
    case .previous: .track
    }
  }

  /// What accept and decline do; nil: nothing. Where there is nothing to go on to, decline leads away.
  func commands(in mode: MusicMode) -> (accept: MusicCommand?, decline: MusicCommand?) {
    let both: (MusicCommand, MusicCommand?) =
      switch mode {
      case .track: (.toggle, .next)
      case .volume: (.volumeUp, .volumeDown)
      case .previous: (.previous, nil)
      }
    return (offers(both.0) ? both.0 : nil, both.1.flatMap { offers($0) ? $0 : nil })
  }
}

extension MusicKey {
  init(_ command: MusicCommand, isPlaying: Bool) {
    switch command {
    case .toggle: self = isPlaying ? .pause : .play
    case .next: self = .next
    case .previous: self = .previous
    case .volumeUp: self = .louder
    case .volumeDown: self = .softer
    case .play: self = .play
    case .pause: self = .pause
    }
  }
}

extension Banner {
  init(_ refusal: RemoteCommandRefusal) {
    switch refusal {
    case .notReady: self = .notReady
    case .notOffered: self = .notOffered
    case .busy: self = .busy
    }
  }

  /// What to say of a command that the player did not take.
  init(_ result: RemoteCommandResult) {
    switch result {
    case .ok: self = .done
    case .refused: self = .refused
    case .timeout: self = .noAnswer
    case .disconnected: self = .linkLost
    }
  }
}
