internal import Timing
internal import WatchModel

// The effects of the settings inside the watch. The owner of the watch applies the others: name, privacy, pairing
// window. The panel's driver reads brightness and rotation with each picture.
extension WearerChoices {
  /// Gives the settings that have changed to the machines that need them.
  mutating func applyChanges(
    to clock: inout WatchClock, _ navigation: inout Navigation, _ front: inout FrontPanel,
    _ notifications: inout NotificationFlow, _ output: inout WatchOutput
  ) {
    while let setting = takeUnapplied() {
      output.requestRedraw()
      apply(setting, to: &clock, &navigation, &front, &notifications, &output)
    }
  }

  private func apply(
    _ setting: WearerSetting, to clock: inout WatchClock, _ navigation: inout Navigation,
    _ front: inout FrontPanel, _ notifications: inout NotificationFlow, _ output: inout WatchOutput
  ) {
    switch setting {
    case .dimAfter, .offAfter: front.setLightTimes(dimAfter: time(.dimAfter), offAfter: time(.offAfter))
    case .hours, .seconds, .face, .dateOrder: setStyle(&clock.style)
    case .language: clock.style.language = language
    case .textSize: navigation.setTextSize(Self.value(self[.textSize], TextSize.init) ?? .normal)
    case .vibration: front.setVibration(self[.vibration] == 1)
    case .quiet, .quietFrom, .quietUntil: notifications.setQuietHours(quietHours, at: clock.time)
    // The picture is drawn again.
    case .brightness, .rotation, .hints: break
    case .privacy, .history, .name, .pairingWindow: output.request(.applySetting(setting))
    }
  }

  private func setStyle(_ style: inout ClockStyle) {
    style.hasTwelveHours = self[.hours] == 12
    style.showsSeconds = self[.seconds] == 1
    style.face = Self.value(self[.face], ClockFace.init) ?? style.face
    style.dateOrder = Self.value(self[.dateOrder], DateOrder.init) ?? style.dateOrder
  }

  private var quietHours: QuietHours? {
    self[.quiet] == 1 ? QuietHours(start: Int(self[.quietFrom]), end: Int(self[.quietUntil])) : nil
  }

  /// Nil for 0, which means that the time does not end.
  private func time(_ setting: WearerSetting) -> Interval? {
    self[setting] == 0 ? nil : .seconds(UInt32(self[setting]))
  }

  private static func value<Value>(_ number: UInt16, _ make: (UInt8) -> Value?) -> Value? {
    make(UInt8(truncatingIfNeeded: number))
  }
}
