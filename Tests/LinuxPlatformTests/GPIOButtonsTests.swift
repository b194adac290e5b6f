import Foundation
import Peripherals
import Testing
import Timing

@testable import LinuxPlatform

// What needs a chip is tested where there is one; here is what there is without.
@Suite(.serialized) struct GPIOButtonsTests {
  private func open(_ chip: String, _ pins: ButtonPins = ButtonPins()) -> PlatformError? {
    do throws(PlatformError) {
      _ = try GPIOButtons(chip: LastingText(chip), pins: pins, clock: Clock())
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
      error?.message.hasSuffix("name a chip by path, name or label, as gpiodetect lists them") == true)
  }

  @Test func otherDeviceIsNoChip() {
    #expect(open("/dev/null") != nil)
  }

  @Test func noPinsAreAnError() {
    var pins = ButtonPins()
    for button in [Button.accept, .decline, .up, .down, .select, .back] { pins.set(nil, for: button) }
    #expect(open("/dev/null", pins)?.error == SystemError(rawValue: EINVAL))
  }
}
