import Testing
import Timing

@testable import GAP

@Suite struct SilentLinksTests {
  private func silence(_ silence: inout SilentLinks, at begin: Instant) -> SilentLinks.Verdict {
    silence.linkBegan(now: begin)
    #expect(silence.deadline == begin + .seconds(5))
    let before = silence.handleTimeout(now: begin + .milliseconds(4_999))
    #expect(before == .none)
    defer { silence.linkEnded() }
    return silence.handleTimeout(now: begin + .seconds(5))
  }

  @Test func everyThirdIsTheControllersFaultAndThenEverySixth() {
    var links = SilentLinks()
    for limit in [3, 6, 12, 24, 48, 48] {
      for _ in 1..<limit { #expect(silence(&links, at: .start) == .silent) }
      #expect(silence(&links, at: .start) == .deaf)
    }
  }

  @Test func aWordBeginsTheCountAnew() {
    var links = SilentLinks()
    for _ in 0..<10 {
      #expect(silence(&links, at: .start) == .silent)
      #expect(silence(&links, at: .start) == .silent)
      links.linkBegan(now: .start)
      links.noteData()
      #expect(links.deadline == nil)
    }
  }

  @Test func aLinkThatEndsEarlierProvesNothing() {
    var links = SilentLinks()
    #expect(silence(&links, at: .start) == .silent)
    #expect(silence(&links, at: .start) == .silent)
    links.linkBegan(now: .start)
    links.linkEnded()
    #expect(links.handleTimeout(now: second(5)) == .none)
    // What comes after the end of a link, or after the silence was noted, is no word either.
    links.noteData()
    #expect(silence(&links, at: .start) == .deaf)
  }
}
