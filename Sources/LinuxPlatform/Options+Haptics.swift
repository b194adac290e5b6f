internal import Octets

// The setters of `--haptics` and of the section `[haptics]`.
extension Options {
  mutating func setHaptics(_ text: LastingText) -> StaticString? {
    if text.span.isEqual(to: "none") {
      haptics = .none
    } else if let chip = text.dropping(prefix: "gpio:") {
      haptics = .gpio(chip: chip)
    } else if let path = text.dropping(prefix: "trace:") {
      haptics = .trace(path)
    } else {
      return "expected gpio:CHIP, trace:PATH or none"
    }
    return nil
  }

  mutating func setMotor(_ text: LastingText) -> StaticString? { Self.setLine(text, &hapticsPins.motor) }

  mutating func setLamp(_ text: LastingText) -> StaticString? { Self.setLine(text, &hapticsPins.lamp) }

  private static func setLine(_ text: LastingText, _ line: inout UInt32?) -> StaticString? {
    if text.span.isEqual(to: "none") {
      line = nil
      return nil
    }
    guard let number = text.span.number, number <= 511 else { return "expected a line of the chip, 0 to 511, or none" }
    line = number
    return nil
  }

  mutating func setHapticsLevel(_ text: LastingText) -> StaticString? {
    hapticsPins.isActiveLow = text.span.isEqual(to: "low")
    return hapticsPins.isActiveLow || text.span.isEqual(to: "high") ? nil : "expected low or high"
  }

  /// The chip that the buttons are at, or would be.
  var buttonsChip: LastingText {
    if case .gpio(let chip) = buttons { return chip }
    return LastingText("pinctrl-bcm2835")
  }
}
