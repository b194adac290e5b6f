import Foundation
import Testing

@testable import LinuxPlatform

// What needs a chip is tested where there is one; here is what there is without.
@Suite(.serialized) struct HapticsDeviceTests {
  private func options(_ haptics: HapticsChoice, motor: UInt32? = nil) -> Options {
    var options = Options()
    options.haptics = haptics
    options.hapticsPins.motor = motor
    return options
  }

  @Test func whatIsNotFittedOpensNothing() throws {
    for choice in [HapticsChoice.none, .gpio(chip: nil), .gpio(chip: LastingText("no-such-label"))] {
      let device = try HapticsDevice(options(choice), clock: Clock())
      let isFitted = device.hasMotor || device.hasLamp
      #expect(!isFitted)
    }
  }

  @Test(arguments: ["no-such-label", "gpiochip63", "/dev/gpiochip63"])
  func missingChipIsAnError(_ chip: String) {
    do throws(PlatformError) {
      _ = try HapticsDevice(options(.gpio(chip: LastingText(chip)), motor: 12), clock: Clock())
      Issue.record("opened")
    } catch {
      #expect(error.exitStatus == .unavailable)
      #expect(error.message.hasPrefix("belfry: cannot open the motor and the lamp \(chip): "))
      #expect(error.message.hasSuffix("correct --haptics, or [haptics]; gpioinfo lists chips and lines"))
    }
  }

  @Test func traceTellsEachChangeOnce() throws {
    let directory = try TemporaryDirectory()
    var device = try HapticsDevice(options(.trace(LastingText(directory("trace")))), clock: Clock())
    for (motor, lamp) in [(false, false), (true, true), (true, true), (false, true), (false, false)] {
      device.set(isMotorOn: motor, isLampLit: lamp)
    }
    let lines = try String(contentsOfFile: directory("trace"), encoding: .utf8).split(separator: "\n")
    #expect(
      lines.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
        == ["motor 1", "lamp 1", "motor 0", "lamp 0"])
  }
}
