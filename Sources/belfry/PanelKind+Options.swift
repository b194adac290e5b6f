internal import Displays
internal import LinuxPlatform

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
