internal import LinuxPlatform
internal import Octets
internal import Peripherals

extension Options {
  /// Why the choices contradict each other; nil if they do not.
  var contradiction: StaticString? {
    securityContradiction ?? answerContradiction ?? lineContradiction ?? holdContradiction
  }

  /// *Decline* has two functions when it is held: the earlier one comes first.
  private var holdContradiction: StaticString? {
    guard let end = buttons.endingTime, end <= watch.holdTime else { return nil }
    return "power-off must be longer than hold-time, else each held decline ends the watch"
  }

  /// A code and a question are answered with these two buttons only.
  private var answerContradiction: StaticString? {
    guard case .gpio = buttons.input, buttons.pins[.accept] == nil || buttons.pins[.decline] == nil else { return nil }
    return "accept and decline need a line, because they answer a pairing: only the other buttons can be none"
  }

  /// A line of a chip cannot have two uses. Buttons that the configuration does not name have lines too.
  private var lineContradiction: StaticString? {
    var lines: [8 of UInt32?] = .init(repeating: nil)
    if case .gpio = buttons.input {
      for index in 0..<ButtonPins.count { lines[index] = buttons.pins.lines[index] }
    }
    if isAnyRepeated(in: lines) { return Self.lineAdvice }
    guard case .gpio(let chip) = haptics.output else { return nil }
    // Another chip has a different set of lines.
    if !isChipOfButtons(chip) { lines = .init(repeating: nil) }
    (lines[6], lines[7]) = (haptics.pins.motor, haptics.pins.led)
    return isAnyRepeated(in: lines) ? Self.lineAdvice : nil
  }

  private static var lineAdvice: StaticString {
    "two of the buttons, the motor and the LED have one line: set what is not fitted to none, as up = none"
  }

  /// - Parameter chip: nil for the chip that the buttons are at.
  private func isChipOfButtons(_ chip: StaticBytes?) -> Bool {
    guard let chip, case .gpio(let other) = buttons.input else { return true }
    return chip.span.isEqual(to: other.span)
  }

  private func isAnyRepeated(in lines: [8 of UInt32?]) -> Bool {
    for index in lines.indices {
      guard let line = lines[index] else { continue }
      for other in 0..<index where lines[other] == line { return true }
    }
    return false
  }

  /// The configuration says whether a board has buttons. The watch does not guess it from the hardware, because a loose
  /// wire must not make pairing weaker.
  private var securityContradiction: StaticString? {
    switch (watch.security, buttons.input) {
    case (.noneConfirm, .gpio), (.noneConfirm, .keyboard), (.noneConfirm, .pipe):
      "none-confirm is for a board without buttons: use chip = none or --buttons none, or choose another security"
    case (.secureConnections, .none), (.compatible, .none):
      "without buttons no pairing can be confirmed: use security = none-confirm in the configuration, or fit buttons"
    case (.noneConfirm, .none), (.secureConnections, .gpio), (.secureConnections, .keyboard),
      (.secureConnections, .pipe), (.compatible, .gpio), (.compatible, .keyboard), (.compatible, .pipe):
      nil
    }
  }
}
