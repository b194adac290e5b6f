import Testing

@testable import GAP

@Suite struct SilentLinksTests {
  private func silence(_ links: inout SilentLinks) -> Bool {
    links.linkBegan()
    defer { links.linkEnded() }
    return links.linkRejected()
  }

  private func reject(_ links: inout SilentLinks) -> Bool { links.linkRejected() }

  @Test func theControllerIsCheckedAtTheThirdThenAtTheSixthAndSoOn() {
    var links = SilentLinks()
    for limit in [3, 6, 12, 24, 48, 48] {
      for _ in 1..<limit { #expect(!silence(&links)) }
      #expect(silence(&links))
    }
  }

  @Test func theControllerIsAtFaultAfterThreeSilentEncryptedLinksThenAfterSixAndSoOn() {
    var links = SilentLinks()
    for limit in [3, 6, 12, 24, 48, 48] {
      for _ in 1..<limit { #expect(!endEncrypted(&links)) }
      #expect(endEncrypted(&links))
    }
  }

  /// The silent links of strangers do not count as links of a bonded phone.
  @Test func rejectedLinksAndEncryptedLinksAreCountedApart() {
    var links = SilentLinks()
    for _ in 0..<2 { #expect(!endEncrypted(&links)) }
    for _ in 0..<2 { #expect(!silence(&links)) }
    #expect(silence(&links))
    #expect(endEncrypted(&links))
  }

  private func endEncrypted(_ links: inout SilentLinks) -> Bool {
    links.linkBegan()
    defer { links.linkEnded() }
    return links.encryptedLinkEnded()
  }

  @Test func dataRestartsTheCount() {
    var links = SilentLinks()
    for _ in 0..<10 {
      #expect(!silence(&links))
      #expect(!silence(&links))
      links.linkBegan()
      links.noteData()
      #expect(!reject(&links))
    }
  }

  @Test func aLinkThatIsNotRejectedProvesNothing() {
    var links = SilentLinks()
    for _ in 0..<10 {
      links.linkBegan()
      links.linkEnded()
      #expect(!reject(&links))
    }
    for _ in 0..<2 { #expect(!silence(&links)) }
    #expect(silence(&links))
  }

  @Test func aLinkCountsOnce() {
    var links = SilentLinks()
    links.linkBegan()
    for _ in 0..<10 { #expect(!reject(&links)) }
  }
}
