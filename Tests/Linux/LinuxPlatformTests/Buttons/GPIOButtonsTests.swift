import Foundation
import LinuxSupport
import Peripherals
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

// Tests that need no chip. Tests/Kernel has the tests with a chip.
@Suite(.serialized) struct GPIOButtonsTests {
  private func open(_ chip: String, _ pins: ButtonPins = ButtonPins()) -> PlatformError? {
    do throws(PlatformError) {
      _ = try GPIOButtons(chip: StaticBytes(chip), pins: pins, clock: Clock())
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["no-such-label", "gpiochip63", "/dev/gpiochip63"])
  func missingChipIsAnError(_ chip: String) {
    let error = open(chip)
    #expect(error?.exitStatus == .unavailable)
    #expect(error?.message.hasPrefix("belfry: cannot open the buttons \(chip): ") == true)
    #expect(
      error?.message.hasSuffix("name a chip as gpiodetect lists them, or try --buttons keyboard") == true)
  }

  @Test func otherDeviceIsNotAChip() {
    #expect(open("/dev/null") != nil)
  }

  @Test func noPinsAreAnError() {
    var pins = ButtonPins()
    for button in [Button.accept, .decline, .up, .down, .select, .back] { pins.set(nil, for: button) }
    #expect(open("/dev/null", pins)?.error == SystemError(rawValue: EINVAL))
  }
}
