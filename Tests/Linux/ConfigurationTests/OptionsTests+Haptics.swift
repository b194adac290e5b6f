import LinuxSupport
import TestSupport
import Testing

@testable import Configuration

// The vibration patterns of a configuration file.
extension OptionsTests {
  @Test func patternsAreRead() throws {
    let path = try write(
      """
      [haptics]
      pattern = email long
      pattern = com.tencent.xin   DOUBLE
      pattern = other none
      """)
    let haptics = try options("--config", path).haptics
    #expect(haptics.patternCount == 3)
    #expect((0..<3).map { haptics.pattern(at: $0).pattern } == [2, 3, 0])
    guard case .category(6) = haptics.pattern(at: 0).subject, case .category(0) = haptics.pattern(at: 2).subject,
      case .application(let identifier) = haptics.pattern(at: 1).subject
    else {
      Issue.record("wrong subjects")
      return
    }
    #expect(identifier.string == "com.tencent.xin")
  }

  @Test(arguments: ["incomingCall long", "phone long", "email", "email loud", "a.b c.d long", " long"])
  func anInvalidPatternIsRefused(_ value: String) throws {
    let found = refusal(["--config", try write("[haptics]\npattern = \(value)\n")])
    #expect(found?.message.contains("expected a category or a bundle identifier") == true)
  }

  @Test func patternsAreBounded() throws {
    let lines = (0..<17).map { "pattern = app.\($0) long\n" }
    #expect(try options("--config", try write("[haptics]\n" + lines[..<16].joined())).haptics.patternCount == 16)
    #expect(refusal(["--config", try write("[haptics]\n" + lines.joined())])?.message.contains("at most 16") == true)
  }
}
