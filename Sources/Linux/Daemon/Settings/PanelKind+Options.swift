internal import Configuration
internal import Displays
internal import LinuxPlatform
internal import Watch

extension PanelKind {
  /// The panel that the user has named.
  init(_ choice: PanelChoice) {
    self =
      switch choice {
      case .ssd1306: .ssd1306
      case .ssd1306Half: .ssd1306Half
      case .sh1106: .sh1106
      case .ssd1309: .ssd1309
      }
  }
}

extension LightTimes {
  /// The user's choice. A terminal does not wear out, and without buttons the user could not turn the display on again.
  init(_ options: Options) {
    self.init(dimAfter: options.display.dimAfter, offAfter: options.display.offAfter)
    if case .none = options.buttons.input, !options.display.isOffAfterChosen { offAfter = nil }
    movesClock = offAfter == nil
    if case .terminal = options.display.output { self.init() }
  }
}
