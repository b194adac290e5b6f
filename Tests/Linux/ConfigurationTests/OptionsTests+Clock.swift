import LinuxSupport
import Testing
import WatchModel

@testable import Configuration
@testable import LinuxPlatform

// The clock and the battery.
extension OptionsTests {
  @Test func theClockIsRead() throws {
    let standard = try options().display
    #expect(standard.face == .digital && !standard.hasTwelveHours && !standard.showsSeconds && standard.showsWeekday)
    let path = try write(
      "[display]\nface = large\nclock = 12\nseconds = on\nweekday = off\ndate = month-day\n[watch]\nbattery = NONE\n")
    let options = try options("--config", path)
    #expect(options.display.face == .large && options.display.hasTwelveHours && options.display.showsSeconds)
    #expect(!options.display.showsWeekday && options.display.dateOrder == .monthDay)
    #expect(options.watch.battery.path == "none")
  }

  @Test(arguments: ["max17048", "MAX17048"]) func theGaugeIsRead(_ name: String) throws {
    let path = try write("[watch]\nbattery = \(name):/dev/i2c-1\n")
    #expect(try options("--config", path).watch.battery.path == "MAX17048 on /dev/i2c-1")
  }

  @Test(arguments: [
    "atuo", "max17048", "MAX17048:", "capacity", "BAT0/capacity", "max17043:/dev/i2c-1", "max17048: /dev/i2c-1",
    "max17048:i2c-1", "max17048:auto",
  ])
  func aMisspelledBatteryIsRefused(_ value: String) throws {
    let path = try write("[watch]\nbattery = \(value)\n")
    #expect(refusal(["--config", path])?.exitStatus == .configuration)
  }

  @Test func languageComesFromThePhoneUnlessTheConfigurationNamesOne() throws {
    #expect(try options("--config", try write("[display]\n")).display.language == nil)
    #expect(try options("--config", try write("[display]\nlanguage = auto\n")).display.language == nil)
  }

  @Test(arguments: (1...15).map { Language(rawValue: $0)! })
  func eachLanguageIsChosenByItsTag(_ language: Language) throws {
    let path = try write("[display]\nlanguage = \(language.tag)\n")
    #expect(try options("--config", path).display.language == language)
  }

  @Test func hintsAreOnUnlessTheFileOrTheCommandLineTurnsThemOff() throws {
    #expect(try options("--config", try write("[display]\n")).display.showsHints)
    let path = try write("[display]\nhints = off\n")
    #expect(try !options("--config", path).display.showsHints)
    #expect(try options("--config", path, "--hints", "on").display.showsHints)
    // The last one counts.
    #expect(try !options("--hints", "on", "--hints", "off").display.showsHints)
  }

  @Test(arguments: [
    ("hints = 1", "2: \"1\": expected on or off"),
    (
      "language = xx",
      "2: \"xx\": expected auto, en, de, fr, es, it, pt, ru, zh-Hans, zh-Hant, ja, ko, vi, ar, he or th"
    ),
    ("face = round", "2: \"round\": expected digital, analog or large"),
    ("clock = 13", "2: \"13\": expected 24 or 12"),
    ("seconds = 1", "2: \"1\": expected on or off"),
    ("date = iso", "2: \"iso\": expected day-month, month-day or year-month-day"),
  ])
  func anUnknownClockIsRefused(_ line: String, _ message: String) throws {
    let path = try write("[display]\n\(line)\n")
    #expect(refusal(["--config", path])?.message.hasSuffix(message) == true)
  }
}

extension BatteryChoice {
  var path: String {
    switch self {
    case .none: "none"
    case .automatic: "auto"
    case .file(let path): path.string
    case .max17048(let bus): "MAX17048 on \(bus.string)"
    }
  }
}
