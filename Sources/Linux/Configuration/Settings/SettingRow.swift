/// A row of the table of settings.
package struct SettingRow: Sendable {
  package let section: SettingSection
  package let key: StaticString
  package let values: SettingValues
  /// The default value as a file would contain it; empty if the setting has no default.
  package let standard: StaticString
  /// The meaning, as a phrase. Words between backticks are parts of a file or a command line.
  package let meaning: StaticString

  fileprivate init(
    _ section: SettingSection, _ key: StaticString, _ values: SettingValues, _ standard: StaticString,
    _ meaning: StaticString
  ) {
    self.section = section
    self.key = key
    self.values = values
    self.standard = standard
    self.meaning = meaning
  }
}

extension Setting {
  private typealias Row = SettingRow

  /// The table: section, key, values, default, meaning.
  package var row: SettingRow {
    switch self {
    case .name: Row(.watch, "name", .text(1...29, "a name"), "Belfry", "the advertised name")
    case .pairingWindow:
      Row(
        .watch, "pairing-window", .number(0...3_600, "seconds"), "120",
        "how long a new phone may pair; 0: no new phone can pair")
    case .holdTime:
      Row(
        .watch, "hold-time", .number(200...5_000, "milliseconds"), "800",
        "how long a button is pressed until it counts as held")
    case .privateAddress:
      Row(
        .watch, "private-address", .words("auto|on|off"), "auto",
        "advertise with addresses that only bonded phones recognise")
    case .power:
      Row(
        .watch, "power", .words("fast|balanced|saving"), "balanced",
        "the watch's use of energy while nothing happens and while pictures move, and the default of `reconnect`")
    case .reconnect:
      Row(
        .watch, "reconnect", .words("fast|balanced|saving"), "",
        "how often the watch advertises for a phone that is away; without this key as `power`")
    case .setSystemClock:
      Row(
        .watch, "set-system-clock", .words("on|off"), "off",
        "set the system's clock to the phone's time; needs `CAP_SYS_TIME`")
    case .trustSystemClock:
      Row(
        .watch, "trust-system-clock", .words("auto|on|off"), "auto",
        "show the system's time while the phone's is not known")
    case .battery:
      Row(
        .watch, "battery", .battery, "auto",
        "the charge in percent from a file, or from a MAX17048 on a bus; `auto`: the kernel's first battery")
    case .security:
      Row(
        .watch, "security", .words("secure-connections|compatible|none-confirm"), "secure-connections",
        "the ways to pair")
    case .panel:
      Row(.display, "panel", .words("ssd1306|ssd1306-128x32|sh1106|ssd1309"), "ssd1306", "the type of the panel")
    case .rotation: Row(.display, "rotation", .words("0|180"), "0", "`180` if the panel is mounted upside down")
    case .address: Row(.display, "address", .address, "0x3c", "the address of the panel on the bus")
    case .brightness: Row(.display, "brightness", .number(0...255, "a level"), "207", "the contrast of the panel")
    case .dimBrightness:
      Row(
        .display, "dim-brightness", .number(0...255, "a level"), "16",
        "the contrast when the display is dimmed, and in quiet hours")
    case .dimAfter:
      Row(
        .display, "dim-after", .optionalNumber(1...3_600, "seconds"), "5",
        "how long the display is not needed until it dims")
    case .offAfter:
      Row(
        .display, "off-after", .optionalNumber(1...3_600, "seconds"), "15",
        "the same, until it turns off; without buttons the default is `none`")
    case .textSize:
      Row(
        .display, "text-size", .words("small|normal|large"), "normal",
        "the size of notifications in Latin (except Vietnamese), Greek and Cyrillic letters: 4, 3 or 2 lines")
    case .face:
      Row(
        .display, "face", .words("digital|analog|large"), "digital", "the design of the clock until the menu changes it"
      )
    case .hours: Row(.display, "clock", .words("24|12"), "24", "the hours of the clock; `12` adds am and pm")
    case .seconds: Row(.display, "seconds", .words("on|off"), "off", "show the seconds while the clock is lit")
    case .weekday: Row(.display, "weekday", .words("on|off"), "on", "show the weekday on the clock")
    case .dateOrder:
      Row(
        .display, "date", .words("day-month|month-day|year-month-day"), "day-month",
        "the order of the date: `20 Nov`, `Nov 20` or `2026-11-20`")
    case .language:
      Row(
        .display, "language", .words("auto|en|de|fr|es|it|pt|ru|zh-Hans|zh-Hant|ja|ko|vi|ar|he|th"), "auto",
        "the language of the screens; `auto`: the one of the phone")
    case .hints:
      Row(
        .display, "hints", .words("on|off"), "on",
        "show what the buttons do until each was used three times, and a tutorial after the first pairing")
    case .quietHours:
      Row(.alerts, "quiet-hours", .times, "", "the hours in which only calls and `alert-containing` alert")
    case .quietCalls: Row(.alerts, "quiet-calls", .words("on|off"), "off", "calls do not ring in quiet hours either")
    case .privacy:
      Row(.alerts, "privacy", .words("on|off"), "off", "ask for the text of a notification only when it is opened")
    case .history:
      Row(.alerts, "history", .words("off|hour|day"), "off", "how long a notification stays that the phone has removed")
    case .mute: Row(.alerts, "mute", .text(1...64, "a bundle identifier"), "", "an application that does not alert")
    case .muteContaining:
      Row(.alerts, "mute-containing", .text(1...64, "a text"), "", "a text in title, subtitle or message: no alert")
    case .alertContaining:
      Row(
        .alerts, "alert-containing", .text(1...64, "a text"), "",
        "a text in title, subtitle or message: a strong alert at any time")
    case .show:
      Row(.alerts, "show", .text(1...64, "a bundle identifier"), "", "an application to which `privacy` does not apply")
    case .chip:
      Row(
        .buttons, "chip", .place("a GPIO chip's path, name or label"), "pinctrl-bcm2835",
        "the chip of the buttons; `none` for a board without buttons")
    case .accept: Row(.buttons, "accept", .line, "5", "the line of the button *accept*")
    case .decline: Row(.buttons, "decline", .line, "6", "the line of the button *decline*")
    case .up: Row(.buttons, "up", .line, "17", "the line of the button *up*")
    case .down: Row(.buttons, "down", .line, "22", "the line of the button *down*")
    case .select: Row(.buttons, "select", .line, "4", "the line of the button *select*")
    case .back: Row(.buttons, "back", .line, "27", "the line of the button *back*")
    case .activeButtons: Row(.buttons, "active", .words("low|high"), "low", "the level of a pressed button")
    case .powerOff:
      Row(
        .buttons, "power-off", .optionalNumber(2_000...20_000, "milliseconds"), "none",
        "how long *decline* is held to end the watch: longer than `hold-time`")
    case .motor:
      Row(.haptics, "motor", .line, "none", "the line that switches the vibration motor through a transistor")
    case .led: Row(.haptics, "led", .line, "none", "the line that switches the LED")
    case .activeHaptics:
      Row(.haptics, "active", .words("low|high"), "high", "the level of these lines while motor and LED are on")
    case .pattern:
      Row(
        .haptics, "pattern", .text(3...96, "a category or a bundle identifier with a pattern"), "",
        "how notifications vibrate, as `email long`: `none`, `short`, `long`, `double` or `triple`")
    }
  }
}
