import Foundation
import LinuxSupport
import Peripherals
import TestSupport
import Testing
import Timing

@testable import Configuration
@testable import LinuxPlatform

// getopt keeps its position in a global variable, so the tests run one at a time.
@Suite(.serialized) struct OptionsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  func parse(_ words: [String]) throws(UsageError) -> Command {
    // Never freed: a command line exists as long as the program.
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
    #expect(options.display.output.text == "i2c:/dev/i2c-1@3c")
    #expect(options.buttons.input.text == "gpio:pinctrl-bcm2835")
    #expect(options.files.state.string == "/var/lib/belfry")
    #expect(options.files.events == nil && options.files.capture == nil && options.files.control == nil)
    #expect(options.watch.name.string == "Belfry")
    #expect(options.watch.pairingWindow == .seconds(120) && options.watch.holdTime == .milliseconds(800))
  }

  @Test func everyOptionIsRead() throws {
    let options = try options(
      "--hci", "tcp:127.0.0.1:9000", "--display=trace:/tmp/t", "--buttons", "pipe:/tmp/b", "--state", "/tmp/s",
      "--events", "-", "--capture", "/tmp/c", "--name", "Wätch", "--pairing-window", "0", "--control", "/tmp/k")
    #expect(options.files.control?.string == "/tmp/k")
    #expect(options.controller.kind == .tcp(port: 9_000))
    #expect(options.display.output.text == "trace:/tmp/t" && options.buttons.input.text == "pipe:/tmp/b")
    #expect(options.files.state.string == "/tmp/s")
    #expect(options.files.events?.string == "-" && options.files.capture?.string == "/tmp/c")
    #expect(options.watch.name.string == "Wätch" && options.watch.pairingWindow == .zero)
  }

  @Test func otherDevicesAreRead() throws {
    #expect(try options("--display", "i2c:/dev/i2c-0@0x3d").display.output.text == "i2c:/dev/i2c-0@3d")
    #expect(try options("--display", "terminal").display.output.text == "terminal")
    #expect(try options("--buttons", "keyboard").buttons.input.text == "keyboard")
    #expect(try options("--buttons", "gpio:/dev/gpiochip1").buttons.input.text == "gpio:/dev/gpiochip1")
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
  }

  @Test(arguments: ["panel", "display", "x", ""])
  func valueOfTheSelfTestIsNeverTheNextWord(_ word: String) {
    let accepted = "expected --self-test=VALUE; VALUE is all, controller, panel, buttons or haptics"
    #expect(refusal(["--self-test", word])?.message == "belfry: argument \"\(word)\": \(accepted)")
    #expect(refusal(["--self-test=all", word])?.message.contains("VALUE") == false)
    #expect(refusal(["--self-test", "--hci", "hci1", word])?.message.contains("VALUE") == false)
    #expect(refusal(["--self-test", "-\(word)"])?.message.contains("VALUE") == false)
  }

  @Test func lastOfAnOptionCounts() throws {
    #expect(try options("--name", "one", "--name", "two").watch.name.string == "two")
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
      (["--version=1"], "belfry: argument \"--version=1\": there is no such option; did you mean --version?"),
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
      (["--name", ""], "belfry: --name \"\": expected a name of 1 to 29 bytes of UTF-8"),
      (["--control", ""], "belfry: --control \"\": expected a path of 1 to 107 bytes of UTF-8"),
      (["--hci", ""], "belfry: --hci \"\": expected hciN, tcp:HOST:PORT, unix:PATH or uart:DEVICE[@BAUD]"),
      (
        ["--name", "abcdefghijklmnopqrstuvwxyzabcd"],
        "belfry: --name \"abcdefghijklmnopqrstuvwxyzabcd\": expected a name of 1 to 29 bytes of UTF-8"
      ),
      (
        ["--control", "/" + String(repeating: "x", count: 107)],
        "belfry: --control \"/\(String(repeating: "x", count: 107))\": expected a path of 1 to 107 bytes of UTF-8"
      ),
      (["--pairing-window", "soon"], "belfry: --pairing-window \"soon\": expected seconds, 0 to 3600"),
      (["--pairing-window", "3601"], "belfry: --pairing-window \"3601\": expected seconds, 0 to 3600"),
      (["--pairing-window", "-1"], "belfry: --pairing-window \"-1\": expected seconds, 0 to 3600"),
      (["--pairing-window", "99999999999"], "belfry: --pairing-window \"99999999999\": expected seconds, 0 to 3600"),
      (
        ["--display", "terminal", "--events", "-"],
        "belfry: --events \"-\": expected a path, because --display terminal uses standard output"
      ),
    ] as [([String], String)])
  func badUsageNamesTheWordAndWhatIsAccepted(_ words: [String], _ message: String) {
    let error = refusal(words)
    #expect(error?.message == message)
    #expect(error?.exitStatus == .usage)
  }

  @Test func overlongPathIsRefused() {
    let error = refusal(["--state", "/" + String(repeating: "x", count: 255)])
    #expect(error?.message.hasSuffix("expected at most 255 bytes of UTF-8") == true)
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
      reconnect = saving
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
    #expect(options.watch.name.string == "Küche")
    #expect(options.watch.pairingWindow == .seconds(60) && options.watch.holdTime == .milliseconds(500))
    #expect(options.clock.setsSystemClock && options.clock.trust == .never)
    #expect(
      options.watch.privateAddress == .on && options.watch.reconnect == .saving
        && options.watch.battery.path == "/sys/class/power_supply/BAT0/capacity")
    #expect(options.display.brightness == 255 && options.watch.security == .compatible)
    #expect(options.display.output.text == "i2c:/dev/i2c-1@3d" && options.buttons.input.text == "gpio:/dev/gpiochip4")
    #expect(
      options.buttons.pins[.accept] == 17 && options.buttons.pins[.decline] == 26 && options.buttons.pins[.up] == nil)
    #expect(options.buttons.pins[.down] == 22 && !options.buttons.pins.isActiveLow)
  }

  @Test func panelsAreKnownByTheirNames() throws {
    let plain = try options()
    #expect(plain.display.panel == .ssd1306 && !plain.display.isRotated)
    let names: [(String, PanelChoice)] = [
      ("ssd1306", .ssd1306), ("ssd1306-128x32", .ssd1306Half), ("sh1106", .sh1106), ("ssd1309", .ssd1309),
    ]
    for (name, choice) in names {
      let chosen = try options("--config", try write("[display]\npanel = \(name)\nrotation = 180\n"))
      #expect(chosen.display.panel == choice && chosen.display.isRotated)
    }
    #expect(try !options("--config", try write("[display]\nrotation = 0\n")).display.isRotated)
  }

  @Test func theTerminalShowsAWholePanel() throws {
    let path = try write("[display]\npanel = ssd1306-128x32\n")
    #expect(try options("--config", path).display.panel == .ssd1306Half)
    #expect(try options("--config", path, "--display", "terminal").display.panel == .ssd1306)
  }

  @Test func lightIsRead() throws {
    let plain = try options()
    #expect(
      plain.display.dimAfter == .seconds(5) && plain.display.offAfter == .seconds(15) && !plain.display.isOffAfterChosen
    )
    let path = try write("[display]\ndim-brightness = 3\ndim-after = none\noff-after = 3600\n")
    let chosen = try options("--config", path)
    #expect(chosen.display.dimBrightness == 3 && chosen.display.dimAfter == nil)
    #expect(chosen.display.offAfter == .seconds(3_600) && chosen.display.isOffAfterChosen)
  }

  @Test func hapticsAreRead() throws {
    let plain = try options()
    #expect(plain.haptics.pins.motor == nil && plain.haptics.pins.led == nil && !plain.haptics.pins.isActiveLow)
    let path = try write("[buttons]\nchip = a\n[haptics]\nmotor = 12\nled = 13\nactive = low\n")
    let chosen = try options("--config", path)
    #expect(chosen.haptics.pins.motor == 12 && chosen.haptics.pins.led == 13 && chosen.haptics.pins.isActiveLow)
    guard case .gpio(chip: nil) = chosen.haptics.output else { throw CancellationError() }
    #expect(chosen.buttons.chip.string == "a")
    #expect(try options("--config", path, "--buttons", "keyboard").buttons.chip.string == "a")
    guard case .trace(let trace) = try options("--haptics", "trace:/t").haptics.output else {
      throw CancellationError()
    }
    #expect(trace.string == "/t")
    #expect(refusal(["--haptics", "motor"])?.message.hasSuffix("expected gpio:CHIP, trace:PATH or none") == true)
  }

  @Test func commandLineWinsOverTheConfiguration() throws {
    let path = try write("[watch]\nname = One\n[display]\naddress = 0x3d\n[buttons]\nchip = a\naccept = 1\n")
    let options = try options(
      "--name", "Two", "--config", path, "--display", "i2c:/dev/i2c-3", "--buttons", "gpio:b")
    #expect(options.watch.name.string == "Two")
    #expect(options.display.output.text == "i2c:/dev/i2c-3@3d" && options.buttons.input.text == "gpio:b")
    #expect(options.buttons.pins[.accept] == 1)
  }

  @Test func securityIsStrictUnlessTheFileSaysOtherwise() throws {
    #expect(try options().watch.security == .secureConnections)
    for (word, choice) in [("secure-connections", SecurityChoice.secureConnections), ("compatible", .compatible)] {
      #expect(try options("--config", try write("[watch]\nsecurity = \(word)\n")).watch.security == choice)
    }
  }

  /// The absence of buttons must be stated in the file or on the command line, which takes precedence.
  @Test func justWorksBelongsToABoardWithoutButtons() throws {
    let path = try write("[watch]\nsecurity = none-confirm\n[buttons]\nchip = none\n")
    let chosen = try options("--config", path)
    #expect(chosen.watch.security == .noneConfirm && chosen.buttons.input.text == "none")
    for buttons in ["gpio:a", "keyboard", "pipe:/a"] {
      #expect(refusal(["--config", path, "--buttons", buttons])?.exitStatus == .usage)
    }
    let other = try write("[watch]\nsecurity = none-confirm\n")
    #expect(refusal(["--config", other])?.exitStatus == .configuration)
    #expect(try options("--config", other, "--buttons", "none").watch.security == .noneConfirm)
    #expect(refusal(["--buttons", "none"])?.exitStatus == .usage)
  }

  @Test func reconnectHasNoDefaultOfItsOwn() throws {
    let options = try options("--config", write("[watch]\npower = saving\n"))
    #expect(options.watch.power == .saving && options.watch.reconnect == nil)
  }

  @Test(arguments: [
    (
      "[watch]\ncolour = red\n",
      """
      2: "colour": expected name, pairing-window, hold-time, private-address, power, reconnect, set-system-clock, \
      trust-system-clock, battery or security
      """
    ),
    ("[wach]\nname = x\n", "1: \"wach\": expected [watch], [display], [alerts], [buttons] or [haptics]"),
    (
      "[watch]\n; a remark\n\n [wach]\n\n", "4: \"wach\": expected [watch], [display], [alerts], [buttons] or [haptics]"
    ),
    ("name = x\n", "1: expected [watch], [display], [alerts], [buttons] or [haptics]"),
    ("[watch]\n\nhold-time = 10\n", "3: \"10\": expected milliseconds, 200 to 5000"),
    ("[watch]\nprivate-address = yes\n", "2: \"yes\": expected auto, on or off"),
    ("[watch]\nreconnect = slow\n", "2: \"slow\": expected fast, balanced or saving"),
    ("[watch]\npower = low\n", "2: \"low\": expected fast, balanced or saving"),
    ("[watch]\nset-system-clock = yes\n", "2: \"yes\": expected on or off"),
    ("[watch]\ntrust-system-clock = yes\n", "2: \"yes\": expected auto, on or off"),
    (
      "[watch]\nbattery =\n",
      "2: expected auto, max17048:BUS, a file, as /sys/class/power_supply/BAT0/capacity, or none"
    ),
    (
      "[watch]\nbattery = max17048:\n",
      "2: \"max17048:\": expected auto, max17048:BUS, a file, as /sys/class/power_supply/BAT0/capacity, or none"
    ),
    ("[watch]\nsecurity = lax\n", "2: \"lax\": expected secure-connections, compatible or none-confirm"),
    (
      "[watch]\nsecurity = none-confirm\n[buttons]\naccept = none\ndecline = none\n",
      " none-confirm is for a board without buttons: use chip = none or --buttons none, or choose another security"
    ),
    (
      "[watch]\nsecurity = compatible\n[buttons]\nchip = none\n",
      " without buttons no pairing can be confirmed: use security = none-confirm in the configuration, or fit buttons"
    ),
    ("[alerts]\nquiet-hours = 22-7\n", "2: \"22-7\": expected two times of the day, as 22:00-07:00"),
    ("[alerts]\nquiet-hours = 22:00-24:00\n", "2: \"22:00-24:00\": expected two times of the day, as 22:00-07:00"),
    ("[alerts]\nquiet-calls = maybe\n", "2: \"maybe\": expected on or off"),
    ("[alerts]\nmute =\n", "2: expected a bundle identifier of 1 to 64 bytes of UTF-8"),
    (
      "[alerts]\nloud = yes\n",
      "2: \"loud\": expected quiet-hours, quiet-calls, privacy, history, mute, mute-containing, alert-containing or show"
    ),
    ("[buttons]\nchip =\n", "2: expected a GPIO chip's path, name or label, or none"),
    ("[watch]\nname =\n", "2: expected a name of 1 to 29 bytes of UTF-8"),
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
      2: \"size\": expected panel, rotation, address, brightness, dim-brightness, dim-after, off-after, text-size, face, \
      clock, seconds, weekday, date, language or hints
      """
    ),
    ("[buttons]\naccept = five\n", "2: \"five\": expected a line of the chip, 0 to 511, or none"),
    ("[buttons]\nactive = yes\n", "2: \"yes\": expected low or high"),
    (
      "[buttons]\nfire = 1\n",
      "2: \"fire\": expected chip, accept, decline, up, down, select, back, active or power-off"
    ),
    ("[buttons]\npower-off = 1999\n", "2: \"1999\": expected milliseconds, 2000 to 20000, or none"),
    (
      "[watch]\nname = x\nnonsense\nhold-time = 1\n",
      "3: expected [section], name = value or ; comment, in at most 198 bytes"
    ),
    ("[watch\nname = x\n", "1: expected [section], name = value or ; comment, in at most 198 bytes"),
    (
      "[watch]\nname = " + String(repeating: "x", count: 300) + "\n",
      "2: expected [section], name = value or ; comment, in at most 198 bytes"
    ),
    (
      "; " + String(repeating: "x", count: 300) + "\n",
      "1: expected [section], name = value or ; comment, in at most 198 bytes"
    ),
  ])
  func badConfigurationNamesTheLine(_ configuration: String, _ message: String) throws {
    let path = try write(configuration)
    let error = refusal(["--config", path])
    #expect(error?.message == "belfry: \(path):\(message)")
    #expect(error?.exitStatus == .configuration)
  }

  @Test(arguments: ["[watch] name = Foo", "[wach]\n[display]", "name = Foo", "[watch]\nname = Foo"])
  func byteOrderMarkChangesNothing(_ text: String) throws {
    let message = refusal(["--config", try write(text)])?.message
    #expect(refusal(["--config", try write("\u{FEFF}" + text)])?.message == message)
    #expect((message == nil) == text.hasPrefix("[watch]\n"))
  }

  @Test func missingConfigurationIsBadConfiguration() {
    let error = refusal(["--config", directory("none")])
    #expect(error?.exitStatus == .configuration)
    #expect(
      error?.message
        == "belfry: cannot open the configuration \(directory("none")): No such file or directory; correct --config")
  }

  @Test func randomConfigurationIsReadOrBad() throws {
    var generator = SeededGenerator(seed: 9)
    let alphabet = Array("[watch]\n\n=;# \0\t\u{FF}namehold-time120".utf8)
    for _ in 0..<60 {
      let octets = (0..<Int.random(in: 0...400, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator)!
      }
      try Data(octets).write(to: URL(fileURLWithPath: directory("random")))
      let error = refusal(["--config", directory("random")])
      #expect(error == nil || error?.exitStatus == .configuration)
    }
  }

  @Test func programKnowsItsArguments() {
    #expect(Program.arguments.count == CommandLine.argc)
  }
}
