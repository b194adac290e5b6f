import ANCS
import Testing
import Timing

@Suite struct SessionTests {
  private let message = FakePhone.Notification("com.tencent.xin", title: "微信", message: "今天晚上七点")

  // MARK: From finding to losing the service

  @Test func noCommandIsSentBeforeTheSubscriptions() {
    let exchange = Exchange(ready: false)
    #expect(exchange.command() == nil)
    exchange.session.serviceFound(hasControlPoint: true, hasDataSource: true, now: exchange.now)
    exchange.post(1, message)
    #expect(exchange.command() == nil)
    #expect(exchange.events == [.added(1)])
    exchange.session.subscribed(now: exchange.now)
    #expect(exchange.command()?.prefix(5) == [0, 1, 0, 0, 0])
  }

  @Test func withNothingToFetchTheNameOfMessagesIsAsked() {
    let exchange = Exchange(ready: false)
    exchange.open()
    #expect(exchange.session.state == .probing)
    #expect(exchange.command() == permissionQuestion)
    exchange.written(0xA2)
    exchange.drain()
    #expect(exchange.session.state == .ready)
    #expect(exchange.events == [.authorized])
    #expect(exchange.command() == nil)
  }

  @Test func aSourceWithoutControlPointIsNeverAsked() {
    for (hasControlPoint, hasDataSource) in [(false, true), (true, false), (false, false)] {
      let exchange = Exchange(ready: false)
      exchange.open(hasControlPoint: hasControlPoint, hasDataSource: hasDataSource)
      #expect(exchange.session.state == .sourceOnly)
      exchange.post(1, message)
      #expect(exchange.command() == nil)
      #expect(exchange.events == [.added(1)])
      exchange.wait(.minutes(30))
      #expect(exchange.command() == nil)
    }
  }

  @Test func theEndOfTheSessionKeepsTheTextsAndForgetsTheUIDs() {
    let exchange = Exchange()
    exchange.post(1, message)
    exchange.pump()
    exchange.session.ended(now: exchange.now)
    #expect(exchange.session.state == .absent)
    #expect(exchange.count == 1)
    #expect(exchange.session.notifications.notification(at: 0).isLive == false)
    #expect(exchange.session.notifications.index(of: 1) == nil)
    #expect(exchange.session.perform(.negative, on: 1) == .notReady)
    exchange.open()
    #expect(exchange.count == 1, "until the phone has had the time to send it again")
    exchange.wait(.seconds(10))
    #expect(exchange.count == 0)
  }

  @Test func notificationsSentAgainKeepTheirSerial() {
    let exchange = Exchange()
    exchange.post(1, message)
    exchange.pump()
    let serial = exchange.session.notifications.notification(at: 0).serial
    exchange.session.ended(now: exchange.now)
    exchange.open()
    exchange.post(7, message)
    exchange.pump()
    #expect(exchange.count == 1)
    #expect(exchange.session.notifications.notification(at: 0).serial == serial)
    #expect(exchange.session.notifications.index(of: 7) == 0)
    exchange.wait(.seconds(60))
    #expect(exchange.count == 1)
  }

  @Test func notificationsAreFoundInAnyOrderOfTheirUIDs() {
    let exchange = Exchange()
    let uids: [UInt32] = [7, 0xFFFF_FFFE, 0, 3]
    for uid in uids { exchange.post(uid, .init("a.b", title: "A")) }
    exchange.pump()
    func index(_ uid: UInt32) -> Int? { exchange.session.notifications.index(of: NotificationUID(rawValue: uid)) }
    #expect(uids.map(index) == [3, 2, 1, 0])
    #expect(index(8) == nil)
    exchange.remove(0xFFFF_FFFE)
    #expect([7, 0, 3].map(index) == [2, 1, 0])
    #expect(index(0xFFFF_FFFE) == nil)
    // UIDs start again with each session.
    exchange.session.ended(now: exchange.now)
    exchange.open()
    exchange.post(1, .init("a.b", title: "B"))
    exchange.pump()
    #expect(index(1) == 0)
    #expect(index(7) == nil)
  }

  @Test func notificationsWithoutTextsAreNotKept() {
    let exchange = Exchange()
    exchange.source(sourceEvent(0, 1))
    exchange.session.ended(now: exchange.now)
    exchange.open()
    #expect(exchange.count == 0)
  }

  @Test func eventsWithoutASessionAreIgnored() {
    let exchange = Exchange(ready: false)
    exchange.source(sourceEvent(0, 1))
    exchange.data([0, 1, 0, 0, 0])
    exchange.written()
    exchange.wait(.seconds(1_000))
    #expect(exchange.events.isEmpty)
    #expect(exchange.count == 0)
  }

  @Test func requestsThatExceedTheSmallestMTUAreSplit() {
    let exchange = Exchange(ready: false)
    exchange.mtu = 23
    exchange.open()
    #expect(exchange.command() == [0, 0xFF, 0xFF, 0xFF, 0xFF, 0])
    exchange.written(0xA2)
    exchange.post(1, message)
    exchange.pump()
    #expect(exchange.notification(1)?.content == .complete)
  }

  @Test func theNameOfMessagesIsKept() {
    let exchange = Exchange()
    exchange.post(1, .init("com.apple.MobileSMS", title: "t"))
    exchange.pump()
    #expect(exchange.appName(1) == "Messages")
    #expect(exchange.commands.count { $0[0] == 1 } == 0)
  }

  @Test func aPhoneWithoutMessagesIsAskedOnWithinASecond() {
    let exchange = Exchange(ready: false)
    exchange.phone.appNames["com.apple.MobileSMS"] = nil
    exchange.open()
    exchange.pump()
    #expect(exchange.session.state == .ready)
    exchange.post(1, message)
    exchange.wait(.seconds(1))
    exchange.pump()
    #expect(exchange.text(.title, 1) == "微信")
    #expect(exchange.session.counters.timeouts.value == 0)
  }

  // MARK: Content

  @Test(arguments: [23, 24, 25, 48, 185, 517], [false, true])
  func everyAttributeArrives(_ mtu: Int, _ repliesFirst: Bool) throws {
    let exchange = Exchange()
    exchange.mtu = mtu
    exchange.repliesFirst = repliesFirst
    exchange.phone.appNames["cn.wx"] = "WeChat"
    var full = FakePhone.Notification("cn.wx", title: "微信", message: "今天晚上七点", flags: 0x18)
    full.attributes[2] = Array("sub".utf8)
    full.attributes[5] = Array("20261120T231200".utf8)
    full.attributes[6] = Array("Reply".utf8)
    full.attributes[7] = Array("Clear".utf8)
    exchange.post(9, full)
    exchange.pump()
    #expect(exchange.text(.appIdentifier, 9) == "cn.wx")
    #expect(exchange.text(.title, 9) == "微信")
    #expect(exchange.text(.subtitle, 9) == "sub")
    #expect(exchange.text(.message, 9) == "今天晚上七点")
    #expect(exchange.text(.messageSize, 9) == "18")
    #expect(exchange.text(.date, 9) == "20261120T231200")
    #expect(exchange.text(.positiveActionLabel, 9) == "Reply")
    #expect(exchange.text(.negativeActionLabel, 9) == "Clear")
    #expect(exchange.appName(9) == "WeChat")
    #expect(exchange.notification(9)?.content == .complete)
    #expect(exchange.events == [.added(9), .excerpt(9), .attributes(9), .content(9)])
  }

  @Test func theNameOfAnAppIsAskedForOnce() {
    let exchange = Exchange()
    exchange.phone.appNames["com.tencent.xin"] = "WeChat"
    for uid in 1...5 as ClosedRange<UInt32> { exchange.post(uid, message) }
    exchange.pump()
    exchange.post(6, message)
    exchange.pump()
    #expect(exchange.commands.count { $0.first == 1 } == 1)
    #expect(exchange.appName(1) == "WeChat")
    #expect(exchange.appName(6) == "WeChat")
    let content = exchange.events.filter { if case .content = $0 { true } else { false } }
    #expect(content.count == 6)
  }

  @Test func anAppWithoutANameIsNamedByItsIdentifiersEnd() {
    let exchange = Exchange()
    exchange.phone.appNames["com.tencent.xin"] = ""
    exchange.post(1, message)
    exchange.pump()
    #expect(exchange.appName(1) == "xin")
    #expect(exchange.events.last == .content(1))
  }

  @Test func anAppThatIsNotInstalledDelaysNothing() {
    let exchange = Exchange()
    exchange.post(1, message)
    exchange.pump()
    exchange.post(2, message)
    #expect(exchange.events.last == .attributes(1))
    exchange.wait(.seconds(1))
    exchange.pump()
    #expect(exchange.events.suffix(4) == [.added(2), .content(1), .excerpt(2), .content(2)])
    #expect(exchange.appName(2) == "xin")
    #expect(exchange.session.counters.timeouts.value == 0)
  }

  @Test(arguments: ["", ".", "a", "a.", ".a"]) func unusualIdentifiersAreHandled(_ identifier: String) {
    let exchange = Exchange()
    exchange.post(1, .init(identifier, title: "t"))
    exchange.pump()
    exchange.wait(.seconds(2))
    #expect(exchange.events.last == .content(1))
    #expect(exchange.appName(1) == (identifier == ".a" ? "a" : identifier))
  }

  @Test func aNameThatDoesNotFitTheMTUIsDoneWithout() {
    let exchange = Exchange()
    exchange.mtu = 23
    exchange.phone.appNames["com.example.a.very.long.identifier"] = "Name"
    exchange.post(1, .init("com.example.a.very.long.identifier"))
    exchange.pump()
    #expect(exchange.appName(1) == "identifier")
    #expect(exchange.events.last == .content(1))
  }

  @Test func textIsCutAtACharacter() {
    let exchange = Exchange()
    var notification = FakePhone.Notification("a.b", title: String(repeating: "微", count: 40))
    notification.attributes[2] = Array(String(repeating: "信", count: 50).utf8)
    exchange.post(1, notification)
    exchange.pump()
    #expect(exchange.text(.title, 1) == String(repeating: "微", count: 29) + "…")
    #expect(exchange.text(.subtitle, 1) == String(repeating: "信", count: 42) + "…")
  }

  @Test(arguments: [84, 85, 88, 89])
  func aTitleThatFillsItsRequestEndsWithAnEllipsis(length: Int) {
    let exchange = Exchange()
    var notification = FakePhone.Notification("a.b", title: String(repeating: "x", count: length), message: "text")
    notification.attributes[2] = Array(String(repeating: "y", count: 40 + length).utf8)
    exchange.post(1, notification)
    exchange.pump()
    let kept = min(length, 88)
    #expect(exchange.text(.title, 1) == String(repeating: "x", count: kept) + (kept < 85 ? "" : "…"))
    #expect(exchange.text(.subtitle, 1) == String(repeating: "y", count: 40 + kept) + (kept < 85 ? "" : "…"))
    #expect(exchange.text(.message, 1) == "text")
  }

  @Test func aPhoneThatIgnoresTheMaximaIsUnderstood() {
    let exchange = Exchange()
    exchange.phone.honoursMaximum = false
    let (title, message) = (String(repeating: "x", count: 500), String(repeating: "y", count: 3_000))
    exchange.post(1, .init("a.b", title: title, message: message))
    exchange.pump()
    #expect(exchange.text(.title, 1) == String(repeating: "x", count: 88) + "…")
    #expect(exchange.text(.message, 1)?.count == 512)
    #expect(exchange.text(.messageSize, 1) == "3000")
    #expect(exchange.notification(1)?.isCut(.message) == true)
    #expect(exchange.notification(1)?.content == .complete)
  }

  // MARK: Modified and removed

  @Test func modifiedNotificationsKeepTheirTextsUntilNewOnesArrive() {
    let exchange = Exchange()
    exchange.post(1, .init("a.b", title: "old"))
    exchange.pump()
    exchange.post(1, .init("a.b", title: "new"), modified: true)
    #expect(exchange.text(.title, 1) == "old")
    exchange.pump()
    #expect(exchange.text(.title, 1) == "new")
    #expect(exchange.count == 1)
  }

  @Test func notificationsModifiedDuringTheirRequestAreFetchedAgain() throws {
    let exchange = Exchange()
    exchange.post(1, .init("a.b", title: "old"))
    let first = try #require(exchange.command())
    exchange.source(sourceEvent(1, 1))
    exchange.source(sourceEvent(1, 1))
    let reply = try #require(exchange.phone.answer(first).reply)
    exchange.phone.notifications[1] = .init("a.b", title: "new")
    exchange.written()
    exchange.data(reply)
    exchange.pump()
    #expect(exchange.text(.title, 1) == "new")
    #expect(exchange.commands.count { $0.starts(with: [0, 1]) } == 2)
  }

  @Test func notificationsAddedTwiceAreStoredOnce() {
    let exchange = Exchange()
    exchange.source(sourceEvent(0, 1))
    exchange.source(sourceEvent(0, 1))
    exchange.drain()
    #expect(exchange.events == [.added(1), .modified(1)])
    #expect(exchange.count == 1)
  }

  @Test func modifiedUnknownNotificationsAreAdded() {
    let exchange = Exchange()
    exchange.source(sourceEvent(1, 1))
    exchange.drain()
    #expect(exchange.events == [.added(1)])
  }

  /// - Conformance: ANCS | removed before its texts are there
  @Test func notificationsRemovedWhileQueuedAreNotFetched() {
    let exchange = Exchange()
    exchange.post(1, message)
    exchange.post(2, message)
    exchange.remove(2)
    exchange.pump()
    #expect(!exchange.commands.contains { $0.starts(with: [0, 2]) })
    #expect(exchange.count == 1)
  }

  /// - Conformance: ANCS | removed before its texts are there
  @Test func notificationsRemovedDuringTheirRequestAreDiscarded() throws {
    let exchange = Exchange()
    exchange.post(1, message)
    let command = try #require(exchange.command())
    let reply = try #require(exchange.phone.answer(command).reply)
    exchange.remove(1)
    exchange.post(2, .init("a.b", title: "two"))
    exchange.written()
    exchange.data(reply)
    exchange.pump()
    #expect(exchange.count == 1)
    #expect(exchange.text(.title, 2) == "two")
    #expect(!exchange.events.contains(.content(1)))
  }

  @Test func zeroIsAUIDLikeAnyOther() {
    let exchange = Exchange()
    exchange.post(0, message)
    exchange.pump()
    #expect(exchange.text(.title, 0) == "微信")
    exchange.remove(0)
    #expect(exchange.count == 0)
  }

  // MARK: Order

  @Test func callsOvertakeAndActionsOvertakeCalls() throws {
    let exchange = Exchange()
    for uid in 1...4 as ClosedRange<UInt32> { exchange.post(uid, .init("a.b", flags: 0x10)) }
    exchange.post(5, .init("a.c", category: 1, flags: 0x18))
    #expect(exchange.session.perform(.negative, on: 2) == nil)
    exchange.pump()
    let order = exchange.commands.filter { $0[0] != 1 }.map { [$0[0], $0[1]] }
    let excerpts: [[UInt8]] = [[0, 1], [0, 2], [0, 3], [0, 4]]
    #expect(order == [[2, 2], [0, 5], [0, 5]] + excerpts + excerpts)
  }

  @Test func theNewestIsFirstInTheStore() {
    let exchange = Exchange()
    for uid in 1...3 as ClosedRange<UInt32> { exchange.post(uid, message) }
    let uids = (0..<3).map { exchange.session.notifications.notification(at: $0).uid.rawValue }
    #expect(uids == [3, 2, 1])
  }
}
