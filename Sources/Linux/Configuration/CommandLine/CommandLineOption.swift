internal import LinuxPlatform

/// An option of the command line. The cases have the order of `--help`, and their raw values identify them to
/// `getopt_long`.
///
/// `row` and `form(at:)` are the only source of names, values, defaults and meanings: `--help` prints them, and
/// `make settings` writes `belfry(1)` and the page of the command line from them.
package enum CommandLineOption: Int32, Sendable {
  case config, hci, display, buttons, haptics, state, events, control, capture, name, pairingWindow, hints, selfTest,
    version, help

  /// The number of options.
  static var count: Int { Int(help.rawValue) + 1 }

  /// Finds the option that `getopt_long` has found: by its raw value or its letter.
  init?(found: Int32) {
    if let option = CommandLineOption(rawValue: found) {
      self = option
    } else if found == Int32(UInt8(ascii: "h")) {
      self = .help
    } else if found == Int32(UInt8(ascii: "V")) {
      self = .version
    } else {
      return nil
    }
  }

  /// Calls `body` with each option.
  package static func visitAll(_ body: (CommandLineOption) -> Void) {
    var index: Int32 = 0
    while let option = CommandLineOption(rawValue: index) {
      body(option)
      index += 1
    }
  }
}

/// The value of an option.
package enum OptionArgument: Equatable, Sendable {
  case none, optional, required
}

/// A row of the table of options.
package struct OptionRow: Sendable {
  /// The option without its hyphens.
  package let name: StaticString
  package let argument: OptionArgument
  /// The name of the value in the documents, with the brackets of an optional one.
  package let argumentName: StaticString
  package let values: SettingValues
  /// The default value; empty if the option has no default.
  package let standard: StaticString
  /// The meaning, as a phrase. Words between backticks are parts of a file or a command line.
  package let meaning: StaticString

  fileprivate init(
    _ name: StaticString, _ argumentName: StaticString, _ values: SettingValues, _ standard: StaticString,
    _ meaning: StaticString
  ) {
    self.name = name
    argument = .required
    self.argumentName = argumentName
    self.values = values
    self.standard = standard
    self.meaning = meaning
  }

  /// An option that sets the same as a key of the configuration.
  fileprivate init(_ setting: Setting, _ argumentName: StaticString) {
    let row = setting.row
    self.init(row.key, argumentName, row.values, row.standard, row.meaning)
  }

  /// An option that needs no value.
  fileprivate init(
    _ name: StaticString, _ argument: OptionArgument, _ argumentName: StaticString, _ meaning: StaticString
  ) {
    self.name = name
    self.argument = argument
    self.argumentName = argumentName
    values = Self.specification
    standard = ""
    self.meaning = meaning
  }

  /// The value of an option that has forms.
  fileprivate static var specification: SettingValues { .text(1...255, "a value") }

  fileprivate static var path: SettingValues { .text(1...255, "a path") }
}

extension CommandLineOption {
  private typealias Row = OptionRow

  /// The table: name, argument, values, default, meaning.
  package var row: OptionRow {
    switch self {
    case .config: Row("config", "FILE", Row.path, "", "read settings from `FILE`; the other options override them")
    case .hci: Row("hci", "SPEC", Row.specification, "hci0", "the Bluetooth controller")
    case .display: Row("display", "SPEC", Row.specification, "i2c:/dev/i2c-1@0x3c", "the display")
    case .buttons: Row("buttons", "SPEC", Row.specification, "gpio:pinctrl-bcm2835", "the buttons")
    case .haptics:
      Row(
        "haptics", "SPEC", Row.specification, "",
        "the motor and the LED; without it, the lines of `[haptics]` at the chip of the buttons")
    case .state:
      Row("state", "DIR", Row.path, "/var/lib/belfry", "the directory of the bonds, the mutes and the choices")
    case .events:
      Row("events", "PATH", Row.path, "", "write events as JSON Lines to a file or FIFO; `-` is standard output")
    case .control:
      Row(
        "control", "PATH", .text(1...107, "a path"), "",
        "listen on a Unix socket for programs that act on notifications")
    case .capture:
      Row("capture", "FILE", Row.path, "", "write all HCI traffic in the format of btsnoop; it contains keys")
    case .name: Row(Setting.name, "NAME")
    case .pairingWindow: Row(Setting.pairingWindow, "SECONDS")
    case .hints: Row(Setting.hints, "on|off")
    case .selfTest:
      Row("self-test", .optional, "[=PART]", "test the hardware instead of running, and report what fails")
    case .version: Row("version", .none, "", "print the version")
    case .help: Row("help", .none, "", "print this list")
    }
  }

  /// The short form of the option; nil if it has no short form.
  package var letter: StaticString? {
    switch self {
    case .version: "V"
    case .help: "h"
    default: nil
    }
  }
}

/// A form that the value of an option may have.
package struct OptionForm: Sendable {
  package let text: StaticString
  package let meaning: StaticString

  fileprivate init(_ text: StaticString, _ meaning: StaticString) {
    self.text = text
    self.meaning = meaning
  }
}

extension CommandLineOption {
  /// The forms of the option's value, in order; nil after the last.
  package func form(at index: Int) -> OptionForm? {
    switch (self, index) {
    case (.hci, 0): OptionForm("hciN", "a Linux controller, taken over from the kernel")
    case (.hci, 1): OptionForm("tcp:HOST:PORT", "an H4 stream; the host is `localhost` or a numeric address")
    case (.hci, 2): OptionForm("unix:PATH", "an H4 stream over a Unix socket")
    case (.hci, 3): OptionForm("uart:DEVICE[@BAUD]", "H4 on a serial line with RTS and CTS; default 115200 baud")
    case (.display, 0): OptionForm("i2c:DEVICE[@ADDRESS]", "a panel; `[display]` names its type")
    case (.display, 1): OptionForm("terminal", "this terminal")
    case (.display, 2): OptionForm("trace:PATH", "a file with a line for each I2C message")
    case (.buttons, 0):
      OptionForm("gpio:CHIP", "lines of a GPIO chip, by its path, name or label; `[buttons]` names the lines")
    case (.buttons, 1):
      OptionForm(
        "keyboard", "`a` accept, `d` decline, `k` up, `j` down, Enter select, Esc back; `A` and `D` hold; `q` quits")
    case (.buttons, 2):
      OptionForm("pipe:PATH", "lines `NAME`, `NAME press`, `NAME release` or `NAME hold` from a FIFO or a file")
    case (.buttons, 3): OptionForm("none", "no buttons; needs `security = none-confirm`")
    case (.haptics, 0):
      OptionForm("gpio:CHIP", "lines of a GPIO chip, by its path, name or label; `[haptics]` names the lines")
    case (.haptics, 1): OptionForm("trace:PATH", "a file with a line for each change")
    case (.haptics, 2): OptionForm("none", "no motor and no LED")
    case (.selfTest, 0): OptionForm("all", "all parts, one after the other; the default")
    case (.selfTest, 1): OptionForm("controller", "the Bluetooth controller")
    case (.selfTest, 2): OptionForm("panel", "a frame, a chessboard and a text, then the same inverted")
    case (.selfTest, 3): OptionForm("buttons", "each button, to be pressed within ten seconds of its request")
    case (.selfTest, 4): OptionForm("haptics", "the motor, then the LED")
    default: nil
    }
  }

  /// Appends the forms as `a, b or c`.
  func describeForms(in message: inout MessageText) {
    var list = Enumeration()
    var index = 0
    while let form = form(at: index) {
      index += 1
      list.separate(isLast: self.form(at: index) == nil, in: &message)
      message.put(form.text)
    }
  }
}
