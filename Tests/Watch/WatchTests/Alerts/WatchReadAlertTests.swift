import ANCS
import Identifiers
import Octets
import Peripherals
import PhoneClient
import TestSupport
import Testing
import Timing
import WatchModel

@testable import Watch

/// Messages that are read, or whose link ends, before all about them is known.
@Suite struct WatchReadAlertTests {
  /// A watch at 12:35:00 that has been connected to its phone for a minute.
  private func harness(_ settings: AlertSettings = AlertSettings()) -> MachineHarness {
    let harness = MachineHarness(alerts: settings)
    let time = Int64((20_777 * 1_440 + 12 * 60 + 34) * 60) * 1_000_000
    var identity = WatchIdentity()
    identity.phones.connected = DeviceAddress(kind: .public, octets: [1, 2, 3, 4, 5, 6])
    harness.watch.setIdentity(identity)
    // The session before is one with this phone.
    harness.disconnect()
    harness.connect()
    harness.watch.setSystemTime(localMicroseconds: time, harness.phone, now: harness.now)
    harness.wait(.seconds(60))
    harness.events = []
    return harness
  }

  private var rules: AlertSettings {
    var settings = AlertSettings()
    _ = settings.rules.pushLast(AlertRule(.mute, .text, Array("Sale".utf8).span)!)
    return settings
  }

  @Test func aMessageOpenedBeforeItsDecisionDoesNotAlertAndIsRead() {
    let harness = harness(rules)
    harness.isMute = true
    harness.post(1, .init())
    harness.press(.accept)
    harness.press(.accept)
    #expect(harness.screen == .detail)
    harness.wait(.seconds(6))
    #expect(harness.screen == .detail && harness.decisions.isEmpty)
    #expect(harness.watch.unreadCount == 0)
  }

  /// Posted between two sessions; the session after it ends before its texts have come.
  @Test func aMessageWhoseDecisionTheEndOfTheLinkCutsShortAlertsInTheNextSession() {
    let harness = harness()
    harness.disconnect()
    harness.wait(.seconds(5))
    harness.isMute = true
    harness.connect()
    harness.post(1, .init(flags: 4, date: "20261120T123501"))
    harness.wait(.milliseconds(500))
    harness.disconnect()
    harness.isMute = false
    harness.wait(.seconds(1))
    harness.events = []
    harness.connect()
    harness.post(1, .init(flags: 4, date: "20261120T123501"))
    #expect(harness.decisions == [AlertDecision(.normal, .new)])
  }

  /// A rule needs the text of a message that arrives on the link.
  @Test func aMessageThatWaitsForItsTextAtTheEndOfTheLinkAlertsInTheNextSession() {
    let harness = harness(rules)
    harness.isMute = true
    harness.post(1, .init(date: "20261120T123500"))
    harness.wait(.milliseconds(3_500))
    harness.disconnect()
    harness.isMute = false
    harness.connect()
    harness.post(1, .init(flags: 4, date: "20261120T123500"))
    #expect(harness.decisions == [AlertDecision(.normal, .new)])
  }

  /// With privacy, only the application and the date are known. The date of an appointment lies ahead.
  @Test(arguments: ["20261120T123500", "20261120T180000"])
  func withPrivacyAReconnectionDoesNotAlertAgain(_ date: String) {
    var settings = AlertSettings()
    settings.isDiscreet = true
    let harness = harness(settings)
    harness.post(1, .init(date: date))
    #expect(harness.decisions == [AlertDecision(.normal, .new)])
    harness.disconnect()
    harness.connect()
    harness.events = []
    harness.post(1, .init(flags: 4, date: date))
    #expect(harness.decisions == [AlertDecision(AlertStrength.none, .repeated)])
    harness.post(2, .init(date: "20261120T123502"))
    #expect(harness.decisions.last == AlertDecision(.normal, .new))
  }

  /// More than half of the list's capacity: notifications that are sent again push some of them out of the list.
  @Test func withPrivacyUnreadNotificationsStayUnreadWhenManyAreSentAgain() {
    var settings = AlertSettings()
    settings.isDiscreet = true
    let harness = MachineHarness(alerts: settings)
    for number in 10..<30 as Range<UInt32> { harness.post(number, .init(flags: 1, date: "20261120T1200\(number)")) }
    #expect(harness.watch.unreadCount == 20)
    harness.disconnect()
    harness.connect()
    harness.isMute = true
    for number in 10..<30 as Range<UInt32> { harness.post(number, .init(flags: 5, date: "20261120T1200\(number)")) }
    harness.isMute = false
    harness.pump()
    harness.wait(.seconds(60))
    #expect(harness.listCount == 20)
    #expect(harness.watch.unreadCount == 20)
  }

  /// The watch remembers 64 contents. The date of an appointment lies ahead.
  @Test func aReconnectionAfterManyOtherContentsDoesNotAlertAgain() {
    let harness = harness()
    harness.post(1, .init(date: "20261121T090000"))
    #expect(harness.decisions == [AlertDecision(.normal, .new)])
    for number in 2..<80 as Range<UInt32> {
      harness.post(number, .init(title: "\(number)", date: "20261120T123500"))
      harness.remove(number)
    }
    for _ in 0..<2 {
      harness.disconnect()
      harness.wait(.seconds(2))
      harness.connect()
      harness.events = []
      harness.post(1, .init(flags: 4, date: "20261121T090000"))
      #expect(harness.decisions == [AlertDecision(AlertStrength.none, .repeated)])
    }
  }

  /// At the first pairing the user allows the notifications some seconds later. The phone sends what it shows then.
  @Test func oldNotificationsDoNotAlertWhenTheUserAllowsThemLate() {
    let harness = harness()
    harness.disconnect()
    harness.isMute = true
    harness.connect()
    _ = harness.command()
    harness.writeCompleted(attError: 0x03, now: harness.now)
    #expect(harness.phone.session.state == .unauthorized)
    harness.wait(.seconds(12))
    harness.isMute = false
    harness.events = []
    harness.post(1, .init(flags: 4, date: "20261120T113500"))
    #expect(harness.phone.session.state == .ready)
    harness.post(2, .init(title: "another", flags: 4, date: "20261120T114500"))
    harness.wait(.seconds(6))
    #expect(harness.decisions == Array(repeating: AlertDecision(AlertStrength.none, .preExisting), count: 2))
    harness.post(3, .init(title: "new", date: "20261120T123522"))
    #expect(harness.decisions.last == AlertDecision(.normal, .new))
  }

  /// The phone has not yet sent the message again when its alert is put away.
  @Test func aMessagePutAwayAfterAReconnectionStaysRead() {
    let harness = MachineHarness()
    harness.wait(.seconds(60))
    harness.post(1, .init(date: "20261120T123400"))
    harness.disconnect()
    harness.connect()
    #expect(harness.screen == .alert)
    harness.press(.decline)
    harness.post(0, .init(flags: 4, date: "20261120T123400"))
    #expect(harness.watch.unreadCount == 0)
  }
}
