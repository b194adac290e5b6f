import Foundation
import Peripherals
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

// getopt keeps its place in a global variable: one test at a time.
@Suite(.serialized) struct OptionsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func parse(_ words: [String]) throws(UsageError) -> Command {
    // Never freed: a command line lasts as long as the program.
    var values: [UnsafeMutablePointer<CChar>?] = (["belfry"] + words).map { strdup($0) }
    return try values.withUnsafeMutableBufferPointer { (buffer) throws(UsageError) -> Command in
      try Command.parse(Arguments(count: Int32(buffer.count), values: UnsafePointer(buffer.baseAddress)))
    }
  }

  func options(_ words: String...) throws -> Options {
    guard case .run(let options) = try parse(words) else { throw CancellationError() }
    return options
  }

  func refusal(_ words: [String]) -> UsageError? {
    do throws(UsageError) {
      _ = try parse(words)
      return nil
    } catch {
      return error
    }
  }

  func write(_ configuration: String) throws -> String {
    let path = directory("belfry.conf")
    try Data(configuration.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func defaults() throws {
    let options = try options()
    #expect(options.controller.kind == .userChannel(0) && options.controller.text.string == "hci0")
    #expect(options.display.text == "i2c:/dev/i2c-1@3c")
    #expect(options.buttons.text == "gpio:pinctrl-bcm2835")
    #expect(options.stateDirectory.string == "/var/lib/belfry")
    #expect(options.events == nil && options.capture == nil && options.control == nil)
    #expect(options.name.string == "Belfry")
    #expect(options.pairingWindow == .seconds(120) && options.holdTime == .milliseconds(800))
  }

  @Test func everyOptionIsRead() throws {
    let options = try options(
      "--hci", "tcp:127.0.0.1:9000", "--display=trace:/tmp/t", "--buttons", "pipe:/tmp/b", "--state", "/tmp/s",
      "--events", "-", "--capture", "/tmp/c", "--name", "Wätch", "--pairing-window", "0", "--control", "/tmp/k")
    #expect(options.control?.string == "/tmp/k")
    #expect(options.controller.kind == .tcp(port: 9_000))
    #expect(options.display.text == "trace:/tmp/t" && options.buttons.text == "pipe:/tmp/b")
    #expect(options.stateDirectory.string == "/tmp/s")
    #expect(options.events?.string == "-" && options.capture?.string == "/tmp/c")
    #expect(options.name.string == "Wätch" && options.pairingWindow == .zero)
  }

  @Test func otherDevicesAreRead() throws {
    #expect(try options("--display", "i2c:/dev/i2c-0@0x3d").display.text == "i2c:/dev/i2c-0@3d")
    #expect(try options("--display", "terminal").display.text == "terminal")
    #expect(try options("--buttons", "keyboard").buttons.text == "keyboard")
    #expect(try options("--buttons", "gpio:/dev/gpiochip1").buttons.text == "gpio:/dev/gpiochip1")
  }

  @Test func selfTestTriesAllUnlessOneIsNamed() throws {
    #expect(try options().selfTest == nil)
    #expect(try options("--self-test").selfTest == .all)
    #expect(try options("--self-test=all").selfTest == .all)
    #expect(try options("--self-test=controller").selfTest == .controller)
    #expect(try options("--self-test=panel").selfTest == .panel)
    #expect(try options("--self-test=buttons", "--hci", "hci1").selfTest == .buttons)
    #expect(try options("--self-test=haptics").selfTest == .haptics)
    #expect(refusal(["--self-test=engine"])?.exitStatus == .usage)
    // Its value is never the next word.
    #expect(refusal(["--self-test", "panel"])?.exitStatus == .usage)
  }

  @Test func lastOfAnOptionCounts() throws {
    #expect(try options("--name", "one", "--name", "two").name.string == "two")
  }

  @Test func versionAndHelp() throws {
    #expect(try parse(["--version"]).text == "version")
    #expect(try parse(["--name", "x", "--help"]).text == "help")
  }

  @Test(
    arguments: [
      (["--frobnicate"], "belfry: argument \"--frobnicate\": expected an option; see belfry --help"),
      (["-x"], "belfry: argument \"-x\": expected an option; see belfry --help"),
      (["status"], "belfry: argument \"status\": expected an option; see belfry --help"),
      (["--", "status"], "belfry: argument \"status\": expected an option; see belfry --help"),
      (["--hci"], "belfry: argument \"--hci\": expected a value after it; see belfry --help"),
      (["--version=1"], "belfry: argument \"--version=1\": expected an option; see belfry --help"),
      (
        ["--hci", "bluetooth"],
        "belfry: --hci \"bluetooth\": expected hciN, tcp:HOST:PORT, unix:PATH or uart:DEVICE[@BAUD]"
      ),
      (
        ["--hci", "tcp:example.org:1"],
        "belfry: --hci \"tcp:example.org:1\": expected localhost or a numeric address before :PORT"
      ),
      (
        ["--hci", "uart:/dev/ttyS0@1234"],
        "belfry: --hci \"uart:/dev/ttyS0@1234\": expected a standard speed: 9600, 115200, 460800, 921600, ... 4000000"
      ),
      (["--display", "oled"], "belfry: --display \"oled\": expected i2c:DEVICE[@ADDRESS], terminal or trace:PATH"),
      (
        ["--display", "i2c:/dev/i2c-1@0x78"],
        "belfry: --display \"i2c:/dev/i2c-1@0x78\": expected an I2C address from 0x08 to 0x77"
      ),
      (["--buttons", "gpio:"], "belfry: --buttons \"gpio:\": expected gpio:CHIP, keyboard, pipe:PATH or none"),
      (["--name", ""], "belfry: --name \"\": expected 1 to 255 octets of UTF-8"),
      (
        ["--name", "abcdefghijklmnopqrstuvwxyzabcd"],
        "belfry: --name \"abcdefghijklmnopqrstuvwxyzabcd\": expected a name of 1 to 29 octets of UTF-8"
      ),
      (
        ["--control", "/" + String(repeating: "x", count: 107)],
        "belfry: --control \"/\(String(repeating: "x", count: 107))\": expected a path of at most 107 octets"
      ),
      (["--pairing-window", "soon"], "belfry: --pairing-window \"soon\": expected seconds, 0 to 3600"),
      (["--pairing-window", "3601"], "belfry: --pairing-window \"3601\": expected seconds, 0 to 3600"),
      (["--pairing-window", "-1"], "belfry: --pairing-window \"-1\": expected seconds, 0 to 3600"),
      (["--pairing-window", "99999999999"], "belfry: --pairing-window \"99999999999\": expected seconds, 0 to 3600"),
      (
        ["--display", "terminal", "--events", "-"],
        "belfry: --events \"-\": expected a path, as --display terminal has standard output"
      ),
    ] as [([String], String)])
  func badUsageNamesTheWordAndWhatIsAccepted(_ words: [String], _ message: String) {
    let error = refusal(words)
    #expect(error?.message == message)
    #expect(error?.exitStatus == .usage)
  }

  @Test func overlongPathIsRefused() {
    let error = refusal(["--state", "/" + String(repeating: "x", count: 255)])
    #expect(error?.message.hasSuffix("expected 1 to 255 octets of UTF-8") == true)
  }

  @Test func configurationIsRead() throws {
    let path = try write(
      """
      ; a remark
      [watch]
      name = Küche   ; and another
      pairing-window = 60
      hold-time=500
      private-address = on
      set-system-clock = on
      trust-system-clock = off
      battery = /sys/class/power_supply/BAT0/capacity
      security = compatible
      [display]
      address = 0x3d
      brightness = 255
      # and one more
      [buttons]
      chip = /dev/gpiochip4
      accept = 17
      decline = 0x1a
      up = none
      active = high
      """)
    let options = try options("--config", path)
    #expect(options.name.string == "Küche")
    #expect(options.pairingWindow == .seconds(60) && options.holdTime == .milliseconds(500))
    #expect(options.setsSystemClock && options.clockTrust == .never)
    #expect(options.usesPrivateAddress && options.battery?.string == "/sys/class/power_supply/BAT0/capacity")
    #expect(options.brightness == 255 && options.security == .compatible)
    #expect(options.display.text == "i2c:/dev/i2c-1@3d" && options.buttons.text == "gpio:/dev/gpiochip4")
    #expect(options.pins[.accept] == 17 && options.pins[.decline] == 26 && options.pins[.up] == nil)
    #expect(options.pins[.down] == 22 && !options.pins.isActiveLow)
  }

  @Test func alertsAreRead() throws {
    let path = try write(
      """
      [alerts]
      quiet-hours = 22:30 - 07:00
      quiet-calls = on
      privacy = on
      show = com.apple.MobileSMS
      mute = com.example.game
      mute-containing = Große Sonderangebote ; always
      alert-containing = 验证码
      mute = com.example.other
      """)
    let options = try options("--config", path)
    #expect(options.quietHours?.start == 22 * 60 + 30 && options.quietHours?.end == 7 * 60 && options.areCallsQuiet)
    #expect(options.isDiscreet)
    let rules = (0..<options.ruleCount).map { options.rule(at: $0) }
    #expect(rules.map(\.kind) == [.showApplication, .muteApplication, .muteText, .alertText, .muteApplication])
    #expect(
      rules.map(\.text.string) == [
        "com.apple.MobileSMS", "com.example.game", "Große Sonderangebote", "验证码", "com.example.other",
      ])
  }

  @Test func panelsAreKnownByTheirNames() throws {
    let plain = try options()
    #expect(plain.panel == .ssd1306 && !plain.isRotated)
    let names: [(String, PanelChoice)] = [
      ("ssd1306", .ssd1306), ("ssd1306-128x32", .ssd1306Half), ("sh1106", .sh1106), ("ssd1309", .ssd1309),
    ]
    for (name, choice) in names {
      let chosen = try options("--config", try write("[display]\npanel = \(name)\nrotation = 180\n"))
      #expect(chosen.panel == choice && chosen.isRotated)
    }
    #expect(try !options("--config", try write("[display]\nrotation = 0\n")).isRotated)
  }

  @Test func theTerminalShowsAWholePanel() throws {
    let path = try write("[display]\npanel = ssd1306-128x32\n")
    #expect(try options("--config", path).panel == .ssd1306Half)
    #expect(try options("--config", path, "--display", "terminal").panel == .ssd1306)
  }

  @Test func lightIsRead() throws {
    let plain = try options()
    #expect(plain.dimAfter == .seconds(5) && plain.offAfter == .seconds(15) && !plain.isOffAfterTold)
    let path = try write("[display]\ndim-brightness = 3\ndim-after = none\noff-after = 3600\n")
    let chosen = try options("--config", path)
    #expect(chosen.dimBrightness == 3 && chosen.dimAfter == nil)
    #expect(chosen.offAfter == .seconds(3_600) && chosen.isOffAfterTold)
  }

  @Test func hapticsAreRead() throws {
    let plain = try options()
    #expect(plain.hapticsPins.motor == nil && plain.hapticsPins.lamp == nil && !plain.hapticsPins.isActiveLow)
    let path = try write("[buttons]\nchip = a\n[haptics]\nmotor = 12\nled = 13\nactive = low\n")
    let chosen = try options("--config", path)
    #expect(chosen.hapticsPins.motor == 12 && chosen.hapticsPins.lamp == 13 && chosen.hapticsPins.isActiveLow)
    guard case .gpio(chip: nil) = chosen.haptics else { throw CancellationError() }
    #expect(chosen.buttonsChip.string == "a")
    guard case .trace(let trace) = try options("--haptics", "trace:/t").haptics else { throw CancellationError() }
    #expect(trace.string == "/t")
    #expect(refusal(["--haptics", "motor"])?.message.hasSuffix("expected gpio:CHIP, trace:PATH or none") == true)
  }

  @Test func rulesAreBounded() throws {
    let lines = (0..<17).map { "mute = app.\($0)\n" }
    let full = try options("--config", try write("[alerts]\n" + lines[..<16].joined()))
    #expect(full.ruleCount == 16 && full.rule(at: 15).text.string == "app.15")
    #expect(refusal(["--config", try write("[alerts]\n" + lines.joined())])?.message.contains("at most 16") == true)
    let long = "[alerts]\nmute-containing = " + String(repeating: "x", count: 65) + "\n"
    #expect(refusal(["--config", try write(long)])?.message.hasSuffix("expected 1 to 64 octets of UTF-8") == true)
  }

  @Test func commandLineWinsOverTheConfiguration() throws {
    let path = try write("[watch]\nname = One\n[display]\naddress = 0x3d\n[buttons]\nchip = a\naccept = 1\n")
    let options = try options(
      "--name", "Two", "--config", path, "--display", "i2c:/dev/i2c-3", "--buttons", "gpio:b")
    #expect(options.name.string == "Two")
    #expect(options.display.text == "i2c:/dev/i2c-3@3d" && options.buttons.text == "gpio:b")
    #expect(options.pins[.accept] == 1)
  }

  @Test func securityIsStrictUnlessTheFileSaysOtherwise() throws {
    #expect(try options().security == .secureConnections)
    for (word, choice) in [("secure-connections", SecurityChoice.secureConnections), ("compatible", .compatible)] {
      #expect(try options("--config", try write("[watch]\nsecurity = \(word)\n")).security == choice)
    }
  }

  /// The absence of buttons has to be said: by the file or by the command line, which wins.
  @Test func justWorksBelongsToABoardWithoutButtons() throws {
    let path = try write("[watch]\nsecurity = none-confirm\n[buttons]\nchip = none\n")
    let chosen = try options("--config", path)
    #expect(chosen.security == .noneConfirm && chosen.buttons.text == "none")
    for buttons in ["gpio:a", "keyboard", "pipe:/a"] {
      #expect(refusal(["--config", path, "--buttons", buttons])?.exitStatus == .configuration)
    }
    let other = try write("[watch]\nsecurity = none-confirm\n")
    #expect(refusal(["--config", other])?.exitStatus == .configuration)
    #expect(try options("--config", other, "--buttons", "none").security == .noneConfirm)
    #expect(refusal(["--buttons", "none"])?.exitStatus == .usage)
  }

  @Test(arguments: [
    (
      "[watch]\ncolour = red\n",
      """
      2: "colour": expected name, pairing-window, hold-time, private-address, battery, set-system-clock, \
      trust-system-clock or security
      """
    ),
    ("[wach]\nname = x\n", "2: \"wach\": expected [watch], [display], [alerts], [buttons] or [haptics] above it"),
    ("name = x\n", "1: expected [watch], [display], [alerts], [buttons] or [haptics] above it"),
    ("[watch]\n\nhold-time = 10\n", "3: \"10\": expected milliseconds, 200 to 5000"),
    ("[watch]\nprivate-address = yes\n", "2: \"yes\": expected on or off"),
    ("[watch]\nset-system-clock = yes\n", "2: \"yes\": expected on or off"),
    ("[watch]\ntrust-system-clock = yes\n", "2: \"yes\": expected auto, on or off"),
    (
      "[watch]\nbattery =\n", "2: expected a file, as /sys/class/power_supply/BAT0/capacity, or none"
    ),
    ("[watch]\nsecurity = lax\n", "2: \"lax\": expected secure-connections, compatible or none-confirm"),
    (
      "[watch]\nsecurity = none-confirm\n[buttons]\naccept = none\ndecline = none\n",
      " none-confirm is for a board without buttons: say chip = none or --buttons none, or choose another security"
    ),
    (
      "[watch]\nsecurity = compatible\n[buttons]\nchip = none\n",
      " without buttons nobody can confirm a pairing: say security = none-confirm in the configuration, or fit some"
    ),
    ("[alerts]\nquiet-hours = 22-7\n", "2: \"22-7\": expected two times of the day, as 22:00-07:00"),
    ("[alerts]\nquiet-hours = 22:00-24:00\n", "2: \"22:00-24:00\": expected two times of the day, as 22:00-07:00"),
    ("[alerts]\nquiet-calls = maybe\n", "2: \"maybe\": expected on or off"),
    ("[alerts]\nmute =\n", "2: expected 1 to 64 octets of UTF-8"),
    (
      "[alerts]\nloud = yes\n",
      "2: \"loud\": expected quiet-hours, quiet-calls, privacy, mute, mute-containing, alert-containing or show"
    ),
    ("[buttons]\nchip =\n", "2: expected a GPIO chip's path, name or label, or none"),
    ("[watch]\nname =\n", "2: expected a name of 1 to 29 octets of UTF-8"),
    ("[display]\nbrightness = 256\n", "2: \"256\": expected a level, 0 to 255"),
    ("[display]\naddress = 3c\n", "2: \"3c\": expected an I2C address from 0x08 to 0x77"),
    ("[display]\npanel = st7735\n", "2: \"st7735\": expected ssd1306, ssd1306-128x32, sh1106 or ssd1309"),
    ("[display]\ndim-after = 0\n", "2: \"0\": expected seconds, 1 to 3600, or none"),
    ("[display]\noff-after = never\n", "2: \"never\": expected seconds, 1 to 3600, or none"),
    ("[display]\ndim-brightness = 256\n", "2: \"256\": expected a level, 0 to 255"),
    ("[display]\nrotation = 90\n", "2: \"90\": expected 0 or 180"),
    (
      "[display]\nsize = 1\n",
      """
      2: \"size\": expected panel, rotation, address, brightness, dim-brightness, dim-after or off-after
      """
    ),
    ("[buttons]\naccept = five\n", "2: \"five\": expected a line of the chip, 0 to 511, or none"),
    ("[buttons]\nactive = yes\n", "2: \"yes\": expected low or high"),
    (
      "[buttons]\nfire = 1\n",
      "2: \"fire\": expected chip, active, power-off, accept, decline, up, down, select or back"
    ),
    ("[buttons]\npower-off = 1999\n", "2: \"1999\": expected milliseconds, 2000 to 20000, or none"),
    (
      "[watch]\nname = x\nnonsense\nhold-time = 1\n",
      "3: expected [section], name = value or ; comment, in at most 198 octets"
    ),
    ("[watch\nname = x\n", "1: expected [section], name = value or ; comment, in at most 198 octets"),
    (
      "[watch]\nname = " + String(repeating: "x", count: 300) + "\n",
      "2: expected [section], name = value or ; comment, in at most 198 octets"
    ),
    (
      "; " + String(repeating: "x", count: 300) + "\n",
      "1: expected [section], name = value or ; comment, in at most 198 octets"
    ),
  ])
  func badConfigurationNamesTheLine(_ configuration: String, _ message: String) throws {
    let path = try write(configuration)
    let error = refusal(["--config", path])
    #expect(error?.message == "belfry: \(path):\(message)")
    #expect(error?.exitStatus == .configuration)
  }

  @Test func missingConfigurationIsBadConfiguration() {
    let error = refusal(["--config", directory("none")])
    #expect(error?.exitStatus == .configuration)
    #expect(
      error?.message
        == "belfry: cannot open the configuration \(directory("none")): No such file or directory; correct --config")
  }

  @Test func randomConfigurationNeverTraps() throws {
    var generator = SeededGenerator(seed: 9)
    let alphabet = Array("[watch]\n\n=;# \0\t\u{FF}namehold-time120".utf8)
    for _ in 0..<60 {
      let octets = (0..<Int.random(in: 0...400, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator)!
      }
      try Data(octets).write(to: URL(fileURLWithPath: directory("random")))
      _ = refusal(["--config", directory("random")])
    }
  }

  @Test func programKnowsItsArguments() {
    #expect(Program.arguments.count == CommandLine.argc)
  }
}
