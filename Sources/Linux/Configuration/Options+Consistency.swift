internal import LinuxPlatform

extension Options {
  /// Why the choices contradict each other; nil if they do not.
  var contradiction: StaticString? { securityContradiction ?? lineContradiction }

  /// A line of the chip cannot have two uses. Buttons that the configuration does not name have lines too.
  private var lineContradiction: StaticString? {
    guard case .gpio = buttons.input else { return nil }
    var lines: [8 of UInt32?] = .init(repeating: nil)
    for index in 0..<ButtonPins.count { lines[index] = buttons.pins.lines[index] }
    if case .gpio(chip: nil) = haptics.output {
      lines[6] = haptics.pins.motor
      lines[7] = haptics.pins.led
    }
    for index in lines.indices {
      guard let line = lines[index] else { continue }
      for other in 0..<index where lines[other] == line {
        return "two of the buttons, the motor and the LED have one line: set what is not fitted to none, as up = none"
      }
    }
    return nil
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
