import LinuxSupport
import TestSupport
import Testing
import Timing

@testable import Configuration
@testable import LinuxPlatform

// The lines of a configuration file, and the lines of a GPIO chip.
extension OptionsTests {
  @Test func indentedLinesAreLinesOfTheirOwn() throws {
    let text = "  [watch]\n\tname = Belfry\n  pairing-window = 60\n[alerts]\n mute = com.a\n mute = com.b\n"
    let chosen = try options("--config", try write(text))
    #expect(chosen.watch.name.string == "Belfry" && chosen.watch.pairingWindow == .seconds(60))
    #expect(chosen.alerts.ruleCount == 2 && chosen.alerts.rule(at: 1).text.string == "com.b")
    #expect(refusal(["--config", try write("[watch]\n  colour = red\n")])?.message.contains("2: \"colour\"") == true)
  }

  @Test(arguments: ["\0", "\u{B}", "\u{C}", " \0\t", "\r"]) func noSignAtItsBeginningHidesALine(_ sign: String) throws {
    let text = "[watch]\nname = Belfry\n\(sign)pairing-window = 60\n[alerts]\nmute = com.a\n\(sign)privacy = on\n"
    let chosen = try options("--config", try write(text))
    #expect(chosen.watch.name.string == "Belfry" && chosen.watch.pairingWindow == .seconds(60))
    #expect(chosen.alerts.ruleCount == 1 && chosen.alerts.isDiscreet)
  }

  @Test(arguments: [(5_000, 2_000), (2_000, 2_000), (700, 2_000)]) func powerOffIsLongerThanAHold(
    _ row: (hold: Int, powerOff: Int)
  ) throws {
    let text = "[watch]\nhold-time = \(row.hold)\n[buttons]\npower-off = \(row.powerOff)\n"
    let error = refusal(["--config", try write(text)])
    #expect((error?.exitStatus == .configuration) == (row.hold >= row.powerOff))
    #expect(error?.message.contains("power-off must be longer than hold-time") ?? true)
  }

  @Test func aContradictionOfTheCommandLineNamesItsWord() throws {
    let path = try write("[watch]\nsecurity = none-confirm\n[buttons]\nchip = none\n")
    let error = refusal(["--config", path, "--buttons", "keyboard"])
    #expect(error?.exitStatus == .usage && error?.message.contains("--buttons \"keyboard\"") == true)
  }

  @Test func aLineHasOneUse() throws {
    // Buttons without a setting have default lines.
    for lines in [
      "accept = 17\ndecline = 27\n", "up = 6\n", "[haptics]\nmotor = 17\n", "[haptics]\nmotor = 9\nled = 9\n",
    ] {
      let error = refusal(["--config", try write("[buttons]\n" + lines)])
      #expect(error?.exitStatus == .configuration && error?.message.hasSuffix("as up = none") == true, "\(lines)")
    }
    for lines in ["accept = 17\nup = none\n", "up = none\n[haptics]\nmotor = 17\n", "chip = none\naccept = 6\n"] {
      let text = "[watch]\nsecurity = \(lines.contains("chip") ? "none-confirm" : "compatible")\n[buttons]\n" + lines
      #expect(refusal(["--config", try write(text)]) == nil, "\(lines)")
    }
    // Another chip has a different set of lines.
    let path = try write("[haptics]\nmotor = 17\n")
    #expect(refusal(["--config", path, "--haptics", "gpio:other"]) == nil)
    #expect(refusal(["--config", path, "--buttons", "keyboard"]) == nil)
    // On any chip, the motor and the LED cannot share one.
    let shared = try write("[haptics]\nmotor = 9\nled = 9\n")
    #expect(refusal(["--config", shared, "--haptics", "gpio:other"])?.exitStatus == .configuration)
    #expect(refusal(["--config", shared, "--buttons", "keyboard"])?.exitStatus == .configuration)
    // Buttons are compared also if the motor is at another chip, and a chip may be named twice.
    let buttons = try write("[buttons]\nup = 5\n")
    #expect(refusal(["--config", buttons, "--haptics", "gpio:other"])?.exitStatus == .configuration)
    let named = try write("[buttons]\nchip = one\n[haptics]\nmotor = 5\n")
    #expect(refusal(["--config", named, "--haptics", "gpio:one"])?.exitStatus == .configuration)
    #expect(refusal(["--config", named, "--haptics", "gpio:other"]) == nil)
  }

  @Test func aContradictionOfTheCommandLineIsNotTheFiles() throws {
    let file = try write("[watch]\nname = Belfry\n")
    let error = refusal(["--config", file, "--buttons", "none"])
    #expect(error?.exitStatus == .usage && error?.message.contains(file) == false)
  }

  /// Without one of them, no code could be answered, and the watch could pair with no phone.
  @Test(arguments: ["accept", "decline"]) func acceptAndDeclineNeedALine(_ button: String) throws {
    let path = try write("[buttons]\n\(button) = none\n")
    let error = refusal(["--config", path])
    #expect(error?.exitStatus == .configuration && error?.message.contains("accept and decline need a line") == true)
    #expect(refusal(["--config", path, "--buttons", "keyboard"]) == nil)
  }
}
