internal import LinuxPlatform
internal import Peripherals
public import Timing
public import WatchModel

/// The panel, its brightness and its times.
public struct DisplayOptions: Sendable {
  public internal(set) var output: DisplayChoice
  public internal(set) var panel = PanelChoice.ssd1306
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
  public internal(set) var isOffAfterChosen = false
  public private(set) var textSize = TextSize.normal
  public private(set) var face = ClockFace.digital
  public private(set) var hasTwelveHours = false
  public private(set) var showsSeconds = false
  public private(set) var showsWeekday = true
  public private(set) var dateOrder = DateOrder.dayMonth
  /// The language of the screens; nil: the language of the phone.
  public private(set) var language: Language?
  public private(set) var showsHints = true
  /// The address of the panel for `--display i2c:DEVICE` without an address.
  var address: I2CAddress

  init(at address: I2CAddress) {
    self.address = address
    output = .i2c(StaticBytes(), address)
  }

  mutating func set(_ setting: Setting, to value: SettingValue) {
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
    case .language: language = value.choice()
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
