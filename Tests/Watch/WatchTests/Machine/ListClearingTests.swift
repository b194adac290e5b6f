import ANCS
import Peripherals
import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

@Suite struct ListClearingTests {
  /// A phone with so many notifications that can be cleared, and one that cannot.
  private func harness(_ count: UInt32) -> MachineHarness {
    let harness = MachineHarness()
    harness.post(100, .init(title: "stays"))
    for uid in 0..<count { harness.post(uid + 1, .init(title: "\(uid)", flags: 0x11)) }
    harness.press(.back)
    #expect(harness.screen == .clock)
    return harness
  }

  private func ask(_ harness: MachineHarness) {
    harness.hold(.decline)
    for _ in 0..<MenuItem.clearAll.rawValue { harness.press(.decline) }
    harness.press(.accept)
  }

  private func reports(_ harness: MachineHarness) -> [ClearingReport] {
    harness.events.compactMap { if case .clearing(let report) = $0 { report } else { nil } }
  }

  @Test func yesClearsWhatCanBeCleared() {
    let harness = harness(3)
    ask(harness)
    #expect(harness.screen == .question)
    #expect(harness.performed.isEmpty)
    harness.press(.accept)
    #expect(harness.screen == .clock)
    harness.wait(.seconds(2))
    #expect(harness.performed == [3, 2, 1].map { [2, UInt8($0), 0, 0, 0, 1] })
    #expect(reports(harness) == [.started(count: 3), .ended(cleared: 3, failed: 0)])
  }

  @Test func theFirstRequestFollowsThePressAndTheOthersArePaced() {
    let harness = harness(3)
    ask(harness)
    harness.press(.accept)
    #expect(harness.performed.count == 1)
    harness.wait(.milliseconds(99))
    #expect(harness.performed.count == 1)
    harness.wait(.milliseconds(1))
    #expect(harness.performed.count == 2)
  }

  @Test func aRequestWaitsForTheAnswerToTheOneBefore() {
    let harness = harness(2)
    ask(harness)
    harness.isMute = true
    harness.press(.select)
    harness.wait(.seconds(1))
    #expect(harness.performed.isEmpty)
    harness.isMute = false
    harness.pump()
    harness.wait(.milliseconds(100))
    #expect(harness.performed.count == 2)
  }

  @Test func noLeadsBackToTheMenu() {
    for button in [Button.decline, .back] {
      let harness = harness(1)
      ask(harness)
      harness.press(button)
      #expect(harness.watch.navigation.page == .menu(.clearAll))
      harness.wait(.seconds(2))
      #expect(harness.performed.isEmpty)
      #expect(reports(harness).isEmpty)
    }
  }

  @Test func withoutAnythingToClearThereIsNoQuestion() {
    let harness = harness(0)
    ask(harness)
    #expect(harness.screen == .note)
    #expect(reports(harness).isEmpty)
  }

  @Test func notificationsThatArriveMeanwhileStay() {
    let harness = harness(2)
    ask(harness)
    harness.press(.accept)
    harness.post(50, .init(flags: 0x11))
    harness.wait(.seconds(2))
    #expect(harness.performed.map { $0[1] } == [2, 1])
  }

  @Test func aCallStays() {
    let harness = harness(1)
    harness.post(60, .init(category: 12, flags: 0x11))
    harness.press(.back)
    ask(harness)
    harness.press(.accept)
    harness.wait(.seconds(2))
    #expect(harness.performed.map { $0[1] } == [1])
  }

  @Test func refusalsAreReported() {
    let harness = harness(2)
    harness.actionError = 0xA3
    ask(harness)
    harness.press(.accept)
    harness.wait(.seconds(1))
    #expect(reports(harness).last == .ended(cleared: 0, failed: 2))
    #expect(harness.events.contains(.action(1, .negative, .refused(ControlPointError(rawValue: 0xA3)))))
    #expect(harness.watch.front.feedback.banner == .notAllCleared)
  }

  @Test func theEndOfTheLinkEndsIt() {
    let harness = harness(3)
    ask(harness)
    harness.isMute = true
    harness.press(.accept)
    harness.disconnect()
    harness.wait(.seconds(1))
    #expect(reports(harness).last == .ended(cleared: 0, failed: 3))
    #expect(harness.performed.isEmpty)
  }

  @Test func aPhoneThatDoesNotAnswerIsNotWaitedForLong() {
    let harness = harness(1)
    ask(harness)
    harness.isMute = true
    harness.press(.accept)
    harness.wait(.minutes(2))
    #expect(reports(harness).last == .ended(cleared: 0, failed: 1))
  }

  @Test func moreThanWasCountedMayBeClearedBeforeTheLinkEnds() {
    let harness = MachineHarness()
    harness.post(1, .init(title: "1"))
    harness.post(2, .init(title: "2"))
    harness.post(3, .init(title: "3", flags: 0x11))
    harness.press(.back)
    ask(harness)
    harness.isMute = true
    harness.press(.accept)
    #expect(reports(harness) == [.started(count: 1)])
    // Meanwhile the phone offers the negative action of the other two.
    for uid in [UInt32(1), 2] { harness.post(uid, .init(title: "\(uid)", flags: 0x11), modified: true) }
    harness.isMute = false
    harness.pump()
    harness.wait(.milliseconds(100))
    #expect(harness.performed.map { $0[1] } == [3, 2])
    // Two of "one" are cleared, and the third would be next.
    harness.disconnect()
    harness.wait(.seconds(1))
    #expect(reports(harness).last == .ended(cleared: 2, failed: 0))
  }

  @Test func aNotificationThatArrivesDuringTheQuestionStays() {
    let harness = harness(1)
    ask(harness)
    harness.wait(.seconds(2))
    // It is silent, so that no alert covers the question.
    harness.post(50, .init(flags: 0x11))
    #expect(harness.screen == .question)
    harness.handle(ButtonEvent(button: .accept, edge: .pressed), now: harness.now)
    harness.wait(.milliseconds(50))
    harness.handle(ButtonEvent(button: .accept, edge: .released), now: harness.now)
    harness.pump()
    harness.wait(.seconds(2))
    #expect(harness.performed.map { $0[1] } == [1])
  }
}
