import Foundation
import LinuxSupport
import TestSupport
import Testing

@testable import LinuxPlatform

// Tests that need no chip. Tests/Kernel has the tests with a chip.
@Suite(.serialized) struct HapticsDeviceTests {
  private func device(_ choice: HapticsChoice, motor: UInt32? = nil) throws(PlatformError) -> HapticsDevice {
    var pins = HapticsPins()
    pins.motor = motor
    return try HapticsDevice(choice, pins: pins, buttonsChip: StaticBytes("pinctrl-bcm2835"), clock: Clock())
  }

  @Test func devicesThatAreNotFittedAreNotOpened() throws {
    for choice in [HapticsChoice.none, .gpio(chip: nil), .gpio(chip: StaticBytes("no-such-label"))] {
      let device = try device(choice)
      let isFitted = device.hasMotor || device.hasLED
      #expect(!isFitted)
    }
  }

  @Test(arguments: ["no-such-label", "gpiochip63", "/dev/gpiochip63"])
  func missingChipIsAnError(_ chip: String) {
    do throws(PlatformError) {
      _ = try device(.gpio(chip: StaticBytes(chip)), motor: 12)
      Issue.record("opened")
    } catch {
      #expect(error.exitStatus == .unavailable)
      #expect(error.message.hasPrefix("belfry: cannot open the motor and the LED \(chip): "))
      #expect(error.message.hasSuffix("correct --haptics, or [haptics]; gpioinfo lists chips and lines"))
    }
  }

  @Test func traceTellsEachChangeOnce() throws {
    let directory = try TemporaryDirectory()
    var device = try device(.trace(StaticBytes(directory("trace"))))
    for (motor, lamp) in [(false, false), (true, true), (true, true), (false, true), (false, false)] {
      device.set(isMotorOn: motor, isLEDLit: lamp)
    }
    let lines = try String(contentsOfFile: directory("trace"), encoding: .utf8).split(separator: "\n")
    #expect(
      lines.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
        == ["motor 1", "lamp 1", "motor 0", "lamp 0"])
  }
}
