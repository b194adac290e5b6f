internal import BluetoothHost
package import Configuration
internal import Displays
internal import LinuxPlatform
internal import Octets
internal import Peripherals
internal import Watch
package import WatchCore
internal import WatchModel

extension WatchSettings {
  /// The user's choices, and the product's.
  package init(_ options: Options, hasMotor: Bool, hasLED: Bool) {
    self.init(
      name: BoundedText(repairing: options.watch.name.span), host: HostConfiguration(options),
      panel: PanelSettings(options))
    alerts = AlertSettings(options)
    history = options.alerts.history
    buttons.holdTime = options.watch.holdTime
    buttons.endsByHolding = options.buttons.endingTime != nil
    light = LightTimes(options)
    clock = ClockStyle(options.display)
    language = options.display.language
    textSize = options.display.textSize
    showsHints = options.display.showsHints
    let pins = options.buttons.pins
    buttons.hasJoystick = pins[.up] != nil && pins[.down] != nil && pins[.select] != nil
    self.hasMotor = hasMotor
    self.hasLED = hasLED
  }
}

extension PanelSettings {
  init(_ options: Options) {
    if case .i2c(_, let address) = options.display.output {
      self.init(address: address)
    } else {
      self.init(address: Self.modelAddress)
    }
    kind = PanelKind(options.display.panel)
    isRotated = options.display.isRotated
    brightness = options.display.brightness
    dimBrightness = options.display.dimBrightness
    movesSmoothly = options.watch.power == .fast
  }

  /// The address of a bus without a panel. Nothing is sent there. Safe to unwrap: 0x3C is a valid seven-bit address.
  private static var modelAddress: I2CAddress { I2CAddress(rawValue: 0x3C)! }
}
