import ANCS
import Peripherals
import PhoneClient
import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

/// Notifications that the phone has removed, on the watch.
@Suite struct WatchHistoryTests {
  private func harness(_ time: HistoryTime = .hour) -> MachineHarness {
    let harness = MachineHarness()
    harness.watch.change(.choose(.history, UInt16(time.rawValue)), by: .wearer)
    harness.collect()
    harness.events = []
    return harness
  }

  /// Snoozes the newest notification in the list for ten minutes.
  private func snooze(_ harness: MachineHarness) {
    harness.press(.back)
    harness.press(.accept)
    harness.hold(.accept)
    #expect(harness.screen == .mute)
    for _ in 0..<3 { harness.press(.decline) }
    harness.press(.accept)
  }

  @Test func aRemovedNotificationIsNotUnreadAndItsAlertEnds() {
    let harness = harness()
    harness.post(1, .init(flags: 0x18))
    #expect(harness.screen == .alert)
    harness.remove(1)
    #expect(harness.screen == .clock)
    #expect(harness.listCount == 1)
    #expect(harness.watch.notifications.alerts.unread.count == 0)
    #expect(harness.events.contains(.notificationRemoved(1, isKept: true)))
  }

  @Test func itsPageStaysOpenAndOffersNoAction() {
    let harness = harness()
    harness.post(1, .init(flags: 0x18))
    harness.press(.accept)
    let before = harness.picture
    harness.remove(1)
    #expect(harness.screen == .detail)
    #expect(harness.picture != before, "it says that it was removed")
    harness.hold(.decline)
    #expect(harness.screen != .detail)
    #expect(harness.performed.isEmpty)
    #expect(!harness.events.contains { if case .actionRefused = $0 { true } else { false } })
  }

  @Test func theListMarksIt() {
    let harness = harness()
    harness.post(1, .init(flags: 0x18))
    harness.press(.decline)
    harness.press(.accept)
    #expect(harness.screen == .list)
    let before = harness.picture
    harness.remove(1)
    #expect(harness.screen == .list)
    #expect(harness.picture != before)
    #expect(harness.takeNeedsRedraw())
  }

  @Test func itLeavesTheListWhenItsTimeIsOver() {
    let harness = harness()
    harness.post(1, .init())
    harness.remove(1)
    harness.wait(.minutes(59))
    #expect(harness.listCount == 1)
    harness.press(.accept)
    harness.press(.accept)
    #expect(harness.screen == .detail)
    harness.wait(.seconds(70))
    #expect(harness.listCount == 0)
    #expect(harness.screen == .list)
  }

  @Test func aSnoozedNotificationThatWasRemovedDoesNotAlert() {
    let harness = harness()
    harness.post(1, .init())
    snooze(harness)
    #expect(harness.events.contains(.snoozed(1, .tenMinutes)))
    harness.disconnect()
    harness.connect()
    harness.wait(.minutes(2))
    #expect(harness.phone.session.notifications.keptCount == 1)
    harness.events = []
    harness.wait(.minutes(20))
    #expect(harness.decisions.isEmpty)
  }

  @Test func aKeptNotificationCannotBeSnoozed() {
    let harness = harness()
    harness.post(1, .init())
    harness.remove(1)
    harness.events = []
    snooze(harness)
    #expect(harness.watch.front.feedback.banner == .gone)
    harness.wait(.minutes(20))
    #expect(harness.decisions.isEmpty)
  }

  @Test func clearAllDropsItWithoutARequest() {
    let harness = harness()
    harness.post(1, .init(title: "kept", flags: 0x11))
    harness.post(2, .init(title: "live", flags: 0x11))
    harness.remove(1)
    harness.press(.back)
    harness.hold(.decline)
    for _ in 0..<MenuItem.clearAll.rawValue { harness.press(.decline) }
    harness.press(.accept)
    #expect(harness.screen == .question)
    harness.press(.accept)
    harness.wait(.seconds(2))
    #expect(harness.performed == [[2, 2, 0, 0, 0, 1]])
    #expect(harness.phone.session.notifications.keptCount == 0)
    #expect(harness.events.contains(.clearing(.started(count: 2))))
    #expect(harness.events.contains(.clearing(.ended(cleared: 2, failed: 0))))
  }

  @Test func clearAllNeedsNoPhoneForIt() {
    let harness = harness()
    harness.post(1, .init(flags: 0x11))
    harness.remove(1)
    harness.disconnect()
    harness.hold(.decline)
    for _ in 0..<MenuItem.clearAll.rawValue { harness.press(.decline) }
    harness.press(.accept)
    harness.press(.accept)
    #expect(harness.listCount == 0)
    #expect(harness.watch.front.feedback.banner == .cleared)
  }

  @Test func theSettingTurnsItOff() {
    let harness = harness(.day)
    harness.post(1, .init())
    harness.remove(1)
    #expect(harness.listCount == 1)
    harness.watch.change(.choose(.history, 0), by: .program)
    harness.collect()
    harness.deliver()
    #expect(harness.listCount == 0)
  }
}
