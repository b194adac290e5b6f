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
  private let bench = Bench()

  private func settings(_ change: (inout WatchSettings) -> Void = { _ in }) -> WatchSettings {
    var settings = WatchSettings(
      name: BoundedText("Belfry"), host: HostConfiguration(), panel: PanelSettings(address: I2CAddress(rawValue: 0x3C)!)
    )
    change(&settings)
    return settings
  }

  /// A watch that runs, with stored choices.
  private func core(_ settings: WatchSettings, _ choices: [WearerSetting: UInt16] = [:]) throws -> TestedCore {
    var record = WearerRecord()
    for (setting, value) in choices { record.settings[setting] = value }
    var core = try TestedCore(in: bench, settings, choices: record)
    core.start(now: .start + .seconds(1))
    core.settle(now: .start + .seconds(1))
    return core
  }

  private func change(_ request: SettingRequest, of core: inout TestedCore) {
    bench.messages = []
    bench.requests.append(request)
    core.settle(now: bench.now + .seconds(1))
  }

  private func sends(_ octets: [UInt8]) -> Bool {
    bench.messages.contains { (octets.count...max(octets.count, $0.count)).contains($0.count) && has(octets, $0) }
  }

  private func has(_ octets: [UInt8], _ message: [UInt8]) -> Bool {
    guard message.count >= octets.count else { return false }
    return (0...message.count - octets.count).contains { Array(message[$0..<$0 + octets.count]) == octets }
  }

  @Test func theConfigurationIsTheDefault() {
    let values = settings {
      $0.light = LightTimes(dimAfter: nil, offAfter: .seconds(60))
      $0.host.pairingWindow = .minutes(600)
      $0.alerts.quietHours = QuietHours(start: 60, end: 120)
      $0.alerts.isDiscreet = true
      ($0.panel.brightness, $0.panel.isRotated) = (9, true)
      ($0.clock.hasTwelveHours, $0.clock.showsSeconds) = (true, true)
      ($0.clock.face, $0.clock.dateOrder, $0.textSize) = (.large, .yearMonthDay, .small)
      $0.showsHints = true
    }.configured
    #expect(values.name == BoundedText("Belfry"))
    let expected: [WearerSetting: UInt16] = [
      .dimAfter: 0, .offAfter: 60, .pairingWindow: 3_600, .quiet: 1, .quietFrom: 60, .quietUntil: 120, .privacy: 1,
      .brightness: 9, .rotation: 180, .hours: 12, .seconds: 1, .face: 2, .dateOrder: 2, .textSize: 0, .hints: 1,
    ]
    for (setting, value) in expected { #expect(values[setting] == value, "\(setting)") }
    #expect(settings().configured[.quiet] == 0 && settings().configured[.quietFrom] == nil)
  }

  @Test func aStoredChoiceOfThePanelCountsFromTheStart() throws {
    _ = try core(settings(), [.brightness: 1, .rotation: 180])
    // The contrast, the order of the segments and of the rows in the initialisation.
    #expect(sends([0x81, 0x01]) && sends([0xA0, 0xC0]) && !sends([0x81, 0xCF]) && !sends([0xA1, 0xC8]))
  }

  @Test func anotherBrightnessIsOneCommand() throws {
    var core = try core(settings())
    change(.choose(.brightness, 48), of: &core)
    #expect(bench.messages == [[0x00, 0x81, 48]])
    change(.reset(.brightness), of: &core)
    #expect(bench.messages == [[0x00, 0x81, 0xCF]])
  }

  @Test func aDimmedDisplayIsNotBrighterThanALitOne() throws {
    var core = try core(settings { $0.light = LightTimes(dimAfter: .seconds(5), offAfter: nil) })
    change(.choose(.brightness, 1), of: &core)
    bench.messages = []
    core.settle(now: bench.now + .seconds(6))
    #expect(core.application.watch.lightLevel == .dim)
    #expect(bench.messages.isEmpty)
  }

  @Test func aRotatedPanelGetsItsWholePictureAgain() throws {
    var core = try core(settings())
    change(.choose(.rotation, 180), of: &core)
    #expect(sends([0xA0, 0xC0]))
    let pixels = bench.messages.filter { $0[0] == 0x40 }.reduce(0) { $0 + $1.count - 1 }
    #expect(pixels >= 1_024)
    #expect(bench.messages.last == [0x00, 0xAF], "the display is on")
    change(.resetAll, of: &core)
    #expect(sends([0xA1, 0xC8]))
  }

  @Test func choicesAreStoredAndComeBack() throws {
    var core = try core(settings())
    change(.choose(.privacy, 1), of: &core)
    core.settle(now: bench.now + .seconds(10))
    change(.chooseName(BoundedText("Anna")), of: &core)
    core.settle(now: bench.now + .seconds(10))
    let first = try #require(bench.choices[.first])
    #expect(bench.choices[.second] == first)
    var storage = FakeStorage(bench: bench)
    let record = storage.loadChoices().record
    #expect(record.settings[.privacy] == 1 && record.settings.name == BoundedText("Anna"))
    change(.resetAll, of: &core)
    core.settle(now: bench.now + .seconds(10))
    let isEmpty = storage.loadChoices().record.settings.isEmpty
    #expect(isEmpty)
  }

  /// The first four changes are saved immediately, and what follows within ten seconds is saved together.
  @Test func aProgramThatChangesASettingAllTheTimeDoesNotWearOutTheCard() throws {
    var core = try core(settings())
    var saves = 0
    var last = bench.choices[.first]
    for step in 0..<100 {
      change(.choose(.brightness, UInt16(100 + step)), of: &core)
      if bench.choices[.first] != last { saves += 1 }
      last = bench.choices[.first]
      if step < 4 { #expect(saves == step + 1) }
      core.settle(now: bench.now + .milliseconds(200))
    }
    // The hundred changes take two minutes.
    #expect((5...17).contains(saves))
    core.settle(now: bench.now + .seconds(10))
    var storage = FakeStorage(bench: bench)
    let record = storage.loadChoices().record
    #expect(record.settings[.brightness] == 199)
  }
}
