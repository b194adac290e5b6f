import Foundation
import Testing

@testable import LinuxPlatform

@Suite struct BatteryGaugeTests {
  @Test(
    arguments: [
      ("73\n", 73), ("0\n", 0), ("100", 100), ("101\n", nil), ("", nil), ("\n", nil), ("full\n", nil),
      ("99999999999\n", nil), ("-1\n", nil),
    ] as [(String, UInt8?)])
  func readsWhatTheKernelWrites(_ text: String, _ percent: UInt8?) throws {
    let directory = try TemporaryDirectory()
    try text.write(toFile: directory("capacity"), atomically: true, encoding: .utf8)
    #expect(BatteryGauge(path: LastingText(directory("capacity"))).percent == percent)
  }

  @Test func withoutABatteryNothingIsKnown() {
    #expect(BatteryGauge(path: nil).percent == nil)
    #expect(BatteryGauge(path: LastingText("/nowhere/capacity")).percent == nil)
  }
}
