internal import Octets
internal import Timing

/// The panels that can be named.
public enum PanelChoice: UInt8, Sendable {
  case ssd1306, ssd1306Half, sh1106, ssd1309
}

// The setters of the section `[display]`.
extension Options {
  mutating func setPanelKind(_ text: LastingText) -> StaticString? {
    if text.span.isEqual(to: "ssd1306") {
      panel = .ssd1306
    } else if text.span.isEqual(to: "ssd1306-128x32") {
      panel = .ssd1306Half
    } else if text.span.isEqual(to: "sh1106") {
      panel = .sh1106
    } else if text.span.isEqual(to: "ssd1309") {
      panel = .ssd1309
    } else {
      return "expected ssd1306, ssd1306-128x32, sh1106 or ssd1309"
    }
    return nil
  }

  mutating func setRotation(_ text: LastingText) -> StaticString? {
    isRotated = text.span.isEqual(to: "180")
    return isRotated || text.span.isEqual(to: "0") ? nil : "expected 0 or 180"
  }

  mutating func setDimBrightness(_ text: LastingText) -> StaticString? {
    guard let level = text.span.number, level <= 255 else { return "expected a level, 0 to 255" }
    dimBrightness = UInt8(truncatingIfNeeded: level)
    return nil
  }

  mutating func setDimAfter(_ text: LastingText) -> StaticString? { Self.setTime(text, &dimAfter) }

  mutating func setOffAfter(_ text: LastingText) -> StaticString? {
    isOffAfterTold = true
    return Self.setTime(text, &offAfter)
  }

  private static func setTime(_ text: LastingText, _ time: inout Interval?) -> StaticString? {
    if text.span.isEqual(to: "none") {
      time = nil
      return nil
    }
    guard let seconds = text.span.number, (1...3_600).contains(seconds) else {
      return "expected seconds, 1 to 3600, or none"
    }
    time = .seconds(seconds)
    return nil
  }

  mutating func setBrightness(_ text: LastingText) -> StaticString? {
    guard let level = text.span.number, level <= 255 else { return "expected a level, 0 to 255" }
    brightness = UInt8(truncatingIfNeeded: level)
    return nil
  }
}
