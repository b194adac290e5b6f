import ANCS
import Peripherals
import Screens
import Testing
import Timing
import Watch

/// What the phone is asked for with `privacy = on`.
@Suite struct WatchPrivacyTests {
  private func discreet() -> Wrist {
    var settings = AlertSettings()
    settings.isDiscreet = true
    _ = settings.pushLast(AlertRule(.show, .application, Array("com.apple.MobileSMS".utf8).span)!)
    let wrist = Wrist(alerts: settings)
    wrist.wait(.seconds(60))
    wrist.events = []
    return wrist
  }

  @Test func onlyTheApplicationIsAskedForUntilAButtonIsPressed() {
    let wrist = discreet()
    wrist.post(1, .init(app: "a.b", title: "secret"))
    #expect(wrist.screen == .alert)
    #expect(wrist.requests == [[0, 1, 0, 0, 0, 0, 5]])
    let hidden = wrist.picture
    wrist.press(.accept)
    #expect(wrist.screen == .detail)
    #expect(wrist.requests.count == 2)
    #expect(wrist.requests.last?.count ?? 0 > 7)
    #expect(wrist.picture != hidden)
    #expect(wrist.decisions.count == 1, "it is known already")
  }

  @Test func anAllowedApplicationIsShown() {
    let wrist = discreet()
    wrist.post(1, .init(app: "com.apple.MobileSMS", title: "public"))
    #expect(wrist.requests.count == 2)
    #expect(wrist.decisions == [AlertDecision(.normal, .new)])
  }

  @Test func whoCallsIsNoSecret() {
    let wrist = discreet()
    wrist.post(1, .init(category: 1, flags: 0x18))
    wrist.post(2, .init(category: 12, flags: 0x10))
    #expect(wrist.requests.count == 4, "of each its excerpt and the rest")
    #expect(wrist.requests.allSatisfy { $0.count > 7 })
  }

  @Test func aChangeDoesNotRevealIt() {
    let wrist = discreet()
    wrist.post(1, .init(title: "secret"))
    wrist.post(1, .init(title: "changed"), modified: true)
    #expect(wrist.requests == [[0, 1, 0, 0, 0, 0, 5], [0, 1, 0, 0, 0, 0, 5]])
    wrist.press(.accept)
    wrist.post(1, .init(title: "again"), modified: true)
    #expect(wrist.requests.count == 4)
    #expect(wrist.requests.last?.count ?? 0 > 7)
  }

  @Test func openingWhatIsLeftDoesNotRevealAnotherWithItsUID() {
    let wrist = discreet()
    wrist.post(0, .init(title: "old", flags: 0x01))
    wrist.press(.accept)
    wrist.press(.accept)
    wrist.wait(.minutes(5))
    wrist.disconnect()
    wrist.connect()
    wrist.requests = []
    wrist.post(0, .init(title: "secret", flags: 0x04))
    #expect(wrist.listCount == 2)
    wrist.press(.accept)
    wrist.press(.down)
    wrist.press(.accept)
    #expect(wrist.screen == .detail)
    #expect(wrist.requests == [[0, 0, 0, 0, 0, 0, 5]])
  }

  @Test func whatNobodyHasOpenedStaysUnreadThroughAReconnection() {
    let wrist = discreet()
    let dates = (0..<4).map { "20261120T12330\($0)" }
    for uid in 0..<4 { wrist.post(UInt32(uid), .init(title: "secret", flags: 0x01, date: dates[uid])) }
    wrist.press(.accept)
    wrist.press(.accept)
    wrist.wait(.minutes(5))
    #expect(wrist.watch.unreadCount == 3)
    wrist.disconnect()
    wrist.connect()
    #expect(wrist.listCount == 4)
    wrist.requests = []
    for uid in 0..<4 { wrist.post(UInt32(10 + uid), .init(title: "secret", flags: 0x05, date: dates[uid])) }
    wrist.wait(.seconds(60))
    #expect(wrist.listCount == 4)
    #expect(wrist.watch.unreadCount == 3)
    #expect(wrist.requests.allSatisfy { $0.count == 7 })
  }

  @Test func withoutADateItIsNotTakenForAnother() {
    let wrist = discreet()
    wrist.post(1, .init(flags: 0x01))
    wrist.disconnect()
    wrist.connect()
    wrist.post(2, .init(flags: 0x05))
    #expect(wrist.listCount == 1)
    #expect(wrist.watch.unreadCount == 0)
  }
}
