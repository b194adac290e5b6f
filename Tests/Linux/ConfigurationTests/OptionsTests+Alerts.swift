import LinuxPlatform
import LinuxSupport
import TestSupport
import Testing

@testable import Configuration

// The section [alerts] of a configuration file.
extension OptionsTests {
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
    #expect(
      options.alerts.quietHours?.start == 22 * 60 + 30 && options.alerts.quietHours?.end == 7 * 60
        && options.alerts.areCallsQuiet)
    #expect(options.alerts.isDiscreet)
    let rules = (0..<options.alerts.ruleCount).map { options.alerts.rule(at: $0) }
    #expect(rules.map(\.kind) == [.showApplication, .muteApplication, .muteText, .alertText, .muteApplication])
    #expect(
      rules.map(\.text.string) == [
        "com.apple.MobileSMS", "com.example.game", "Große Sonderangebote", "验证码", "com.example.other",
      ])
  }

  @Test(arguments: ["mute", "show"], ["com.example.game # noisy", "WhatsApp", "消息"])
  func anApplicationHasADotAndNoBlank(_ setting: String, _ value: String) throws {
    let error = refusal(["--config", try write("[alerts]\n\(setting) = \(value)\n")])
    #expect(error?.exitStatus == .configuration && error?.message.contains("a bundle identifier") == true)
  }

  @Test func rulesAreBounded() throws {
    let lines = (0..<17).map { "mute = app.\($0)\n" }
    let full = try options("--config", try write("[alerts]\n" + lines[..<16].joined()))
    #expect(full.alerts.ruleCount == 16 && full.alerts.rule(at: 15).text.string == "app.15")
    #expect(refusal(["--config", try write("[alerts]\n" + lines.joined())])?.message.contains("at most 16") == true)
    let long = "[alerts]\nmute-containing = " + String(repeating: "x", count: 65) + "\n"
    #expect(
      refusal(["--config", try write(long)])?.message.hasSuffix("expected a text of 1 to 64 bytes of UTF-8") == true)
  }
}
