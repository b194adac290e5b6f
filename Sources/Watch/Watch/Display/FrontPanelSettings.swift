public import WatchModel

/// The devices that the watch has for its wearer, and how it shows things until the wearer chooses something else.
public struct FrontPanelSettings: Sendable {
  /// Whether *decline*, held much longer than for anything else, ends the watch. Its owner does that.
  public var endsByHolding = false
  /// Whether there are the buttons *up* and *down*.
  public var hasJoystick = false
  /// Whether the panel has only 32 rows.
  public var hasHalfPanel = false
  /// Whether pictures move in sixty steps a second, instead of the thirty that save energy.
  public var movesSmoothly = false
  /// Whether a vibration motor and an LED are connected.
  public var hasMotor = false
  public var hasLED = false
  /// How long the display stays lit when it is not needed.
  public var light = LightTimes()
  /// How the clock is drawn, and times are written.
  public var clock = ClockStyle()
  /// The size of the text of notifications.
  public var textSize = TextSize.normal

  /// Creates the settings of a watch with two buttons and a display that is always lit.
  public init() {}
}
