public import BluetoothHost
public import Octets
public import Watch
public import WatchModel

/// The choices of the product and its user.
public struct WatchSettings {
  /// The advertised name: UTF-8. At most 8 octets stand in the primary advertisement.
  public var name: BoundedText<29>
  /// The version that a phone reads; nil: the version of this firmware.
  public var firmwareRevision: BoundedText<40>?
  public var host: HostConfiguration
  public var panel: PanelSettings
  public var alerts = AlertSettings()
  /// How long a notification stays in the list after the phone has removed it.
  public var history = HistoryTime.off
  public var buttons = ButtonSettings()
  /// How long the display stays lit without use.
  public var light = LightTimes.usual
  /// How the clock is drawn, and times are written.
  public var clock = ClockStyle()
  /// The language of the screens; nil: the language of the phone.
  public var language: Language?
  /// The size of the text of notifications.
  public var textSize = TextSize.normal
  /// Whether the screens show what the buttons do, and a tutorial follows the first pairing.
  public var showsHints = false
  /// Whether there is a vibration motor, and an LED.
  public var hasMotor = false
  public var hasLED = false

  public init(name: BoundedText<29>, host: HostConfiguration, panel: PanelSettings) {
    self.name = name
    self.host = host
    self.panel = panel
  }
}
