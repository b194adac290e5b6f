import ANCS
import BluetoothHost
import Octets
import Peripherals
import PhoneClient
import Screens
import TestSupport
import Testing
import Timing
import WatchModel
import WatchProfile

@testable import PhoneSupport
@testable import Watch

/// The effects of the settings, and their reports.
@Suite struct WatchSettingsTests {
  private func reports(_ harness: MachineHarness) -> [SettingReport] {
    harness.collect()
    return harness.events.compactMap { if case .setting(let report) = $0 { report } else { nil } }
  }

  @discardableResult
  private func choose(_ setting: WearerSetting, _ value: UInt16, _ harness: MachineHarness) -> Bool {
    let isValid = harness.watch.change(.choose(setting, value), by: .program)
    harness.watch.update(harness.phone, now: harness.now)
    harness.collect()
    return isValid
  }

  private func change(_ request: SettingRequest, _ harness: ApplicationHarness) -> Bool {
    harness.application.change(request, now: harness.now)
  }

  private func isQuiet(_ harness: MachineHarness) -> Bool { harness.watch.notifications.alerts.isQuietTime }

  private func isMotorOn(_ harness: MachineHarness) -> Bool { harness.watch.isMotorOn }

  @Test func clockAndTextFollow() {
    let harness = MachineHarness()
    for (setting, value) in [(.hours, 12), (.seconds, 1), (.face, 1), (.dateOrder, 2), (.textSize, 2)]
      as [(WearerSetting, UInt16)]
    {
      _ = harness.watch.takeNeedsRedraw()
      #expect(choose(setting, value, harness))
      let isDrawn = harness.watch.takeNeedsRedraw()
      #expect(isDrawn, "\(setting)")
    }
    let style = harness.watch.clock.style
    #expect(style.hasTwelveHours && style.showsSeconds && style.face == .analog && style.dateOrder == .yearMonthDay)
    #expect(harness.watch.navigation.textSize == .large)
    #expect(harness.events.contains(.face(.analog)))
  }

  private func page(_ harness: MachineHarness) -> Page { harness.watch.navigation.page }

  /// Opens the page of the brightness, the second setting, from the clock or from the page *Settings*.
  private func openBrightness(_ harness: MachineHarness) {
    if page(harness) == .clock {
      harness.hold(.decline)
      while page(harness) != .menu(.settings) { harness.press(.decline) }
      harness.press(.accept)
      harness.press(.down)
    }
    #expect(page(harness) == .settings(row: 1))
    harness.press(.accept)
  }

  @Test func aValueThatTheWatchDoesNotOfferIsTheLastOneAndStays() {
    let harness = MachineHarness()
    choose(.brightness, 100, harness)
    openBrightness(harness)
    #expect(page(harness) == .setting(.brightness, row: 9))
    harness.press(.accept)
    #expect(page(harness) == .settings(row: 1) && harness.watch.wearer[.brightness] == 100)
    openBrightness(harness)
    let other = harness.picture
    harness.press(.up)
    #expect(page(harness) == .setting(.brightness, row: 8) && harness.picture != other)
    harness.press(.down)
    harness.press(.down)
    #expect(page(harness) == .setting(.brightness, row: 9) && harness.picture == other)
    harness.press(.decline)
    #expect(page(harness) == .settings(row: 1))
    openBrightness(harness)
    harness.press(.up)
    harness.press(.accept)
    #expect(harness.watch.wearer[.brightness] == 255)
    openBrightness(harness)
    harness.press(.down)
    #expect(page(harness) == .setting(.brightness, row: 8), "the row of the other value has gone")
  }

  @Test func theLightFollows() {
    let harness = MachineHarness()
    choose(.dimAfter, 10, harness)
    choose(.offAfter, 20, harness)
    harness.press(.back)
    harness.wait(.seconds(9))
    #expect(harness.watch.lightLevel == .full)
    harness.wait(.seconds(2))
    #expect(harness.watch.lightLevel == .dim)
    harness.wait(.seconds(10))
    #expect(harness.watch.lightLevel == .off)
    choose(.offAfter, 0, harness)
    harness.press(.back)
    harness.wait(.minutes(60))
    #expect(harness.watch.lightLevel == .dim)
  }

  @Test func theMotorCanBeTurnedOff() {
    let harness = MachineHarness()
    harness.fit { ($0.hasMotor, $0.hasLED) = (true, false) }
    choose(.vibration, 0, harness)
    harness.post(1, MachineHarness.Posted())
    #expect(!isMotorOn(harness))
    choose(.vibration, 1, harness)
    harness.post(2, MachineHarness.Posted(title: "another"))
    harness.wait(.seconds(1))
    harness.post(3, MachineHarness.Posted(title: "a third"))
    #expect(isMotorOn(harness))
  }

  @Test func quietHoursBeginAndEndImmediately() {
    // The harness's time is 12:34.
    let harness = MachineHarness()
    choose(.quietFrom, 12 * 60, harness)
    #expect(!isQuiet(harness))
    choose(.quiet, 1, harness)
    #expect(isQuiet(harness))
    harness.post(1, MachineHarness.Posted())
    #expect(harness.decisions.last?.reason == .quietHours)
    choose(.quietUntil, 12 * 60 + 34, harness)
    #expect(!isQuiet(harness))
    choose(.quietUntil, 12 * 60 + 35, harness)
    #expect(isQuiet(harness))
    choose(.quiet, 0, harness)
    #expect(!isQuiet(harness))
  }

  @Test func eachChangeIsReportedOnce() {
    let harness = MachineHarness()
    #expect(!choose(.brightness, 256, harness) && reports(harness).isEmpty)
    harness.events = []
    choose(.brightness, 5, harness)
    choose(.brightness, 5, harness)
    #expect(reports(harness) == [SettingReport(.brightness, 5, name: BoundedText(), isChosen: true, by: .program)])
    harness.events = []
    harness.watch.change(.resetAll, by: .wearer)
    let all = reports(harness)
    #expect(all.contains(SettingReport(.brightness, 207, name: BoundedText(), isChosen: false, by: .wearer)))
  }

  private func isDiscreet(_ harness: ApplicationHarness) -> Bool {
    harness.application.client.phone.session.isDiscreet
  }

  private func isWindowOpen(_ harness: ApplicationHarness) -> Bool {
    harness.application.host.isPairingWindowOpen(at: harness.now)
  }

  @Test func privacyHidesTheTextsOfLaterNotifications() {
    let harness = ApplicationHarness.ready()
    #expect(change(.choose(.privacy, 1), harness))
    #expect(isDiscreet(harness))
    #expect(change(.choose(.privacy, 0), harness))
    #expect(!isDiscreet(harness))
  }

  @Test func aLongerPairingWindowCountsFromTheNextOpeningOn() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds())
    #expect(change(.choose(.pairingWindow, 600), harness))
    #expect(!isWindowOpen(harness))
    harness.choose(.pairNewPhone)
    let opened = harness.now
    harness.wait(.seconds(590))
    #expect(isWindowOpen(harness))
    harness.wait(.seconds(20))
    #expect(!isWindowOpen(harness))
    #expect(harness.now.since(opened) > .seconds(600))
  }

  @Test func anotherNameIsAdvertisedAndReadByThePhone() {
    let harness = ApplicationHarness.started()
    #expect(change(.chooseName(BoundedText("Anna")), harness))
    harness.run()
    #expect(harness.application.watch.identity.name == BoundedText("Anna"))
    let value = harness.application.host.value(of: WatchDatabase.deviceName)
    let isAnna = value.span.isEqual(to: Array("Anna".utf8).span)
    #expect(isAnna)
    let advertised = harness.phone.controller.commands.last { $0[1...2] == [0x08, 0x20] }
    #expect(advertised.map { String(decoding: $0, as: UTF8.self).contains("Anna") } == true)
    #expect(!change(.chooseName(BoundedText("A\nB")), harness))
    #expect(change(.reset(.name), harness))
    harness.run()
    #expect(harness.application.watch.identity.name == BoundedText("Belfry"))
  }
}
