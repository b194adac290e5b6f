import ANCS
import Peripherals
import PhoneClient
import Testing
import Timing
import WatchModel

@testable import Watch

/// A long message on the display: its pages, the parts that are fetched while the user reads, and its code.
@Suite struct WatchReadingTests {
  private func words(_ count: Int) -> String {
    (0..<count).map { _ in "word" }.joined(separator: " ")
  }

  /// Opens a message that has just arrived.
  private func reader(_ message: String) -> MachineHarness {
    let harness = MachineHarness()
    harness.post(1, .init(title: "Anna", message: message))
    harness.press(.accept)
    return harness
  }

  private func text(_ harness: MachineHarness) -> String { Self.text(harness.phone) }

  private static func text(_ phone: borrowing PhoneState) -> String {
    let span = phone.session[messageAt: 0]
    return String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
  }

  @Test func moreIsFetchedOnlyWhenTheEndComesNear() {
    let message = words(300)
    let harness = reader(message)
    let before = harness.requests.count
    harness.press(.accept)
    #expect(harness.requests.count == before)
    #expect(text(harness).utf8.count <= 512)
    for _ in 0..<12 { harness.press(.accept) }
    #expect(harness.requests.count > before)
    #expect(text(harness).utf8.count > 512)
  }

  @Test func pagingReachesTheEndAndReturnsToTheTop() {
    let message = words(700)
    let harness = reader(message)
    var pages = 1
    harness.press(.accept)
    while case .detail(_, let topLine, _) = harness.watch.navigation.page, topLine > 0, pages < 400 {
      pages += 1
      harness.press(.accept)
    }
    #expect(text(harness) == message)
    #expect((70..<120).contains(pages), "of 700 words of 5 octets, three lines of 16 at a time")
  }

  @Test func leavingThePageLetsGoOfTheText() {
    let message = words(300)
    let harness = reader(message)
    for _ in 0..<14 { harness.press(.accept) }
    #expect(text(harness).utf8.count > 512)
    harness.press(.decline)
    #expect(harness.screen == .clock)
    #expect(text(harness).utf8.count <= 512)
  }

  @Test func removedMessagesAreNotRequestedAgain() {
    let harness = reader(words(300))
    harness.posted[1] = nil
    for _ in 0..<28 { harness.press(.accept) }
    let refusals = harness.phone.session.counters.refusals.value
    #expect(harness.screen == .detail)
    #expect(refusals == 1)
    #expect(text(harness).utf8.count <= 512)
  }

  @Test func aMessageModifiedWhileItIsReadIsReadAgain() {
    let harness = reader(words(300))
    for _ in 0..<14 { harness.press(.accept) }
    let other = "Other " + words(310)
    harness.post(1, .init(title: "Anna", message: other), modified: true)
    #expect(harness.screen == .detail)
    for _ in 0..<40 { harness.press(.down) }
    #expect(text(harness).hasPrefix("Other"))
  }

  @Test func aCodeIsSeenOnTheAlert() {
    let harness = MachineHarness()
    harness.post(1, .init(title: "ACME", message: "Your code is 482913"))
    let one = harness.picture
    let other = MachineHarness()
    other.post(1, .init(title: "ACME", message: "Your code is on its way"))
    #expect(harness.screen == .alert)
    #expect(one != other.picture)
  }
}
