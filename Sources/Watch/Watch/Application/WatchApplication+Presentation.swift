public import WatchModel

// The devices that show something, and how long the display stays lit.
extension WatchApplication {
  /// Sets how long the display stays lit when it is not needed. Without this it is always lit.
  public mutating func setLightTimes(_ times: LightTimes) { watch.setLightTimes(times) }

  /// *Decline*, held much longer than for anything else, ends the watch. Its owner does that.
  public mutating func setEndsByHolding() { watch.setEndsByHolding() }

  /// Sets how the clock is drawn, and times are written.
  public mutating func setClockStyle(_ style: ClockStyle) { watch.setClockStyle(style) }

  /// Sets the size of the text of notifications.
  public mutating func setTextSize(_ size: TextSize) { watch.setTextSize(size) }

  /// There are the buttons *up* and *down*.
  public mutating func setHasJoystick() { watch.setHasJoystick() }

  /// The panel has only 32 rows.
  public mutating func setHalfPanel() { watch.setHalfPanel() }

  /// Lets pictures move in sixty steps a second, instead of the thirty that save energy.
  public mutating func setSmoothMovement() { watch.setSmoothMovement() }

  /// Sets whether a vibration motor and an LED are connected. By default neither is.
  public mutating func setHaptics(hasMotor: Bool, hasLED: Bool) {
    watch.setHaptics(hasMotor: hasMotor, hasLED: hasLED)
  }
}
