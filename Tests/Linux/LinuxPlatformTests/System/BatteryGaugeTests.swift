import Foundation
import LinuxSupport
import TestSupport
import Testing

@testable import LinuxPlatform

@Suite struct BatteryGaugeTests {
  @Test(
    arguments: [
      ("73\n", 73), ("0\n", 0), ("100", 100), ("101\n", 100), ("254\n", 100), ("255\n", nil), ("", nil), ("\n", nil),
      ("full\n", nil),
      ("99999999999\n", nil), ("-1\n", nil),
    ] as [(String, UInt8?)])
  func readsWhatTheKernelWrites(_ text: String, _ percent: UInt8?) throws {
    let directory = try TemporaryDirectory()
    try text.write(toFile: directory("capacity"), atomically: true, encoding: .utf8)
    #expect(BatteryGauge(.file(StaticBytes(directory("capacity")))).percent == percent)
  }

  @Test func withoutABatteryNothingIsKnown() {
    #expect(BatteryGauge(.none).percent == nil)
    #expect(BatteryGauge(.file(StaticBytes("/nowhere/capacity"))).percent == nil)
    #expect(BatteryGauge(.automatic, in: StaticBytes("/nowhere")).percent == nil)
  }

  @Test(arguments: [(0, 0), (73, 73), (100, 100), (101, 100), (0xFE, 100), (0xFF, nil)] as [(UInt8, UInt8?)])
  func aGaugeCountsWholePercent(_ register: UInt8, _ percent: UInt8?) {
    #expect(FuelGauge.percent(wholePercent: register) == percent)
  }

  @Test(arguments: ["/nowhere/i2c-1", "/dev/null", ""])
  func aGaugeWithoutABusHasNoCharge(_ path: String) {
    #expect(BatteryGauge(.max17048(bus: StaticBytes(path))).percent == nil)
  }

  /// A supply as the kernel lists it: type, scope, charge.
  private static func add(
    _ name: String, _ type: String, scope: String? = nil, _ capacity: String?,
    to directory: borrowing TemporaryDirectory
  ) throws {
    try FileManager.default.createDirectory(atPath: directory(name), withIntermediateDirectories: false)
    for (file, text) in [("type", type), ("scope", scope), ("capacity", capacity)] {
      try text.map { try "\($0)\n".write(toFile: directory("\(name)/\(file)"), atomically: true, encoding: .utf8) }
    }
  }

  @Test func theFirstBatteryByNameIsFound() throws {
    let directory = try TemporaryDirectory()
    let gauge = BatteryGauge(.automatic, in: StaticBytes(directory("")))
    #expect(gauge.percent == nil)
    try Self.add("AC", "Mains", nil, to: directory)
    try Self.add("hid-keyboard", "Battery", scope: "Device", "11", to: directory)
    #expect(gauge.percent == nil, "neither a charger nor a keyboard")
    // The driver of a gauge may be loaded after the watch has started.
    try Self.add("max17048", "Battery", "64", to: directory)
    #expect(gauge.percent == 64)
    try Self.add("battery", "Battery", scope: "System", "37", to: directory)
    #expect(gauge.percent == 37)
    try Self.add("a", "Batteryless", "1", to: directory)
    #expect(gauge.percent == 37)
  }

  @Test func moreSuppliesThanOneReadReturnsAreAllSeen() throws {
    let directory = try TemporaryDirectory()
    for index in 0..<100 { try Self.add("supply-with-a-long-name-\(index)", "USB", nil, to: directory) }
    try Self.add("z", "Battery", "5", to: directory)
    #expect(BatteryGauge(.automatic, in: StaticBytes(directory(""))).percent == 5)
  }
}
