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
  /// What the user chose. A terminal needs no sparing, and without buttons nobody could light the glass again.
  init(_ options: Options) {
    self.init(dimAfter: options.dimAfter, offAfter: options.offAfter)
    if case .none = options.buttons, !options.isOffAfterTold { offAfter = nil }
    movesClock = offAfter == nil
    if case .terminal = options.display { self.init() }
  }
}
