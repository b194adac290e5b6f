import ANCS
import Peripherals
import PhoneClient
import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

@Suite struct WatchNotificationTests {
  /// More than half of the list's capacity: notifications that are sent again evict some of them before their texts
  /// arrive.
  @Test func unreadNotificationsStayUnreadWhenManyAreSentAgain() {
    let harness = MachineHarness()
    for number in 1...20 as ClosedRange<UInt32> { harness.post(number, .init(title: "\(number)")) }
    harness.press(.decline)
    #expect(harness.watch.unreadCount == 19)
    harness.disconnect()
    harness.connect()
    // The user reads one that has not been recognised yet.
    harness.press(.accept)
    harness.press(.down)
    harness.press(.accept)
    #expect(harness.watch.unreadCount == 18)
    for _ in 0..<2 { harness.press(.back) }
    harness.isMute = true
    for number in 1...20 as ClosedRange<UInt32> { harness.post(100 + number, .init(title: "\(number)", flags: 0x04)) }
    // And one whose texts have not arrived yet.
    harness.press(.accept)
    for _ in 0..<19 { harness.press(.down) }
    harness.press(.accept)
    #expect(harness.screen == .detail)
    harness.isMute = false
    harness.pump()
    #expect(harness.watch.unreadCount == 17)
    harness.wait(.seconds(60))
    #expect(harness.listCount == 20)
    #expect(harness.watch.unreadCount == 17)
  }

  @Test func aNewNotificationAlertsFromItsEventAlone() {
    let harness = MachineHarness()
    harness.isMute = true
    harness.post(1, .init())
    #expect(harness.screen == .alert)
    #expect(harness.takeNeedsRedraw())
    let wordOnly = harness.picture
    #expect(harness.events == [.notificationAdded(1), .alert(1, AlertDecision(.normal, .new)), .screen(.alert)])
    harness.isMute = false
    harness.pump()
    #expect(harness.picture != wordOnly)
    #expect(harness.takeNeedsRedraw())
    #expect(harness.events.last == .notificationContent(1))
  }

  @Test(arguments: [(UInt8(0x01), true), (0x04, false), (0x05, false), (0x03, true)])
  func silentAndOldNotificationsAreListedOnly(_ flags: UInt8, _ isUnread: Bool) {
    let harness = MachineHarness()
    harness.post(1, .init(flags: flags))
    #expect(harness.screen == .clock)
    #expect(harness.watch.unreadCount == (isUnread ? 1 : 0))
    harness.press(.accept)
    harness.press(.accept)
    #expect(harness.screen == .detail)
  }

  @Test func theShownNotificationIsTheSubjectOfTheScreen() {
    let harness = MachineHarness()
    #expect(harness.shownNotification == nil)
    harness.post(1, .init())
    harness.post(2, .init())
    #expect(harness.screen == .alert && harness.shownNotification == 2)
    harness.press(.decline)
    harness.press(.accept)
    #expect(harness.screen == .list && harness.shownNotification == 2)
    harness.press(.down)
    #expect(harness.shownNotification == 1)
    harness.press(.accept)
    #expect(harness.screen == .detail && harness.shownNotification == 1)
    for _ in 0..<2 { harness.press(.back) }
    #expect(harness.shownNotification == nil)
  }

  @Test func openedNotificationsAreRead() {
    let harness = MachineHarness()
    for uid in 1...3 as ClosedRange<UInt32> { harness.post(uid, .init()) }
    #expect(harness.watch.unreadCount == 3)
    harness.press(.accept)
    #expect(harness.watch.unreadCount == 2)
    harness.press(.decline)
    #expect(harness.watch.unreadCount == 2)
    harness.press(.accept)
    harness.press(.down)
    harness.press(.accept)
    #expect(harness.watch.unreadCount == 1)
    harness.remove(1)
    #expect(harness.watch.unreadCount == 0)
  }

  @Test func aClosedAlertIsRead() {
    let harness = MachineHarness()
    harness.post(1, .init())
    harness.press(.decline)
    #expect(harness.watch.unreadCount == 0)
    #expect(harness.screen == .clock)
  }

  @Test func anUnseenAlertStaysUnread() {
    let harness = MachineHarness()
    harness.post(1, .init())
    harness.wait(.milliseconds(29_999))
    #expect(harness.screen == .alert)
    harness.wait(.milliseconds(1))
    #expect(harness.screen == .clock)
    #expect(harness.watch.unreadCount == 1)
  }

  @Test func anAlertEndsWhenItsNotificationIsRemoved() {
    let harness = MachineHarness()
    harness.post(1, .init())
    harness.remove(1)
    #expect(harness.screen == .clock)
    #expect(harness.events.suffix(2) == [.notificationRemoved(1, isKept: false), .screen(.clock)])
  }

  @Test func aModifiedNotificationDoesNotAlertAgain() {
    let harness = MachineHarness()
    harness.post(1, .init())
    harness.press(.decline)
    harness.post(1, .init(title: "changed"), modified: true)
    #expect(harness.screen == .clock)
    #expect(harness.events.contains(.notificationModified(1)))
  }

  @Test func theSelectionStaysWithItsNotification() {
    let harness = MachineHarness()
    for uid in 1...3 as ClosedRange<UInt32> { harness.post(uid, .init(title: "title \(uid)", flags: 0x01)) }
    harness.press(.accept)
    harness.press(.down)
    harness.post(4, .init(flags: 0x01))
    harness.press(.accept)
    let opened = harness.picture
    let alone = MachineHarness()
    alone.post(2, .init(title: "title 2", flags: 0x01))
    alone.press(.accept)
    alone.press(.accept)
    #expect(opened == alone.picture)
  }

  @Test func aDetailWhoseNotificationIsRemovedIsReplacedByTheList() {
    let harness = MachineHarness()
    harness.post(1, .init(flags: 0x01))
    harness.post(2, .init(flags: 0x01))
    harness.press(.accept)
    harness.press(.accept)
    harness.remove(2)
    #expect(harness.screen == .list)
    harness.press(.accept)
    harness.remove(1)
    #expect(harness.screen == .list)
  }

  @Test func whenTheOpenNotificationIsRemovedTheListSelectsItsNeighbour() {
    let harness = MachineHarness()
    for uid in 1...5 as ClosedRange<UInt32> { harness.post(uid, .init(flags: 0x01)) }
    harness.press(.accept)
    // The newest comes first: 5, 4, 3.
    harness.press(.decline)
    harness.press(.decline)
    harness.press(.accept)
    harness.post(6, .init(flags: 0x01))
    harness.remove(3)
    #expect(harness.screen == .list)
    let serial = harness.watch.navigation.page.selectedSerial ?? 0
    let index = harness.phone.session.notifications.index(of: 2)
    let neighbour = index.map { harness.phone.session.notifications.notification(at: $0).serial }
    #expect(neighbour == serial)
  }

  @Test func withoutALinkNotificationsCanBeReadButNotActedOn() {
    let harness = MachineHarness()
    harness.post(1, .init(flags: 0x19))
    harness.disconnect()
    harness.press(.accept)
    harness.press(.accept)
    #expect(harness.screen == .detail)
    harness.hold(.decline)
    #expect(harness.performed.isEmpty)
  }

  @Test func theListOutlivesTheLinkAndIsMatchedWithTheNextSession() {
    let harness = MachineHarness()
    harness.post(1, .init(title: "kept", flags: 0x01))
    harness.post(2, .init(title: "gone", flags: 0x01))
    harness.disconnect()
    harness.connect()
    #expect(harness.listCount == 2)
    #expect(harness.watch.unreadCount == 2)
    harness.post(0, .init(title: "kept", flags: 0x05))
    #expect(harness.listCount == 2, "it is the same")
    harness.wait(.milliseconds(9_999))
    #expect(harness.listCount == 2)
    harness.wait(.milliseconds(1))
    #expect(harness.listCount == 1)
    #expect(harness.watch.unreadCount == 1)
    #expect(harness.takeNeedsRedraw())
  }

  @Test func readingContinuesInTheNextSession() {
    let harness = MachineHarness()
    harness.post(1, .init(flags: 0x01))
    harness.press(.accept)
    harness.press(.accept)
    harness.disconnect()
    #expect(harness.screen == .detail)
    harness.connect()
    harness.post(0, .init(flags: 0x15))
    harness.wait(.seconds(10))
    #expect(harness.screen == .detail)
    harness.hold(.decline)
    #expect(harness.performed == [[2, 0, 0, 0, 0, 1]], "under its new UID")
  }

  @Test func theDetailWaitsForPendingTexts() {
    let harness = MachineHarness()
    harness.post(1, .init(flags: 0x01))
    harness.disconnect()
    harness.connect()
    harness.isMute = true
    harness.post(0, .init(flags: 0x05))
    harness.wait(.seconds(14))
    #expect(harness.listCount == 2)
    harness.wait(.seconds(50))
    #expect(harness.listCount == 1)
  }

  /// - Conformance: ANCS | burst
  @Test func aBurstIsHandled() {
    let harness = MachineHarness()
    for uid in 1...1_000 as ClosedRange<UInt32> { harness.post(uid, .init()) }
    #expect(harness.screen == .alert)
    #expect(harness.watch.unreadCount == 32)
  }

  @Test func theConnectionIsRefinedByTheSession() {
    let harness = MachineHarness(connected: false)
    harness.linkChanged(to: .advertising, now: harness.now)
    harness.linkChanged(to: .connected, now: harness.now)
    harness.linkChanged(to: .encrypted, now: harness.now)
    harness.serviceFound(hasControlPoint: true, hasDataSource: true, now: harness.now)
    harness.subscribed(now: harness.now)
    #expect(harness.watch.link.connection(harness.phone) == .discovering)
    #expect(harness.command() != nil)
    harness.writeCompleted(attError: 0x03, now: harness.now)
    #expect(harness.watch.link.connection(harness.phone) == .unauthorized)
    harness.wait(.seconds(5))
    #expect(harness.watch.link.connection(harness.phone) == .ready)
    harness.disconnect()
    let states: [ConnectionState] = harness.events.compactMap {
      if case .connection(let state, _) = $0 { state } else { nil }
    }
    #expect(states == [.advertising, .connected, .encrypted, .discovering, .unauthorized, .ready, .disconnected])
  }

  @Test func theClockIsDrawnWithAndWithoutATime() {
    let harness = MachineHarness()
    let known = harness.picture
    harness.setTime(TimeOfDay(hour: 12, minute: 34), CalendarDate(year: 2026, month: 11, day: 20), now: harness.now)
    #expect(!harness.takeNeedsRedraw(), "nothing has changed")
    harness.setTime(nil, nil, now: harness.now)
    #expect(harness.takeNeedsRedraw())
    #expect(harness.picture != known)
  }
}
