import ANCS
import Peripherals
import Screens
import Testing
import Timing
import Watch
import WatchModel

/// The requests to the phone with `privacy = on`.
@Suite struct WatchPrivacyTests {
  private func discreet() -> MachineHarness {
    var settings = AlertSettings()
    settings.isDiscreet = true
    _ = settings.pushLast(AlertRule(.show, .application, Array("com.apple.MobileSMS".utf8).span)!)
    let harness = MachineHarness(alerts: settings)
    harness.wait(.seconds(60))
    harness.events = []
    return harness
  }

  @Test func onlyTheApplicationIsAskedForUntilAButtonIsPressed() {
    let harness = discreet()
    harness.post(1, .init(app: "a.b", title: "secret"))
    #expect(harness.screen == .alert)
    #expect(harness.requests == [[0, 1, 0, 0, 0, 0, 5]])
    let hidden = harness.picture
    harness.press(.accept)
    #expect(harness.screen == .detail)
    #expect(harness.requests.count == 2)
    #expect(harness.requests.last?.count ?? 0 > 7)
    #expect(harness.picture != hidden)
    #expect(harness.decisions.count == 1, "it is known already")
  }

  @Test func anAllowedApplicationIsShown() {
    let harness = discreet()
    harness.post(1, .init(app: "com.apple.MobileSMS", title: "public"))
    #expect(harness.requests.count == 2)
    #expect(harness.decisions == [AlertDecision(.normal, .new)])
  }

  @Test func theCallersNameIsShown() {
    let harness = discreet()
    harness.post(1, .init(category: 1, flags: 0x18))
    harness.post(2, .init(category: 12, flags: 0x10))
    #expect(harness.requests.count == 4, "of each its excerpt and the rest")
    #expect(harness.requests.allSatisfy { $0.count > 7 })
  }

  @Test func aChangeDoesNotRevealIt() {
    let harness = discreet()
    harness.post(1, .init(title: "secret"))
    harness.post(1, .init(title: "changed"), modified: true)
    #expect(harness.requests == [[0, 1, 0, 0, 0, 0, 5], [0, 1, 0, 0, 0, 0, 5]])
    harness.press(.accept)
    harness.post(1, .init(title: "again"), modified: true)
    #expect(harness.requests.count == 4)
    #expect(harness.requests.last?.count ?? 0 > 7)
  }

  @Test func readingGoesOnInTheNextSession() {
    let harness = discreet()
    harness.post(1, .init(title: "read", flags: 0x01, date: "20261120T120000"))
    harness.press(.accept)
    harness.press(.accept)
    #expect(harness.screen == .detail)
    let read = harness.picture
    harness.disconnect()
    harness.connect()
    harness.post(0, .init(title: "read", flags: 0x05, date: "20261120T120000"))
    #expect(harness.screen == .detail)
    #expect(harness.picture == read)
  }

  @Test func openingAnOldNotificationDoesNotRevealAnotherWithItsUID() {
    let harness = discreet()
    harness.post(0, .init(title: "old", flags: 0x01))
    harness.press(.accept)
    harness.press(.accept)
    harness.wait(.minutes(5))
    harness.disconnect()
    harness.connect()
    harness.requests = []
    harness.post(0, .init(title: "secret", flags: 0x04))
    #expect(harness.listCount == 2)
    harness.press(.accept)
    harness.press(.down)
    harness.press(.accept)
    #expect(harness.screen == .detail)
    #expect(harness.requests == [[0, 0, 0, 0, 0, 0, 5]])
  }

  @Test func unopenedNotificationsStayUnreadAfterAReconnection() {
    let harness = discreet()
    let dates = (0..<4).map { "20261120T12330\($0)" }
    for uid in 0..<4 { harness.post(UInt32(uid), .init(title: "secret", flags: 0x01, date: dates[uid])) }
    harness.press(.accept)
    harness.press(.accept)
    harness.wait(.minutes(5))
    #expect(harness.watch.unreadCount == 3)
    harness.disconnect()
    harness.connect()
    #expect(harness.listCount == 4)
    harness.requests = []
    for uid in 0..<4 { harness.post(UInt32(10 + uid), .init(title: "secret", flags: 0x05, date: dates[uid])) }
    harness.wait(.seconds(60))
    #expect(harness.listCount == 4)
    #expect(harness.watch.unreadCount == 3)
    #expect(harness.requests.allSatisfy { $0.count == 7 })
  }

  @Test func withoutADateItIsNotTakenForAnother() {
    let harness = discreet()
    harness.post(1, .init(flags: 0x01))
    harness.disconnect()
    harness.connect()
    harness.post(2, .init(flags: 0x05))
    #expect(harness.listCount == 1)
    #expect(harness.watch.unreadCount == 0)
  }
}
