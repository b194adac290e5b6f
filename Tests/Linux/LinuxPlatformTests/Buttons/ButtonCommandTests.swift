import LinuxSupport
import Peripherals
import TestSupport
import Testing

@testable import LinuxPlatform

@Suite struct ButtonCommandTests {
  private func parse(_ text: String) -> ButtonCommand? {
    let octets = Array(text.utf8)
    return ButtonCommand(parsing: octets.span)
  }

  @Test func everyNameIsAButton() {
    let names: [(String, Button)] = [
      ("accept", .accept), ("decline", .decline), ("up", .up), ("down", .down), ("select", .select), ("back", .back),
    ]
    for (name, button) in names { #expect(parse(name) == ButtonCommand(button, .click)) }
  }

  @Test func gesturesFollowTheName() {
    #expect(parse("accept press") == ButtonCommand(.accept, .press))
    #expect(parse("accept release") == ButtonCommand(.accept, .release))
    #expect(parse("  decline \t hold \r") == ButtonCommand(.decline, .hold))
  }

  @Test(arguments: ["", "accep", "accepts", "ACCEPT", "accept  holds", "accept hold hold", "hold", "accept\0", "é"])
  func otherLinesAreRefused(_ text: String) {
    #expect(parse(text) == nil)
  }

  @Test func randomLinesAreRefused() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<2_000 {
      let octets = generator.octets(Int.random(in: 0...40, using: &generator))
      let command = ButtonCommand(parsing: octets.span)
      #expect(command == nil, "\(octets)")
    }
  }
}
