/// A screen on the display, and the notification or the pairing that it is about.
struct Shown: Equatable, Sendable {
  let name: ScreenName
  /// The serial number of the notification or of the pairing; nil for a page.
  let serial: UInt32?
  /// Whether the page offers to end what it can begin: the mute of an application, or *Quiet now*.
  var offersEnd = false

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
    // A call that nobody hears does not hide what the wearer waits for.
    let isHeard = rings && call?.isSilenced != true
    if tool == .alarm, !isHeard {
      self.init(.alarm)
    } else if let pairing, !(isPairingOver && rings) {
      self = pairing
    } else if tool == .ring, isToolRinging, !isHeard {
      self.init(.ring)
    } else if let call, rings {
      self.init(.call, call.serial)
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
