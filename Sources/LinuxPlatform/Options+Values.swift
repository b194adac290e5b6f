internal import CLinux
internal import Octets
internal import Peripherals
internal import Timing

// One setter for each thing that can be chosen. Each returns nil, or what it would have accepted, and then has changed
// nothing.

extension Options {
  mutating func setController(_ text: Span<UInt8>) -> StaticString? {
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

  mutating func setDisplay(_ text: Span<UInt8>) -> StaticString? {
    if text.isEqual(to: "terminal") {
      display = .terminal
    } else if let path = text.dropping(prefix: "trace:"), path.count > 0 {
      display = .trace(PathText(repairing: path))
    } else if let panel = text.dropping(prefix: "i2c:"), panel.count > 0 {
      return setPanel(panel)
    } else {
      return "expected i2c:DEVICE[@ADDRESS], terminal or trace:PATH"
    }
    return nil
  }

  private mutating func setPanel(_ text: Span<UInt8>) -> StaticString? {
    guard let at = text.lastIndex(of: UInt8(ascii: "@")) else {
      display = .i2c(PathText(repairing: text), panelAddress)
      return nil
    }
    if let accepted = setPanelAddress(text.extracting(droppingFirst: at + 1)) { return accepted }
    display = .i2c(PathText(repairing: text.extracting(first: at)), panelAddress)
    return nil
  }

  mutating func setPanelAddress(_ text: Span<UInt8>) -> StaticString? {
    guard let number = text.number, number <= 0xFF,
      let address = I2CAddress(rawValue: UInt8(truncatingIfNeeded: number))
    else { return "expected an I2C address from 0x08 to 0x77" }
    panelAddress = address
    if case .i2c(let path, _) = display { display = .i2c(path, address) }
    return nil
  }

  mutating func setButtons(_ text: Span<UInt8>) -> StaticString? {
    if text.isEqual(to: "keyboard") {
      buttons = .keyboard
    } else if let chip = text.dropping(prefix: "gpio:"), chip.count > 0 {
      buttons = .gpio(chip: PathText(repairing: chip))
    } else if let path = text.dropping(prefix: "pipe:"), path.count > 0 {
      buttons = .pipe(PathText(repairing: path))
    } else {
      return "expected gpio:CHIP, keyboard or pipe:PATH"
    }
    return nil
  }

  mutating func setChip(_ text: Span<UInt8>) -> StaticString? {
    guard text.count > 0 else { return "expected a GPIO chip's path, name or label" }
    buttons = .gpio(chip: PathText(repairing: text))
    return nil
  }

  mutating func setPin(_ button: Button, _ text: Span<UInt8>) -> StaticString? {
    if text.isEqual(to: "none") {
      pins.connect(button, to: nil)
      return nil
    }
    guard let line = text.number, line <= 511 else { return "expected a line of the chip, 0 to 511, or none" }
    pins.connect(button, to: line)
    return nil
  }

  mutating func setActiveLevel(_ text: Span<UInt8>) -> StaticString? {
    let isLow = text.isEqual(to: "low")
    guard isLow || text.isEqual(to: "high") else { return "expected low or high" }
    pins.isActiveLow = isLow
    return nil
  }

  mutating func setName(_ text: Span<UInt8>) -> StaticString? {
    let name = BoundedText<29>(repairing: text)
    guard name.count > 0, name.span.isEqual(to: text) else { return "expected a name of 1 to 29 octets of UTF-8" }
    self.name = name
    return nil
  }

  mutating func setPairingWindow(_ text: Span<UInt8>) -> StaticString? {
    guard let seconds = text.number, seconds <= 3_600 else { return "expected seconds, 0 to 3600" }
    pairingWindow = .seconds(seconds)
    return nil
  }

  mutating func setHoldTime(_ text: Span<UInt8>) -> StaticString? {
    guard let milliseconds = text.number, (200...5_000).contains(milliseconds) else {
      return "expected milliseconds, 200 to 5000"
    }
    holdTime = .milliseconds(milliseconds)
    return nil
  }

  mutating func setBrightness(_ text: Span<UInt8>) -> StaticString? {
    guard let level = text.number, level <= 255 else { return "expected a level, 0 to 255" }
    brightness = UInt8(truncatingIfNeeded: level)
    return nil
  }

  mutating func setSecurity(_ text: Span<UInt8>) -> StaticString? {
    if text.isEqual(to: "strict") {
      security = .strict
    } else if text.isEqual(to: "compatible") {
      security = .compatible
    } else if text.isEqual(to: "none-confirm") {
      security = .noneConfirm
    } else {
      return "expected strict, compatible or none-confirm"
    }
    return nil
  }
}
