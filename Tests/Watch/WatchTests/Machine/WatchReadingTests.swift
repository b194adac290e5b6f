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

  private func text(_ harness: MachineHarness, at index: Int = 0) -> String { Self.text(harness.phone, at: index) }

  private static func text(_ phone: borrowing PhoneState, at index: Int) -> String {
    let span = phone.session[messageAt: index]
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

  @Test func aRefusedRequestForMoreIsRepeatedWhenThePhoneAllowsItAgain() {
    let harness = reader(words(300))
    harness.isMute = true
    for _ in 0..<60 { harness.press(.down) }
    _ = harness.command()
    harness.writeCompleted(attError: 0x03, now: harness.now)
    #expect(harness.phone.session.state == .unauthorized)
    #expect(harness.phone.session.messageEnd(at: 0) == .cut)
    harness.isMute = false
    harness.wait(.seconds(6))
    #expect(harness.phone.session.state == .ready)
    #expect(text(harness).utf8.count > 512)
  }

  @Test func aMessageWhoseEndIsReachedWhileThePhoneRefusesGoesOnWhenItAllowsItAgain() {
    let harness = reader(words(300))
    harness.isMute = true
    harness.posted[2] = .init(flags: 0x01)
    harness.source(0, 2, 4, 0x01)
    _ = harness.command()
    harness.writeCompleted(attError: 0x03, now: harness.now)
    #expect(harness.phone.session.state == .unauthorized)
    for _ in 0..<60 { harness.press(.down) }
    #expect(harness.phone.session.messageEnd(at: 1) == .cut)
    harness.isMute = false
    harness.pump()
    #expect(harness.screen == .detail && harness.phone.session.state == .ready)
    #expect(text(harness, at: 1).utf8.count > 512)
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
