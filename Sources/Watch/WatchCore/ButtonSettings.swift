public import Timing
internal import Watch

/// The buttons of a watch, and the times for which they are held.
public struct ButtonSettings {
  /// How long a button is down until it is held.
  public var holdTime: Interval = ButtonGestures.usualHoldTime
  /// Whether *decline*, held much longer than for anything else, ends the watch.
  public var endsByHolding = false
  /// Whether there are the buttons *up* and *down*.
  public var hasJoystick = false

  /// Creates the settings of a watch with two buttons that *decline* does not end.
  public init() {}
}
