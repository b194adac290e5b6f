internal import AMS
internal import Features
internal import PhoneClient
internal import Screens

/// The signs at the two buttons of the music screen.
struct MusicKeys {
  private(set) var accept: MusicKey?
  private(set) var decline = MusicKey.leave

  /// Another number for other signs.
  var code: UInt8 { (accept?.rawValue ?? 15) << 4 | decline.rawValue }

  init(_ mode: MusicMode, _ phone: borrowing PhoneState) {
    guard Features.hasMusic else { return }
    let isPlaying = phone.media.media.isPlaying
    let commands = mode.commands(phone)
    accept = commands.accept.map { MusicKey($0, isPlaying: isPlaying) }
    if let command = commands.decline { decline = MusicKey(command, isPlaying: isPlaying) }
  }
}

/// A screen on the display, and the notification or the pairing that it is about.
struct Shown: Equatable, Sendable {
  let name: ScreenName
  /// The serial number of the notification or of the pairing; nil for a page.
  let serial: UInt32?
  /// Another number for other choices at the buttons: whether the page offers to end what it can begin, which is the
  /// mute of an application or *Quiet now*; or `MusicKeys.code`.
  var choices: UInt8 = 0

  init(_ name: ScreenName, _ serial: UInt32? = nil) {
    self.name = name
    self.serial = serial
  }

  /// Returns the topmost screen.
  ///
  /// - Parameters:
  ///   - isPairingOver: whether the pairing needs no more answers. A ringing call then covers it.
  ///   - tool: an alarm or the end of the timer, if one is shown.
  ///   - isToolRinging: whether it rings. An end of the timer that has rung out does not hide an alert.
  ///   - below: the page, or the advice that covers it.
  init(
    pairing: Shown?, isPairingOver: Bool, call: CallFlow.Call?, tool: ScreenName?, isToolRinging: Bool, alert: Alert?,
    below: ScreenName
  ) {
    let rings = call?.phase == .ringing
    if tool == .alarm, !rings {
      self.init(.alarm)
    } else if let pairing, !(isPairingOver && rings) {
      self = pairing
    } else if let call, rings {
      self.init(.call, call.serial)
    } else if tool == .ring, isToolRinging {
      self.init(.ring)
    } else if let alert {
      self.init(.alert, alert.serial)
    } else if let call {
      self.init(.activeCall, call.serial)
    } else if let tool {
      self.init(tool)
    } else {
      self.init(below)
    }
  }

  /// Whether it is a step of a pairing. The question that a page asks has no serial number.
  var isPairing: Bool { name == .pairing || (name == .question && serial != nil) }
}
