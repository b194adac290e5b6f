internal import BluetoothHost
internal import Features
internal import GAP
internal import Octets
internal import PhoneClient
public import Timing
public import WatchModel
internal import WatchProfile

// The settings that the wearer can change.
extension WatchApplication {
  /// Sets the devices that the watch has for its wearer, before its start.
  public mutating func fit(_ settings: borrowing FrontPanelSettings) { watch.fit(settings) }

  /// Sets the values of the configuration. They count where the wearer has made no choice.
  public mutating func configure(_ settings: WearerSettings, now: Instant) {
    watch.configure(settings)
    apply(.history, now: now)
  }

  /// Changes the settings for another program, as the wearer can.
  ///
  /// - Returns: false if the request names no value of its setting, or one that the configuration forbids.
  public mutating func change(_ request: SettingRequest, now: Instant) -> Bool {
    let isValid = watch.change(request, by: .program)
    watch.update(client.phone, now: now)
    deliverPending(now: now)
    return isValid
  }

  /// Applies a setting whose effect is outside of the watch's machine.
  mutating func apply(_ setting: WearerSetting, now: Instant) {
    switch setting {
    case .privacy: client.setIsDiscreet(watch.wearer[.privacy] == 1)
    case .history: if Features.hasHistory { client.setHistory(watch.wearer.history.interval, now: now) }
    case .pairingWindow: host.setPairingWindow(.seconds(UInt32(watch.wearer[.pairingWindow])))
    case .name: applyName(now: now)
    case .brightness, .dimAfter, .offAfter, .hours, .seconds, .face, .dateOrder, .textSize, .vibration, .quiet,
      .quietFrom, .quietUntil, .rotation, .language, .hints:
      break
    }
  }

  /// A phone reads the name from the advertisement, or after it has connected.
  private mutating func applyName(now: Instant) {
    let name = watch.wearer.name
    host.setAdvertisement(Advertisement(watchNamed: name.span), now: now)
    _ = host.setValue(name.span, of: WatchDatabase.deviceName)
    updateIdentity()
  }
}
