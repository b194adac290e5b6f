internal import BluetoothHost
internal import Displays
internal import Timing
internal import Watch
internal import WatchModel

extension WatchSettings {
  var frontPanel: FrontPanelSettings {
    var front = FrontPanelSettings()
    front.endsByHolding = buttons.endsByHolding
    front.hasJoystick = buttons.hasJoystick
    front.hasHalfPanel = panel.kind == .ssd1306Half
    front.movesSmoothly = panel.movesSmoothly
    front.hasMotor = hasMotor
    front.hasLED = hasLED
    front.light = light
    front.clock = clock
    front.textSize = textSize
    return front
  }

  /// The settings that the wearer can change, with the values of the configuration.
  var configured: WearerSettings {
    var values = WearerSettings()
    values.setConfigured(name: name)
    values[.pairingWindow] = Self.seconds(host.pairingWindow)
    values[.dimAfter] = Self.seconds(light.dimAfter)
    values[.offAfter] = Self.seconds(light.offAfter)
    values[.privacy] = alerts.isDiscreet ? 1 : 0
    values[.history] = UInt16(history.rawValue)
    values[.quiet] = alerts.quietHours == nil ? 0 : 1
    if let hours = alerts.quietHours {
      values[.quietFrom] = UInt16(truncatingIfNeeded: hours.start)
      values[.quietUntil] = UInt16(truncatingIfNeeded: hours.end)
    }
    putAppearance(into: &values)
    return values
  }

  private func putAppearance(into values: inout WearerSettings) {
    values[.brightness] = UInt16(panel.brightness)
    values[.rotation] = panel.isRotated ? 180 : 0
    values[.hours] = clock.hasTwelveHours ? 12 : 24
    values[.seconds] = clock.showsSeconds ? 1 : 0
    values[.face] = UInt16(clock.face.rawValue)
    values[.dateOrder] = UInt16(clock.dateOrder.rawValue)
    values[.language] = UInt16(language?.rawValue ?? 0)
    values[.textSize] = UInt16(textSize.rawValue)
    values[.hints] = showsHints ? 1 : 0
  }

  /// 0 for nil, which means that the time does not end. The longest time of a choice is an hour.
  private static func seconds(_ time: Interval?) -> UInt16 {
    time.map { UInt16(truncatingIfNeeded: min(3_600, $0.wholeSeconds)) } ?? 0
  }
}
