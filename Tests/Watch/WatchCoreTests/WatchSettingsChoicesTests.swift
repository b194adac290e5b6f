import BluetoothHost
import Octets
import Peripherals
import TestSupport
import Testing
import Timing
import Watch
import WatchModel

@testable import WatchCore

@Suite struct WatchSettingsChoicesTests {
  private func settings(_ choices: [WearerSetting: UInt16]) -> WatchSettings {
    var wearer = WearerSettings()
    for (setting, value) in choices { wearer[setting] = value }
    var settings = WatchSettings(
      name: BoundedText("Belfry"), host: HostConfiguration(), panel: PanelSettings(address: I2CAddress(rawValue: 0x3C)!)
    )
    settings.hasMotor = true
    settings.alerts.quietHours = QuietHours(start: 60, end: 120)
    settings.replace(by: wearer)
    return settings
  }

  @Test func withoutChoicesTheConfigurationCounts() {
    let settings = settings([:])
    #expect(settings.name == BoundedText("Belfry") && settings.hasMotor && !settings.clock.hasTwelveHours)
    #expect(settings.light == .usual && settings.alerts.quietHours == QuietHours(start: 60, end: 120))
  }

  @Test func eachChoiceReplacesTheConfiguration() {
    let display = settings([
      .brightness: 1, .rotation: 180, .dimAfter: 0, .offAfter: 60, .hours: 12, .seconds: 1, .face: 2, .dateOrder: 1,
      .textSize: 2,
    ])
    #expect(display.panel.brightness == 1 && display.panel.isRotated)
    #expect(display.light == LightTimes(dimAfter: nil, offAfter: .seconds(60)))
    #expect(display.clock.hasTwelveHours && display.clock.showsSeconds)
    #expect(display.clock.face == .large && display.clock.dateOrder == .monthDay && display.textSize == .large)
    let rest = settings([.vibration: 0, .quiet: 1, .quietFrom: 0, .quietUntil: 1, .privacy: 1, .pairingWindow: 7])
    #expect(!rest.hasMotor && rest.alerts.isDiscreet && rest.host.pairingWindow == .seconds(7))
    #expect(rest.alerts.quietHours == QuietHours(start: 0, end: 1))
    #expect(settings([.quiet: 0]).alerts.quietHours == nil)
  }

  @Test func theNameIsReplaced() {
    var wearer = WearerSettings()
    _ = wearer.setName(Array("Anna".utf8).span)
    var settings = settings([:])
    settings.replace(by: wearer)
    #expect(settings.name == BoundedText("Anna"))
  }
}
