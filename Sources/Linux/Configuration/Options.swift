public import LinuxPlatform
internal import Octets
internal import Peripherals
public import Timing

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

/// The name, the pairing and the times of the watch.
public struct WatchOptions: Sendable {
  /// 1...29 bytes.
  public private(set) var name = StaticBytes()
  public private(set) var pairingWindow = Interval.zero
  public private(set) var holdTime = Interval.zero
  public private(set) var privateAddress = AddressChoice.auto
  public private(set) var power = PowerChoice.balanced
  /// Nil: as `power`.
  public private(set) var reconnect: ReconnectChoice?
  public private(set) var security = SecurityChoice.secureConnections
  public private(set) var battery = BatteryChoice.automatic

  fileprivate mutating func set(_ setting: Setting, to value: SettingValue) {
    switch setting {
    case .name: name = value.text ?? StaticBytes()
    case .pairingWindow: pairingWindow = .seconds(value.number ?? 0)
    case .holdTime: holdTime = .milliseconds(value.number ?? 0)
    case .privateAddress: privateAddress = value.choice() ?? .auto
    case .power: power = value.choice() ?? .balanced
    case .reconnect: reconnect = value.choice()
    case .battery: battery = BatteryChoice(value.text)
    case .security: security = value.choice() ?? .secureConnections
    // The settings of other groups.
    default: break
    }
  }
}

/// The use of the system's clock.
public struct ClockOptions: Sendable {
  /// Whether the watch sets the system's clock to the phone's time.
  public private(set) var setsSystemClock = false
  public private(set) var trust = ClockTrust.automatic

  fileprivate mutating func set(_ setting: Setting, to value: SettingValue) {
    switch setting {
    case .setSystemClock: setsSystemClock = value.isFirstWord
    case .trustSystemClock: trust = Self.trust(value)
    // The settings of other groups.
    default: break
    }
  }

  private static func trust(_ value: SettingValue) -> ClockTrust {
    switch value.number {
    case 1: .always
    case 2: .never
    default: .automatic
    }
  }
}

/// The panel, its brightness and its times.
public struct DisplayOptions: Sendable {
  public fileprivate(set) var output: DisplayChoice
  public fileprivate(set) var panel = PanelChoice.ssd1306
  /// Whether the panel is mounted upside down.
  public private(set) var isRotated = false
  /// The contrast of the panel: 0, the dimmest, to 255.
  public private(set) var brightness: UInt8 = 0
  /// The contrast of the dimmed panel.
  public private(set) var dimBrightness: UInt8 = 0
  /// How long the display is not needed until it dims; nil: it does not dim.
  public private(set) var dimAfter: Interval?
  /// How long the display is not needed until it turns off; nil: it does not turn off.
  public private(set) var offAfter: Interval?
  /// Whether the configuration contains `off-after`.
  public fileprivate(set) var isOffAfterChosen = false
  public private(set) var textSize = TextSizeChoice.normal
  public private(set) var face = FaceChoice.digital
  public private(set) var hasTwelveHours = false
  public private(set) var showsSeconds = false
  public private(set) var showsWeekday = true
  public private(set) var dateOrder = DateChoice.dayMonth
  public private(set) var language = LanguageChoice.automatic
  public private(set) var showsHints = true
  /// The address of the panel for `--display i2c:DEVICE` without an address.
  fileprivate var address: I2CAddress

  fileprivate init(at address: I2CAddress) {
    self.address = address
    output = .i2c(StaticBytes(), address)
  }

  fileprivate mutating func set(_ setting: Setting, to value: SettingValue) {
    switch setting {
    case .panel: panel = value.choice() ?? .ssd1306
    case .rotation: isRotated = !value.isFirstWord
    case .address: setAddress(value)
    case .brightness: brightness = value.level
    case .dimBrightness: dimBrightness = value.level
    case .dimAfter: dimAfter = value.number.map { .seconds($0) }
    case .offAfter: (offAfter, isOffAfterChosen) = (value.number.map { .seconds($0) }, true)
    case .textSize: textSize = value.choice() ?? .normal
    case .face: face = value.choice() ?? .digital
    case .hours: hasTwelveHours = !value.isFirstWord
    case .seconds: showsSeconds = value.isFirstWord
    case .weekday: showsWeekday = value.isFirstWord
    case .dateOrder: dateOrder = value.choice() ?? .dayMonth
    case .language: language = value.choice() ?? .automatic
    case .hints: showsHints = value.isFirstWord
    // The settings of other groups.
    default: break
    }
  }

  private mutating func setAddress(_ value: SettingValue) {
    guard let address = I2CAddress(rawValue: value.level) else { return }
    self.address = address
    if case .i2c(let path, _) = output { output = .i2c(path, address) }
  }
}

/// Quiet hours, privacy and rules.
public struct AlertOptions: Sendable {
  /// The first minute of the quiet hours since midnight, and the minute after the last; nil without quiet hours.
  public private(set) var quietHours: (start: Int, end: Int)?
  public private(set) var areCallsQuiet = false
  /// Whether the watch requests a text only when the user opens the notification.
  public private(set) var isDiscreet = false
  public private(set) var history = HistoryChoice.off
  public private(set) var ruleCount = 0
  private var rules: [16 of RuleChoice?] = .init(repeating: nil)

  /// - Precondition: `index` is in `0..<ruleCount`.
  public func rule(at index: Int) -> RuleChoice { rules[index]! }

  /// Whether there is no room for another rule.
  var isFull: Bool { ruleCount == rules.count }

  fileprivate mutating func set(_ setting: Setting, to value: SettingValue) {
    switch setting {
    case .quietHours: quietHours = value.times
    case .quietCalls: areCallsQuiet = value.isFirstWord
    case .privacy: isDiscreet = value.isFirstWord
    case .history: history = value.choice() ?? .off
    // The settings of other groups.
    default: break
    }
  }

  fileprivate mutating func addRule(_ kind: RuleChoice.Kind, _ text: StaticBytes) -> Accepted? {
    guard !isFull else { return .text("at most 16 rules for alerts") }
    rules[ruleCount] = RuleChoice(kind: kind, text: text)
    ruleCount += 1
    return nil
  }
}

/// The buttons and their lines.
public struct ButtonOptions: Sendable {
  public private(set) var input = ButtonsChoice.none
  public private(set) var pins = ButtonPins()
  /// How long `decline` is held to end the program; nil: it does not end it.
  public private(set) var endingTime: Interval?

  /// The chip of the buttons, also while other buttons are in use.
  public private(set) var chip = StaticBytes(Setting.chip.row.standard)

  fileprivate mutating func use(_ input: ButtonsChoice) {
    self.input = input
    if case .gpio(let chip) = input { self.chip = chip }
  }

  fileprivate mutating func set(_ setting: Setting, to value: SettingValue) {
    switch setting {
    case .chip: use(value.text.map { .gpio(chip: $0) } ?? .none)
    case .accept: pins.set(value.number, for: .accept)
    case .decline: pins.set(value.number, for: .decline)
    case .up: pins.set(value.number, for: .up)
    case .down: pins.set(value.number, for: .down)
    case .select: pins.set(value.number, for: .select)
    case .back: pins.set(value.number, for: .back)
    case .activeButtons: pins.isActiveLow = value.isFirstWord
    case .powerOff: endingTime = value.number.map { .milliseconds($0) }
    // The settings of other groups.
    default: break
    }
  }
}

/// The motor and the LED, and their lines.
public struct HapticsOptions: Sendable {
  public fileprivate(set) var output = HapticsChoice.gpio(chip: nil)
  public private(set) var pins = HapticsPins()
  public private(set) var patternCount = 0
  private var patterns: [16 of PatternChoice?] = .init(repeating: nil)

  /// - Precondition: `index` is in `0..<patternCount`.
  public func pattern(at index: Int) -> PatternChoice { patterns[index]! }

  /// Whether there is no room for another pattern.
  var isFull: Bool { patternCount == patterns.count }

  fileprivate mutating func addPattern(_ text: StaticBytes) -> Accepted? {
    guard !isFull else { return .text("at most 16 vibration patterns") }
    guard let pattern = PatternChoice(text) else {
      return .text("a category or a bundle identifier, then none, short, long, double or triple")
    }
    patterns[patternCount] = pattern
    patternCount += 1
    return nil
  }

  fileprivate mutating func set(_ setting: Setting, to value: SettingValue) {
    switch setting {
    case .motor: pins.motor = value.number
    case .led: pins.led = value.number
    case .activeHaptics: pins.isActiveLow = value.isFirstWord
    // The settings of other groups.
    default: break
    }
  }
}

/// Files and sockets.
public struct FileOptions: Sendable {
  /// The directory of the bonds, the mutes and the choices.
  public fileprivate(set) var state = StaticBytes()
  /// `-` is standard output.
  public fileprivate(set) var events: StaticBytes?
  public fileprivate(set) var capture: StaticBytes?
  /// The path of the control socket: at most 107 bytes, the capacity of a Unix socket's address.
  public fileprivate(set) var control: StaticBytes?
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
