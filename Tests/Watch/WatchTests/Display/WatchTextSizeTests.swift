import Peripherals
import Testing
import Timing
import WatchModel

@testable import Watch

@Suite struct WatchTextSizeTests {
  private static let story = (1...40).map { "Line \($0 % 10) of a long story." }.joined(separator: " ")

  private func harness(_ size: TextSize, message: String = story) -> MachineHarness {
    let harness = MachineHarness()
    harness.fit { $0.textSize = size }
    harness.post(7, MachineHarness.Posted(message: message))
    harness.press(.accept)
    return harness
  }

  @Test(arguments: [(TextSize.small, 4), (.normal, 3), (.large, 2)])
  func aPageIsAsLongAsTheDisplay(_ size: TextSize, _ lines: Int) {
    let harness = harness(size)
    #expect(harness.watch.screen == .detail && harness.watch.navigation.page.topLine == 0)
    harness.press(.accept)
    #expect(harness.watch.navigation.page.topLine == lines)
    harness.press(.down)
    #expect(harness.watch.navigation.page.topLine == lines + 1)
  }

  @Test func otherScriptsKeepTheirPages() {
    let harness = harness(.small, message: "今天 " + Self.story)
    harness.press(.accept)
    #expect(harness.watch.navigation.page.topLine == 3)
  }

  /// *Attachment* is shown in the watch's language. The second typeface lacks the letters of both languages.
  @Test(arguments: [Language.japanese, .thai])
  func anAttachmentInAnotherScriptKeepsItsPages(_ language: Language) {
    let harness = MachineHarness()
    harness.fit { $0.textSize = .small }
    var settings = WearerSettings()
    settings[.language] = UInt16(language.rawValue)
    harness.watch.configure(settings)
    harness.post(7, MachineHarness.Posted(title: String(repeating: "Line of a title. ", count: 5), message: "\u{FFFC}"))
    harness.press(.accept)
    harness.press(.accept)
    #expect(harness.watch.navigation.page.topLine == 3)
  }

  @Test func smallTextHasFewerLines() {
    let (small, normal, large) = (harness(.small), harness(.normal), harness(.large))
    let lines = [small, normal, large].map { $0.watch.navigation.lastTopLine($0.phone, ClockStyle()) }
    #expect(lines[0] < lines[1] && lines[1] < lines[2])
  }
}
