public import LinuxPlatform
internal import Octets
internal import Peripherals

/// The choices of the user, on the command line and in the configuration file.
///
/// The tables `Setting.row` and `CommandLineOption.row` describe the choices and contain the defaults.
public struct Options: Sendable {
  public private(set) var controller = HCIAddress()
  public private(set) var watch = WatchOptions()
  public private(set) var clock = ClockOptions()
  public private(set) var display: DisplayOptions
  public private(set) var alerts = AlertOptions()
  public private(set) var buttons = ButtonOptions()
  public private(set) var haptics = HapticsOptions()
  public private(set) var files = FileOptions()
  /// The parts to test instead of running; nil: run.
  public private(set) var selfTest: SelfTestChoice?

  /// The defaults of the tables.
  package init() {
    // Safe to unwrap: 0x3C is a valid seven-bit address.
    display = DisplayOptions(at: I2CAddress(rawValue: 0x3C)!)
    var options = self
    Setting.visitAll { setting in
      let standard = StaticBytes(setting.row.standard)
      if !standard.isEmpty { _ = options.set(setting, to: standard) }
    }
    CommandLineOption.visitAll { option in
      let standard = StaticBytes(option.row.standard)
      if !standard.isEmpty { _ = options.set(option, to: standard) }
    }
    options.display.isOffAfterChosen = false
    self = options
  }
}

// The setters. Each returns nil, or, without a change, the values that it accepts.

extension Options {
  /// Sets a key of the configuration.
  ///
  /// - Precondition: `text` stays as long as the program, if the setting keeps text.
  mutating func set(_ setting: Setting, to text: StaticBytes) -> Accepted? {
    let values = setting.row.values
    guard let value = values.parse(text) else { return .values(values) }
    switch setting {
    case .name, .pairingWindow, .holdTime, .privateAddress, .power, .reconnect, .battery, .security:
      watch.set(setting, to: value)
    case .setSystemClock, .trustSystemClock: clock.set(setting, to: value)
    case .panel, .rotation, .address, .brightness, .dimBrightness, .dimAfter, .offAfter, .textSize, .face, .hours,
      .seconds, .weekday, .dateOrder, .language, .hints:
      display.set(setting, to: value)
    case .quietHours, .quietCalls, .privacy, .history: alerts.set(setting, to: value)
    case .mute where !text.span.isBundleIdentifier, .show where !text.span.isBundleIdentifier: return .values(values)
    case .mute: return alerts.addRule(.muteApplication, text)
    case .muteContaining: return alerts.addRule(.muteText, text)
    case .alertContaining: return alerts.addRule(.alertText, text)
    case .show: return alerts.addRule(.showApplication, text)
    case .chip, .accept, .decline, .up, .down, .select, .back, .activeButtons, .powerOff:
      buttons.set(setting, to: value)
    case .motor, .led, .activeHaptics: haptics.set(setting, to: value)
    case .pattern: return haptics.addPattern(text)
    }
    return nil
  }

  /// Sets an option of the command line.
  mutating func set(_ option: CommandLineOption, to text: StaticBytes) -> Accepted? {
    guard text.span.count <= 255, text.span.isUTF8 else { return .text("at most 255 bytes of UTF-8") }
    let values = option.row.values
    if option.form(at: 0) == nil, values.parse(text) == nil { return .values(values) }
    switch option {
    case .hci: return setController(text)
    case .display: return setDisplay(text)
    case .buttons: return setButtons(text)
    case .haptics: return setHaptics(text)
    case .state: files.state = text
    case .events: files.events = text
    case .control: files.control = text
    case .capture: files.capture = text
    case .name: return set(Setting.name, to: text)
    case .pairingWindow: return set(Setting.pairingWindow, to: text)
    case .hints: return choose(Setting.hints, to: text)
    case .selfTest: return setSelfTest(text)
    case .config, .version, .help: break
    }
    return nil
  }

  private mutating func setController(_ text: StaticBytes) -> Accepted? {
    do throws(HCIAddress.Defect) {
      controller = try HCIAddress(parsing: text)
      return nil
    } catch {
      switch error {
      case .unknownForm: return .forms(.hci)
      case .invalidHost: return .text("localhost or a numeric address before :PORT")
      case .invalidPort: return .text("a port from 1 to 65535")
      case .unsupportedBaud: return .text("a standard speed: 9600, 115200, 460800, 921600, ... 4000000")
      }
    }
  }

  private mutating func setDisplay(_ text: StaticBytes) -> Accepted? {
    if text.span.isEqual(to: "terminal") {
      // The terminal shows a model of this panel only.
      (display.output, display.panel) = (.terminal, .ssd1306)
    } else if let path = text.dropping(prefix: "trace:") {
      display.output = .trace(path)
    } else if let panel = text.dropping(prefix: "i2c:") {
      return setPanel(panel)
    } else {
      return .forms(.display)
    }
    return nil
  }

  private mutating func setPanel(_ text: StaticBytes) -> Accepted? {
    guard let (path, address) = text.split(atLast: UInt8(ascii: "@")) else {
      display.output = .i2c(text, display.address)
      return nil
    }
    guard !path.span.isEmpty else { return .forms(.display) }
    if let accepted = set(Setting.address, to: address) { return accepted }
    display.output = .i2c(path, display.address)
    return nil
  }

  private mutating func setButtons(_ text: StaticBytes) -> Accepted? {
    if text.span.isEqual(to: "keyboard") {
      buttons.use(.keyboard)
    } else if let chip = text.dropping(prefix: "gpio:") {
      buttons.use(.gpio(chip: chip))
    } else if let path = text.dropping(prefix: "pipe:") {
      buttons.use(.pipe(path))
    } else if text.span.isEqual(to: "none") {
      buttons.use(.none)
    } else {
      return .forms(.buttons)
    }
    return nil
  }

  private mutating func setHaptics(_ text: StaticBytes) -> Accepted? {
    if text.span.isEqual(to: "none") {
      haptics.output = .none
    } else if let chip = text.dropping(prefix: "gpio:") {
      haptics.output = .gpio(chip: chip)
    } else if let path = text.dropping(prefix: "trace:") {
      haptics.output = .trace(path)
    } else {
      return .forms(.haptics)
    }
    return nil
  }

  private mutating func setSelfTest(_ text: StaticBytes) -> Accepted? {
    var index = 0
    while let form = CommandLineOption.selfTest.form(at: index) {
      if text.span.isEqual(to: form.text) {
        selfTest = SelfTestChoice(rawValue: UInt8(truncatingIfNeeded: index))
        return nil
      }
      index += 1
    }
    return .forms(.selfTest)
  }
}
