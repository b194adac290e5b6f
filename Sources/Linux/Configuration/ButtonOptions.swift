public import LinuxPlatform
internal import Peripherals
public import Timing

/// The buttons and their lines.
public struct ButtonOptions: Sendable {
  public private(set) var input = ButtonsChoice.none
  public private(set) var pins = ButtonPins()
  /// How long `decline` is held to end the program; nil: it does not end it.
  public private(set) var endingTime: Interval?

  /// The chip of the buttons, also while other buttons are in use.
  public private(set) var chip = StaticBytes(Setting.chip.row.standard)

  mutating func use(_ input: ButtonsChoice) {
    self.input = input
    if case .gpio(let chip) = input { self.chip = chip }
  }

  mutating func set(_ setting: Setting, to value: SettingValue) {
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
