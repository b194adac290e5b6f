import ANCS
import Peripherals
import Screens
import Testing
import Timing
import Watch

@Suite struct WatchNotificationTests {
  /// More than half of what the list holds: what is sent again pushes some of it out before its texts are there.
  @Test func howeverManyAreSentAgainWhatIsUnreadStaysSo() {
    let wrist = Wrist()
    for number in 1...20 as ClosedRange<UInt32> { wrist.post(number, .init(title: "\(number)")) }
    wrist.press(.decline)
    #expect(wrist.watch.unreadCount == 19)
    wrist.disconnect()
    wrist.connect()
    // One that waits to be known again is read meanwhile.
    wrist.press(.accept)
    wrist.press(.down)
    wrist.press(.accept)
    #expect(wrist.watch.unreadCount == 18)
    for _ in 0..<2 { wrist.press(.back) }
    wrist.isMute = true
    for number in 1...20 as ClosedRange<UInt32> { wrist.post(100 + number, .init(title: "\(number)", flags: 0x04)) }
    // And one whose texts are not there yet.
    wrist.press(.accept)
    for _ in 0..<19 { wrist.press(.down) }
    wrist.press(.accept)
    #expect(wrist.screen == .detail)
    wrist.isMute = false
    wrist.pump()
    #expect(wrist.watch.unreadCount == 17)
    wrist.wait(.seconds(60))
    #expect(wrist.listCount == 20)
    #expect(wrist.watch.unreadCount == 17)
  }

  @Test func aNewNotificationAlertsFromItsEventAlone() {
    let wrist = Wrist()
    wrist.isMute = true
    wrist.post(1, .init())
    #expect(wrist.screen == .alert)
    #expect(wrist.takeNeedsRedraw())
    let wordOnly = wrist.picture
    #expect(wrist.events == [.notificationAdded(1), .alert(1, AlertDecision(.normal, .new)), .screen(.alert)])
    wrist.isMute = false
    wrist.pump()
    #expect(wrist.picture != wordOnly)
    #expect(wrist.takeNeedsRedraw())
    #expect(wrist.events.last == .notificationContent(1))
  }

  @Test(arguments: [(UInt8(0x01), true), (0x04, false), (0x05, false), (0x03, true)])
  func silentAndOldNotificationsAreListedOnly(_ flags: UInt8, _ isUnread: Bool) {
    let wrist = Wrist()
    wrist.post(1, .init(flags: flags))
    #expect(wrist.screen == .clock)
    #expect(wrist.watch.unreadCount == (isUnread ? 1 : 0))
    wrist.press(.accept)
    wrist.press(.accept)
    #expect(wrist.screen == .detail)
  }

  @Test func whatIsLookedAtIsRead() {
    let wrist = Wrist()
    for uid in 1...3 as ClosedRange<UInt32> { wrist.post(uid, .init()) }
    #expect(wrist.watch.unreadCount == 3)
    wrist.press(.accept)
    #expect(wrist.watch.unreadCount == 2)
    wrist.press(.decline)
    #expect(wrist.watch.unreadCount == 2)
    wrist.press(.accept)
    wrist.press(.down)
    wrist.press(.accept)
    #expect(wrist.watch.unreadCount == 1)
    wrist.remove(1)
    #expect(wrist.watch.unreadCount == 0)
  }

  @Test func anAlertThatIsPutAwayIsRead() {
    let wrist = Wrist()
    wrist.post(1, .init())
    wrist.press(.decline)
    #expect(wrist.watch.unreadCount == 0)
    #expect(wrist.screen == .clock)
  }

  @Test func anAlertThatNobodySeesStaysUnread() {
    let wrist = Wrist()
    wrist.post(1, .init())
    wrist.wait(.milliseconds(29_999))
    #expect(wrist.screen == .alert)
    wrist.wait(.milliseconds(1))
    #expect(wrist.screen == .clock)
    #expect(wrist.watch.unreadCount == 1)
  }

  @Test func anAlertEndsWhenItsNotificationIsRemoved() {
    let wrist = Wrist()
    wrist.post(1, .init())
    wrist.remove(1)
    #expect(wrist.screen == .clock)
    #expect(wrist.events.suffix(2) == [.notificationRemoved(1), .screen(.clock)])
  }

  @Test func aModifiedNotificationDoesNotAlertAgain() {
    let wrist = Wrist()
    wrist.post(1, .init())
    wrist.press(.decline)
    wrist.post(1, .init(title: "changed"), modified: true)
    #expect(wrist.screen == .clock)
    #expect(wrist.events.contains(.notificationModified(1)))
  }

  @Test func theSelectionStaysWithItsNotification() {
    let wrist = Wrist()
    for uid in 1...3 as ClosedRange<UInt32> { wrist.post(uid, .init(title: "title \(uid)", flags: 0x01)) }
    wrist.press(.accept)
    wrist.press(.down)
    wrist.post(4, .init(flags: 0x01))
    wrist.press(.accept)
    let opened = wrist.picture
    let alone = Wrist()
    alone.post(2, .init(title: "title 2", flags: 0x01))
    alone.press(.accept)
    alone.press(.accept)
    #expect(opened == alone.picture)
  }

  @Test func aDetailWhoseNotificationIsRemovedGivesWayToTheList() {
    let wrist = Wrist()
    wrist.post(1, .init(flags: 0x01))
    wrist.post(2, .init(flags: 0x01))
    wrist.press(.accept)
    wrist.press(.accept)
    wrist.remove(2)
    #expect(wrist.screen == .list)
    wrist.press(.accept)
    wrist.remove(1)
    #expect(wrist.screen == .list)
  }

  @Test func whatIsListedCanBeReadWithoutALinkButNotActedOn() {
    let wrist = Wrist()
    wrist.post(1, .init(flags: 0x19))
    wrist.disconnect()
    wrist.press(.accept)
    wrist.press(.accept)
    #expect(wrist.screen == .detail)
    wrist.hold(.decline)
    #expect(wrist.performed.isEmpty)
  }

  @Test func theListOutlivesTheLinkAndIsComparedWithWhatThePhoneSendsAgain() {
    let wrist = Wrist()
    wrist.post(1, .init(title: "kept", flags: 0x01))
    wrist.post(2, .init(title: "gone", flags: 0x01))
    wrist.disconnect()
    wrist.connect()
    #expect(wrist.listCount == 2)
    #expect(wrist.watch.unreadCount == 2)
    wrist.post(0, .init(title: "kept", flags: 0x05))
    #expect(wrist.listCount == 2, "it is the same")
    wrist.wait(.milliseconds(9_999))
    #expect(wrist.listCount == 2)
    wrist.wait(.milliseconds(1))
    #expect(wrist.listCount == 1)
    #expect(wrist.watch.unreadCount == 1)
    #expect(wrist.takeNeedsRedraw())
  }

  @Test func whoReadsGoesOnReadingInTheNextSession() {
    let wrist = Wrist()
    wrist.post(1, .init(flags: 0x01))
    wrist.press(.accept)
    wrist.press(.accept)
    wrist.disconnect()
    #expect(wrist.screen == .detail)
    wrist.connect()
    wrist.post(0, .init(flags: 0x15))
    wrist.wait(.seconds(10))
    #expect(wrist.screen == .detail)
    wrist.hold(.decline)
    #expect(wrist.performed == [[2, 0, 0, 0, 0, 1]], "under its new UID")
  }

  @Test func textsThatAreOnTheirWayAreWaitedFor() {
    let wrist = Wrist()
    wrist.post(1, .init(flags: 0x01))
    wrist.disconnect()
    wrist.connect()
    wrist.isMute = true
    wrist.post(0, .init(flags: 0x05))
    wrist.wait(.seconds(14))
    #expect(wrist.listCount == 2)
    wrist.wait(.seconds(50))
    #expect(wrist.listCount == 1)
  }

  /// - Conformance: ANCS | burst
  @Test func aStormIsSurvived() {
    let wrist = Wrist()
    for uid in 1...1_000 as ClosedRange<UInt32> { wrist.post(uid, .init()) }
    #expect(wrist.screen == .alert)
    #expect(wrist.watch.unreadCount == 32)
  }

  @Test func theConnectionIsRefinedByTheSession() {
    let wrist = Wrist(connected: false)
    wrist.watch.linkChanged(to: .advertising, now: wrist.now)
    wrist.watch.linkChanged(to: .connected, now: wrist.now)
    wrist.watch.linkChanged(to: .encrypted, now: wrist.now)
    wrist.watch.serviceFound(hasControlPoint: true, hasDataSource: true, now: wrist.now)
    wrist.watch.subscribed(now: wrist.now)
    #expect(wrist.watch.connection == .discovering)
    #expect(wrist.command() != nil)
    wrist.watch.writeCompleted(attError: 0x03, now: wrist.now)
    #expect(wrist.watch.connection == .unauthorized)
    wrist.wait(.seconds(5))
    #expect(wrist.watch.connection == .ready)
    wrist.disconnect()
    let states: [ConnectionState] = wrist.events.compactMap {
      if case .connection(let state, _) = $0 { state } else { nil }
    }
    #expect(states == [.advertising, .connected, .encrypted, .discovering, .unauthorized, .ready, .disconnected])
  }

  @Test func theClockIsDrawnWithAndWithoutATime() {
    let wrist = Wrist()
    let known = wrist.picture
    wrist.watch.setTime(TimeOfDay(hour: 12, minute: 34), CalendarDate(year: 2026, month: 11, day: 20), now: wrist.now)
    #expect(!wrist.takeNeedsRedraw(), "nothing has changed")
    wrist.watch.setTime(nil, nil, now: wrist.now)
    #expect(wrist.takeNeedsRedraw())
    #expect(wrist.picture != known)
  }
}
