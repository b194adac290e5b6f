import ANCS
import Peripherals
import Testing
import Timing

@testable import Watch

/// A long message on the glass: its pages, what is fetched while it is read, and the code that it brings.
@Suite struct WatchReadingTests {
  private func words(_ count: Int) -> String {
    (0..<count).map { _ in "word" }.joined(separator: " ")
  }

  /// Reads a message that has just come.
  private func reader(_ message: String) -> Wrist {
    let wrist = Wrist()
    wrist.post(1, .init(title: "Anna", message: message))
    wrist.press(.accept)
    return wrist
  }

  private func text(_ wrist: Wrist) -> String { Self.text(wrist.watch) }

  private static func text(_ watch: borrowing WatchMachine) -> String {
    let span = watch.session[messageAt: 0]
    return String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
  }

  @Test func moreIsFetchedOnlyWhenTheEndComesNear() {
    let message = words(300)
    let wrist = reader(message)
    let before = wrist.requests.count
    wrist.press(.accept)
    #expect(wrist.requests.count == before)
    #expect(text(wrist).utf8.count <= 512)
    for _ in 0..<12 { wrist.press(.accept) }
    #expect(wrist.requests.count > before)
    #expect(text(wrist).utf8.count > 512)
  }

  @Test func pagingReachesTheEndAndReturnsToTheTop() {
    let message = words(700)
    let wrist = reader(message)
    var pages = 1
    wrist.press(.accept)
    while case .detail(_, let topLine, _) = wrist.watch.page, topLine > 0, pages < 400 {
      pages += 1
      wrist.press(.accept)
    }
    #expect(text(wrist) == message)
    #expect((70..<120).contains(pages), "of 700 words of 5 octets, three lines of 16 at a time")
  }

  @Test func leavingThePageLetsGoOfTheText() {
    let message = words(300)
    let wrist = reader(message)
    for _ in 0..<14 { wrist.press(.accept) }
    #expect(text(wrist).utf8.count > 512)
    wrist.press(.decline)
    #expect(wrist.screen == .clock)
    #expect(text(wrist).utf8.count <= 512)
  }

  @Test func whatIsGoneIsNotAskedForAgain() {
    let wrist = reader(words(300))
    wrist.posted[1] = nil
    for _ in 0..<28 { wrist.press(.accept) }
    let refusals = wrist.watch.session.counters.refusals.value
    #expect(wrist.screen == .detail)
    #expect(refusals == 1)
    #expect(text(wrist).utf8.count <= 512)
  }

  @Test func whatIsModifiedWhileItIsReadIsReadAnew() {
    let wrist = reader(words(300))
    for _ in 0..<14 { wrist.press(.accept) }
    let other = "Other " + words(310)
    wrist.post(1, .init(title: "Anna", message: other), modified: true)
    #expect(wrist.screen == .detail)
    for _ in 0..<40 { wrist.press(.down) }
    #expect(text(wrist).hasPrefix("Other"))
  }

  @Test func aCodeIsSeenOnTheAlert() {
    let wrist = Wrist()
    wrist.post(1, .init(title: "ACME", message: "Your code is 482913"))
    let one = wrist.picture
    let other = Wrist()
    other.post(1, .init(title: "ACME", message: "Your code is on its way"))
    #expect(wrist.screen == .alert)
    #expect(one != other.picture)
  }
}
