internal import CLinux
internal import Octets
internal import Peripherals
internal import Timing

// One setter for each thing that can be chosen. Each returns nil, or what it would have accepted, and then has changed
// nothing.

extension Options {
  mutating func setController(_ text: LastingText) -> StaticString? {
    do throws(HCIAddress.Defect) {
      controller = try HCIAddress(parsing: text)
      return nil
    } catch {
      switch error {
      case .unknownForm: return "expected hciN, tcp:HOST:PORT, unix:PATH or uart:DEVICE[@BAUD]"
      case .invalidHost: return "expected localhost or a numeric address before :PORT"
      case .invalidPort: return "expected a port from 1 to 65535"
      case .unsupportedBaud: return "expected a standard speed: 9600, 115200, 460800, 921600, ... 4000000"
      }
    }
  }

  mutating func setDisplay(_ text: LastingText) -> StaticString? {
    if text.span.isEqual(to: "terminal") {
      display = .terminal
    } else if let path = text.dropping(prefix: "trace:") {
      display = .trace(path)
    } else if let panel = text.dropping(prefix: "i2c:") {
      return setPanel(panel)
    } else {
      return "expected i2c:DEVICE[@ADDRESS], terminal or trace:PATH"
    }
    return nil
  }

  private mutating func setPanel(_ text: LastingText) -> StaticString? {
    guard let (path, address) = text.split(atLast: UInt8(ascii: "@")) else {
      display = .i2c(text, panelAddress)
      return nil
    }
    if let accepted = setPanelAddress(address) { return accepted }
    display = .i2c(path, panelAddress)
    return nil
  }

  mutating func setPanelAddress(_ text: LastingText) -> StaticString? {
    guard let number = text.span.number, number <= 0xFF,
      let address = I2CAddress(rawValue: UInt8(truncatingIfNeeded: number))
    else { return "expected an I2C address from 0x08 to 0x77" }
    panelAddress = address
    if case .i2c(let path, _) = display { display = .i2c(path, address) }
    return nil
  }

  mutating func setButtons(_ text: LastingText) -> StaticString? {
    if text.span.isEqual(to: "keyboard") {
      buttons = .keyboard
    } else if let chip = text.dropping(prefix: "gpio:") {
      buttons = .gpio(chip: chip)
    } else if let path = text.dropping(prefix: "pipe:") {
      buttons = .pipe(path)
    } else if text.span.isEqual(to: "none") {
      buttons = .none
    } else {
      return "expected gpio:CHIP, keyboard, pipe:PATH or none"
    }
    return nil
  }

  mutating func setChip(_ text: LastingText) -> StaticString? {
    guard !text.isEmpty else { return "expected a GPIO chip's path, name or label, or none" }
    buttons = text.span.isEqual(to: "none") ? .none : .gpio(chip: text)
    return nil
  }

  mutating func setPin(_ button: Button, _ text: LastingText) -> StaticString? {
    if text.span.isEqual(to: "none") {
      pins.set(nil, for: button)
      return nil
    }
    guard let line = text.span.number, line <= 511 else { return "expected a line of the chip, 0 to 511, or none" }
    pins.set(line, for: button)
    return nil
  }

  mutating func setActiveLevel(_ text: LastingText) -> StaticString? {
    let isLow = text.span.isEqual(to: "low")
    guard isLow || text.span.isEqual(to: "high") else { return "expected low or high" }
    pins.isActiveLow = isLow
    return nil
  }

  mutating func setName(_ text: LastingText) -> StaticString? {
    let octets = text.span
    guard (1...29).contains(octets.count), octets.isUTF8 else { return "expected a name of 1 to 29 octets of UTF-8" }
    name = text
    return nil
  }

  mutating func setPairingWindow(_ text: LastingText) -> StaticString? {
    guard let seconds = text.span.number, seconds <= 3_600 else { return "expected seconds, 0 to 3600" }
    pairingWindow = .seconds(seconds)
    return nil
  }

  mutating func setHoldTime(_ text: LastingText) -> StaticString? {
    guard let milliseconds = text.span.number, (200...5_000).contains(milliseconds) else {
      return "expected milliseconds, 200 to 5000"
    }
    holdTime = .milliseconds(milliseconds)
    return nil
  }

  mutating func setEndingTime(_ text: LastingText) -> StaticString? {
    if text.span.isEqual(to: "none") {
      endingTime = nil
      return nil
    }
    guard let milliseconds = text.span.number, (2_000...20_000).contains(milliseconds) else {
      return "expected milliseconds, 2000 to 20000, or none"
    }
    endingTime = .milliseconds(milliseconds)
    return nil
  }

  mutating func setPrivateAddress(_ text: LastingText) -> StaticString? {
    let isOn = text.span.isEqual(to: "on")
    guard isOn || text.span.isEqual(to: "off") else { return "expected on or off" }
    usesPrivateAddress = isOn
    return nil
  }

  mutating func setSetsSystemClock(_ text: LastingText) -> StaticString? {
    setsSystemClock = text.span.isEqual(to: "on")
    return setsSystemClock || text.span.isEqual(to: "off") ? nil : "expected on or off"
  }

  mutating func setClockTrust(_ text: LastingText) -> StaticString? {
    if text.span.isEqual(to: "on") {
      clockTrust = .always
    } else if text.span.isEqual(to: "off") {
      clockTrust = .never
    } else if text.span.isEqual(to: "auto") {
      clockTrust = .automatic
    } else {
      return "expected auto, on or off"
    }
    return nil
  }

  mutating func setBattery(_ text: LastingText) -> StaticString? {
    guard !text.isEmpty else { return "expected a file, as /sys/class/power_supply/BAT0/capacity, or none" }
    battery = text.span.isEqual(to: "none") ? nil : text
    return nil
  }

  mutating func setControl(_ text: LastingText) -> StaticString? {
    guard text.span.count <= 107 else { return "expected a path of at most 107 octets" }
    control = text
    return nil
  }

  mutating func setSelfTest(_ text: LastingText) -> StaticString? {
    if text.span.isEqual(to: "all") {
      selfTest = .all
    } else if text.span.isEqual(to: "controller") {
      selfTest = .controller
    } else if text.span.isEqual(to: "panel") {
      selfTest = .panel
    } else if text.span.isEqual(to: "buttons") {
      selfTest = .buttons
    } else if text.span.isEqual(to: "haptics") {
      selfTest = .haptics
    } else {
      return "expected controller, panel, buttons, haptics or all"
    }
    return nil
  }

  mutating func setSecurity(_ text: LastingText) -> StaticString? {
    if text.span.isEqual(to: "secure-connections") {
      security = .secureConnections
    } else if text.span.isEqual(to: "compatible") {
      security = .compatible
    } else if text.span.isEqual(to: "none-confirm") {
      security = .noneConfirm
    } else {
      return "expected secure-connections, compatible or none-confirm"
    }
    return nil
  }

  /// Why the settings do not go together; nil if they do.
  var contradiction: StaticString? { securityContradiction ?? lineContradiction }

  /// One line of the chip cannot have two uses. The last four buttons have lines unless they are said to have none.
  private var lineContradiction: StaticString? {
    guard case .gpio = buttons else { return nil }
    var lines: [8 of UInt32?] = .init(repeating: nil)
    for index in 0..<ButtonPins.count { lines[index] = pins.lines[index] }
    if case .gpio(chip: nil) = haptics {
      lines[6] = hapticsPins.motor
      lines[7] = hapticsPins.lamp
    }
    for index in lines.indices {
      guard let line = lines[index] else { continue }
      for other in 0..<index where lines[other] == line {
        return "two of the buttons, the motor and the lamp have one line: say none for what is not fitted, as up = none"
      }
    }
    return nil
  }

  /// Why the security and the buttons do not go together; nil if they do.
  ///
  /// That a board has no buttons is said, never guessed from what is found: a loose wire must not make pairing weaker.
  private var securityContradiction: StaticString? {
    switch (security, buttons) {
    case (.noneConfirm, .gpio), (.noneConfirm, .keyboard), (.noneConfirm, .pipe):
      "none-confirm is for a board without buttons: say chip = none or --buttons none, or choose another security"
    case (.secureConnections, .none), (.compatible, .none):
      "without buttons nobody can confirm a pairing: say security = none-confirm in the configuration, or fit some"
    case (.noneConfirm, .none), (.secureConnections, .gpio), (.secureConnections, .keyboard),
      (.secureConnections, .pipe), (.compatible, .gpio), (.compatible, .keyboard), (.compatible, .pipe):
      nil
    }
  }
}
