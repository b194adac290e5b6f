internal import BluetoothHost
internal import Octets
internal import Timing
internal import Watch
internal import WatchModel

extension WatchSettings {
  /// Replaces each value for which the wearer has made a choice.
  @inline(never)
  mutating func replace(by choices: WearerSettings) {
    if !choices.name.isEmpty { name = choices.name }
    if let seconds = choices[.pairingWindow] { host.pairingWindow = .seconds(UInt32(seconds)) }
    if let seconds = choices[.dimAfter] { light.dimAfter = Self.time(seconds) }
    if let seconds = choices[.offAfter] { light.offAfter = Self.time(seconds) }
    if choices[.vibration] == 0 { hasMotor = false }
    if let choice = choices[.privacy] { alerts.isDiscreet = choice == 1 }
    replaceQuietHours(by: choices)
    replaceAppearance(by: choices)
  }

  private mutating func replaceQuietHours(by choices: WearerSettings) {
    guard let choice = choices[.quiet] else { return }
    guard choice == 1, let start = choices[.quietFrom], let end = choices[.quietUntil] else {
      if choice == 0 { alerts.quietHours = nil }
      return
    }
    alerts.quietHours = QuietHours(start: Int(start), end: Int(end))
  }

  private mutating func replaceAppearance(by choices: WearerSettings) {
    if let level = choices[.brightness] { panel.brightness = UInt8(truncatingIfNeeded: level) }
    if let degrees = choices[.rotation] { panel.isRotated = degrees == 180 }
    if let hours = choices[.hours] { clock.hasTwelveHours = hours == 12 }
    if let choice = choices[.seconds] { clock.showsSeconds = choice == 1 }
    clock.face = Self.value(choices[.face], ClockFace.init) ?? clock.face
    clock.dateOrder = Self.value(choices[.dateOrder], DateOrder.init) ?? clock.dateOrder
    textSize = Self.value(choices[.textSize], TextSize.init) ?? textSize
  }

  private static func value<Value>(_ choice: UInt16?, _ make: (UInt8) -> Value?) -> Value? {
    choice.flatMap { make(UInt8(truncatingIfNeeded: $0)) }
  }

  /// Nil for 0, which means that the time does not end.
  private static func time(_ seconds: UInt16) -> Interval? { seconds == 0 ? nil : .seconds(UInt32(seconds)) }
}
