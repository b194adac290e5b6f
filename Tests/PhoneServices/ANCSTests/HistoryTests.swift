import ANCS
import Testing
import Timing

/// Notifications that stay in the list after the phone has removed them.
@Suite struct HistoryTests {
  private static let message = FakePhone.Notification("a.b", title: "Ada", message: "Hello", flags: 0x18)

  private static let capacity = NotificationStore<33, 33_792>.capacity

  /// A session that keeps removed notifications for an hour.
  private func exchange(_ time: Interval? = .minutes(60)) -> Exchange {
    let exchange = Exchange()
    exchange.session.setHistory(time, now: exchange.now)
    return exchange
  }

  private func post(_ uid: UInt32, _ exchange: Exchange, title: String = "Ada", date: String = "20261120T120000") {
    var message = FakePhone.Notification("a.b", title: title, message: "Hello", flags: 0x18)
    message.attributes[5] = Array(date.utf8)
    exchange.post(uid, message)
    exchange.pump()
  }

  /// A new session, in which the phone sends its notifications again before the texts of any of them have come.
  private func reconnect(_ exchange: Exchange) {
    exchange.session.ended(now: exchange.now)
    exchange.open()
    for (uid, message) in exchange.phone.notifications.sorted(by: { $0.key < $1.key }) {
      exchange.post(uid, message)
      exchange.drain()
    }
    exchange.pump()
  }

  private func isKept(_ index: Int, _ exchange: Exchange) -> Bool {
    exchange.session.notifications.notification(at: index).isKept
  }

  @Test func withoutHistoryARemovedNotificationGoesAndNothingWaits() {
    let exchange = exchange(nil)
    exchange.post(1, Self.message)
    exchange.pump()
    let deadline = exchange.session.deadline
    exchange.remove(1)
    exchange.drain()
    #expect(exchange.count == 0)
    #expect(exchange.events.last == .removed(1, isKept: false))
    #expect(exchange.session.deadline == deadline)
  }

  @Test func aRemovedNotificationStaysReadableWithoutActions() {
    let exchange = exchange()
    exchange.post(1, Self.message)
    exchange.pump()
    exchange.remove(1)
    exchange.drain()
    #expect(exchange.events.last == .removed(1, isKept: true))
    #expect(exchange.count == 1)
    #expect(exchange.session.notifications.keptCount == 1)
    #expect(isKept(0, exchange))
    let notification = exchange.session.notifications.notification(at: 0)
    #expect(!notification.isLive && !notification.offers(.positive) && !notification.offers(.negative))
    #expect(string(exchange.session.notifications[.title, at: 0]) == "Ada")
    #expect(exchange.session.notifications.index(of: 1) == nil)
    #expect(exchange.session.perform(.negative, on: 1) == .unknownNotification)
  }

  @Test func itEndsWhenItsTimeIsOver() {
    let exchange = exchange()
    exchange.post(1, Self.message)
    exchange.pump()
    exchange.remove(1)
    exchange.wait(.minutes(59))
    #expect(exchange.count == 1)
    exchange.wait(.minutes(1))
    #expect(exchange.count == 0)
    #expect(exchange.session.notifications.keptCount == 0)
  }

  @Test func notificationsRemovedTogetherEndTogether() {
    let exchange = exchange()
    for uid in 1...3 { post(UInt32(uid), exchange, title: "\(uid)") }
    let start = exchange.now
    for uid in 1...3 {
      exchange.remove(UInt32(uid))
      exchange.now = exchange.now + .seconds(1)
    }
    post(4, exchange, title: "4")
    exchange.now = start + .minutes(30)
    exchange.remove(4)
    exchange.now = start + .minutes(60)
    exchange.session.handleTimeout(now: exchange.now)
    #expect(exchange.count == 1, "one wake-up for the first three")
    exchange.now = start + .minutes(90)
    exchange.session.handleTimeout(now: exchange.now)
    #expect(exchange.count == 0)
  }

  @Test func aNewNotificationTakesThePlaceOfTheOldestKeptOne() {
    let exchange = exchange()
    for uid in 0..<UInt32(Self.capacity) { post(uid, exchange, title: "\(uid)") }
    exchange.remove(20)
    exchange.remove(10)
    exchange.drain()
    exchange.events = []
    post(100, exchange, title: "new")
    #expect(exchange.count == Self.capacity)
    #expect(exchange.notification(0) != nil, "the oldest is live")
    #expect(exchange.session.notifications.keptCount == 1)
    #expect(!exchange.events.contains(.evicted(10)), "the phone has removed it before")
    #expect(exchange.session.counters.evictedNotifications.value == 0)
    post(101, exchange, title: "newer")
    post(102, exchange, title: "newest")
    #expect(exchange.session.notifications.keptCount == 0)
    #expect(exchange.notification(0) == nil)
    #expect(exchange.session.counters.evictedNotifications.value == 1)
  }

  @Test func aNotificationThatComesAgainReplacesIt() {
    let exchange = exchange()
    post(1, exchange)
    exchange.remove(1)
    let serial = exchange.session.notifications.notification(at: 0).serial
    post(2, exchange)
    #expect(exchange.count == 1)
    #expect(!isKept(0, exchange))
    #expect(exchange.session.notifications.notification(at: 0).serial != serial, "it is a new one")
    post(3, exchange, date: "20261120T120001")
    #expect(exchange.count == 2, "the same words at another time are another notification")
  }

  @Test func itSurvivesALostLink() {
    let exchange = exchange()
    post(1, exchange)
    post(2, exchange, title: "Bob")
    exchange.remove(1)
    exchange.session.ended(now: exchange.now)
    exchange.wait(.minutes(5))
    exchange.open()
    exchange.pump()
    exchange.wait(.minutes(2))
    #expect(exchange.count == 2)
    #expect(isKept(1, exchange))
    #expect(isKept(0, exchange), "the phone did not send it again")
    exchange.wait(.minutes(60))
    #expect(exchange.count == 0)
  }

  @Test func theHistoryStaysWhenThePhoneSendsManyAgain() {
    let exchange = exchange()
    for uid in 0..<28 as Range<UInt32> { post(uid, exchange, title: "\(uid)") }
    for uid in 0..<8 as Range<UInt32> { exchange.remove(uid) }
    reconnect(exchange)
    #expect(exchange.count == 28)
    #expect(exchange.session.notifications.keptCount == 8)
    exchange.wait(.minutes(2))
    #expect(exchange.count == 28)
    #expect(exchange.session.notifications.keptCount == 8)
  }

  @Test(arguments: [0, 4] as [UInt32])
  func theNotificationThatIsReadStaysWhenThePhoneSendsManyAgain(_ removed: UInt32) {
    let exchange = exchange()
    for uid in 0..<UInt32(Self.capacity) { post(uid, exchange, title: "\(uid)") }
    for uid in 0..<removed { exchange.remove(uid) }
    let index = Self.capacity - 2 - Int(removed)
    let serial = exchange.session.notifications.notification(at: index).serial
    exchange.session.beginReading(serial)
    reconnect(exchange)
    exchange.wait(.minutes(2))
    let found = exchange.session.notifications.index(ofSerial: serial)
    guard let found else {
      Issue.record("it has gone")
      return
    }
    let title = string(exchange.session.notifications[.title, at: found])
    #expect(title == "\(removed + 1)")
  }

  @Test func aReplayedNotificationIsNotKept() {
    let exchange = exchange()
    post(1, exchange)
    exchange.session.ended(now: exchange.now)
    exchange.open()
    post(7, exchange)
    exchange.wait(.minutes(2))
    #expect(exchange.count == 1)
    #expect(!isKept(0, exchange))
  }

  @Test func callsAndDismissedAndUnreadableNotificationsAreNotKept() {
    let exchange = exchange()
    exchange.post(1, .init("a.call", title: "Mum", category: 1, flags: 0x18))
    exchange.pump()
    exchange.remove(1)
    post(2, exchange)
    #expect(exchange.session.perform(.negative, on: 2) == nil)
    exchange.pump()
    exchange.remove(2)
    exchange.post(3, Self.message)
    exchange.remove(3)
    #expect(exchange.count == 0)
    #expect(exchange.session.notifications.keptCount == 0)
  }

  @Test func aDismissalThatThePhoneRefusesIsNone() {
    let exchange = exchange()
    post(1, exchange)
    #expect(exchange.session.perform(.negative, on: 1) == nil)
    #expect(exchange.command() == [2, 1, 0, 0, 0, 1])
    exchange.written(0xA3)
    exchange.remove(1)
    exchange.drain()
    #expect(exchange.events.last == .removed(1, isKept: true))
  }

  @Test func aDismissedNotificationThatChangesIsKept() {
    let exchange = exchange()
    post(1, exchange)
    _ = exchange.session.perform(.negative, on: 1)
    exchange.pump()
    exchange.post(1, Self.message, modified: true)
    exchange.pump()
    exchange.remove(1)
    #expect(exchange.session.notifications.keptCount == 1)
  }

  @Test func aHiddenNotificationStaysHidden() {
    let exchange = exchange()
    exchange.session.isDiscreet = true
    post(1, exchange)
    exchange.remove(1)
    exchange.commands = []
    exchange.session.allowContent(of: 1)
    exchange.pump()
    #expect(exchange.session.notifications.keptCount == 1)
    #expect(exchange.commands.isEmpty)
    #expect(string(exchange.session.notifications[.title, at: 0]) == "")
    #expect(string(exchange.session.notifications[.appIdentifier, at: 0]) == "a.b")
  }

  @Test func aShorterTimeAndOffCountAtOnce() {
    let exchange = exchange(.minutes(1_440))
    post(1, exchange, title: "1")
    exchange.remove(1)
    exchange.wait(.minutes(90))
    post(2, exchange, title: "2")
    exchange.remove(2)
    #expect(exchange.count == 2)
    exchange.session.setHistory(.minutes(60), now: exchange.now)
    #expect(exchange.count == 1)
    exchange.session.setHistory(nil, now: exchange.now)
    #expect(exchange.count == 0)
    exchange.wait(.minutes(1_440))
  }

  @Test func clearingRemovesOnlyKeptNotifications() {
    let exchange = exchange()
    post(1, exchange, title: "1")
    post(2, exchange, title: "2")
    exchange.remove(1)
    exchange.session.clearHistory()
    #expect(exchange.count == 1)
    #expect(exchange.notification(2) != nil)
    exchange.session.clearHistory()
    #expect(exchange.count == 1)
  }

  /// The phone counts its UIDs from the beginning in each session.
  @Test func aKeptNotificationThatMakesRoomTakesNoCommandOfALiveOneAlong() {
    let exchange = exchange()
    for uid in 0..<20 as Range<UInt32> { post(uid, exchange, title: "old \(uid)") }
    for uid in 0..<20 as Range<UInt32> { exchange.remove(uid) }
    exchange.session.ended(now: exchange.now)
    exchange.open()
    exchange.pump()
    for uid in 0..<12 as Range<UInt32> { post(uid, exchange, title: "new \(uid)") }
    #expect(exchange.count == Self.capacity)
    exchange.events = []
    #expect(exchange.session.perform(.negative, on: 0) == nil)
    // The oldest kept notification, which has the UID 0 too, makes room for this one.
    exchange.post(12, Self.message)
    exchange.pump()
    #expect(exchange.phone.performed == [[2, 0, 0, 0, 0, 1]])
    #expect(exchange.events.contains(.actionEnded(0, .negative, .ok)))
  }
}
