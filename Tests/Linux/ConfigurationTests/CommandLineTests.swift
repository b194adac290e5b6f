import LinuxSupport
import Peripherals
import Testing

@testable import Configuration
@testable import LinuxPlatform

// Short options, suggestions and letters in upper case.
extension OptionsTests {
  @Test func shortOptionsAndHelpAreRead() throws {
    #expect(try parse(["-h"]).text == "help")
    #expect(try parse(["help"]).text == "help")
    #expect(try parse(["-V"]).text == "version")
  }

  @Test(arguments: [
    ("--halp", "--help"), ("--hlep", "--help"), ("--dispaly=terminal", "--display"), ("--hic", "--hci"),
    ("--pairing-windows", "--pairing-window"), ("version", "--version"), ("--selftest", "--self-test"),
  ])
  func similarOptionIsSuggested(_ word: String, _ option: String) {
    let message = "belfry: argument \"\(word)\": there is no such option; did you mean \(option)?"
    #expect(refusal([word])?.message == message)
  }

  @Test(arguments: ["--", "---", "-", "--x", "--abcdefghijklmnopqrstuvwxyz", "-x", "--screen"])
  func otherWordsHaveNoSuggestion(_ word: String) {
    #expect(refusal([word, "x"])?.message.hasSuffix("expected an option; see belfry --help") == true)
  }

  @Test func lettersOfTheConfigurationMayBeCapitals() throws {
    let text = """
      [Watch]
      Security = Compatible
      [DISPLAY]
      panel = SSD1306-128x32
      address = 0X3D
      off-after = None
      [ buttons ]
      accept = GPIO5
      decline = gpio26
      Active = HIGH
      """
    let chosen = try options("--config", try write(text))
    #expect(chosen.watch.security == .compatible && chosen.display.panel == .ssd1306Half)
    #expect(chosen.display.output.text == "i2c:/dev/i2c-1@3d" && chosen.display.offAfter == nil)
    #expect(chosen.buttons.pins[.accept] == 5 && chosen.buttons.pins[.decline] == 26)
    #expect(!chosen.buttons.pins.isActiveLow)
  }

  @Test(arguments: ["GPIO", "GPIO512", "GPIO 5", "XGPIO5"])
  func otherNamesOfLinesAreRefused(_ line: String) throws {
    let error = refusal(["--config", try write("[buttons]\naccept = \(line)\n")])
    #expect(error?.message.hasSuffix("expected a line of the chip, 0 to 511, or none") == true)
  }

  @Test func everySettingHasADefaultThatItAccepts() {
    Setting.visitAll { setting in
      let row = setting.row
      guard row.standard.utf8CodeUnitCount > 0 else { return }
      #expect(row.values.parse(StaticBytes(row.standard)) != nil, "\(row.key)")
    }
  }
}
