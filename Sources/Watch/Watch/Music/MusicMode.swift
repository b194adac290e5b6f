internal import AMS
internal import PhoneClient
internal import Screens

/// The mode of the music screen: it selects the commands of the buttons.
enum MusicMode: UInt8, Equatable {
  case track, volume, previous

  /// Returns the next mode in which the player takes a command.
  func next(_ phone: borrowing PhoneState) -> MusicMode {
    switch self {
    case .track where MusicCommand.volumeUp.meaning(phone.media) != nil: .volume
    case .track where MusicCommand.volumeDown.meaning(phone.media) != nil: .volume
    case .track, .volume: MusicCommand.previous.meaning(phone.media) != nil ? .previous : .track
    case .previous: .track
    }
  }

  /// Returns the commands of the buttons *accept* and *decline*; nil for a button without a command. A *decline* button
  /// without a command leaves the screen.
  func commands(_ phone: borrowing PhoneState) -> (accept: MusicCommand?, decline: MusicCommand?) {
    let both: (accept: MusicCommand, decline: MusicCommand?) =
      switch self {
      case .track: (.toggle, .next)
      case .volume: (.volumeUp, .volumeDown)
      case .previous: (.previous, nil)
      }
    let decline = both.decline.flatMap { $0.meaning(phone.media) == nil ? nil : $0 }
    return (both.accept.meaning(phone.media) == nil ? nil : both.accept, decline)
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

  /// The banner for the result of a command.
  init(_ result: RemoteCommandResult) {
    switch result {
    case .ok: self = .done
    case .refused: self = .refused
    case .timeout: self = .noAnswer
    case .disconnected: self = .linkLost
    }
  }
}
