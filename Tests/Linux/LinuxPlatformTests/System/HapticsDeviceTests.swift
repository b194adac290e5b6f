import Foundation
import LinuxSupport
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

// Tests that need no chip. Tests/Kernel has the tests with a chip.
@Suite(.serialized) struct HapticsDeviceTests {
  private let clock = Clock()

  private func device(_ choice: HapticsChoice, motor: UInt32? = nil) throws(PlatformError) -> HapticsDevice {
    var pins = HapticsPins()
    pins.motor = motor
    return try HapticsDevice(choice, pins: pins, buttonsChip: StaticBytes("pinctrl-bcm2835"), clock: clock)
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

  @Test func aLineThatCouldNotBeSwitchedIsSwitchedByALaterCall() throws {
    let directory = try TemporaryDirectory()
    let path = directory("trace")
    try #require(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    var device = try device(.trace(StaticBytes(path)))
    device.set(isMotorOn: true, isLEDLit: false)
    let noRetry = device.deadline
    #expect(noRetry == nil)
    let writer = open(path, O_WRONLY | O_NONBLOCK)
    defer { close(writer) }
    let filler = [UInt8](repeating: 0x78, count: 4_096)
    while write(writer, filler, filler.count) > 0 {}
    device.set(isMotorOn: false, isLEDLit: false)
    let failure = device.failure?.message ?? ""
    #expect(failure.hasPrefix("belfry: cannot write to the motor and the LED \(path): "))
    let retry = device.deadline
    let deadline = try #require(retry)
    #expect(deadline > clock.now && deadline <= clock.now + .seconds(1))
    #expect(String(decoding: readAll(reader), as: UTF8.self).prefixMatch(of: /\d+ motor 1\n/) != nil)
    device.set(isMotorOn: false, isLEDLit: false)
    let retryAfterSuccess = device.deadline
    #expect(retryAfterSuccess == nil)
    #expect(String(decoding: readAll(reader), as: UTF8.self).wholeMatch(of: /\d+ motor 0\n/) != nil)
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
