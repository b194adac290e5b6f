import LinuxSupport
import TestSupport
import Testing

@testable import Configuration
@testable import LinuxPlatform

// Settings of a watch that was built without some parts.
extension OptionsTests {
  @Test func valuesOfMissingPartsAreRefused() {
    for (trait, part, setting, value, other) in [
      ("Languages", \.hasLanguages, .language, "de", "en"),
      ("Guidance", \.hasGuidance, .hints, "on", "off"),
      ("Muting", \.hasMuting, .pattern, "email long", nil),
      ("QuietTimes", \.hasQuietTimes, .quietHours, "22:00-07:00", nil),
      ("QuietTimes", \.hasQuietTimes, .quietCalls, "on", "off"),
      ("ClockFaces", \.hasClockFaces, .face, "analog", "digital"),
      ("SmallPanels", \.hasSmallPanels, .panel, "ssd1306-128x32", "sh1106"),
    ] as [(String, WritableKeyPath<SettingParts, Bool>, Setting, StaticString, StaticString?)] {
      var parts = SettingParts()
      parts[keyPath: part] = true
      #expect(Self.refusal(of: value, as: setting, in: parts) == nil)

      parts[keyPath: part] = false
      #expect(Self.refusal(of: value, as: setting, in: parts) == "this watch was built without \(trait)")
      if let other { #expect(Self.refusal(of: other, as: setting, in: parts) == nil) }
    }
  }

  private static func refusal(of value: StaticString, as setting: Setting, in parts: SettingParts) -> String? {
    var options = Options()
    guard let accepted = options.choose(setting, to: StaticBytes(value), in: parts) else { return nil }
    var message = MessageText()
    accepted.describe(in: &message)
    return message.span.string
  }
}
