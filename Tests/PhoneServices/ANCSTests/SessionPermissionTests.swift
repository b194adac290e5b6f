import ANCS
import Testing
import Timing

/// How the session finds out whether the user allows the watch to read notifications.
@Suite struct SessionPermissionTests {
  private let message = FakePhone.Notification("a.b", title: "title", message: "message")

  /// - Conformance: ANCS | control point errors
  @Test func aPhoneThatForbidsIsAskedAgainEverMoreRarely() {
    let exchange = Exchange(ready: false)
    exchange.phone.isAllowed = false
    exchange.open()
    exchange.pump()
    #expect(exchange.session.state == .unauthorized)
    #expect(exchange.events == [.unauthorized])
    for seconds in [5, 10, 20, 40, 60, 60] as [UInt32] {
      exchange.commands = []
      exchange.wait(.milliseconds(seconds * 1_000 - 1))
      exchange.pump()
      #expect(exchange.commands.isEmpty)
      exchange.wait(.milliseconds(1))
      exchange.pump()
      #expect(exchange.commands == [permissionQuestion])
    }
    #expect(exchange.events == [.unauthorized])
  }

  /// - Conformance: iPhone | 5.1 subscribed is not authorized
  @Test func afterABondThePhoneIsAskedEveryFiveSecondsForFiveMinutes() {
    let exchange = Exchange(ready: false)
    exchange.phone.isAllowed = false
    exchange.session.noteBonded(now: exchange.now)
    exchange.open()
    exchange.pump()
    for _ in 0..<59 {
      exchange.commands = []
      exchange.wait(.milliseconds(4_999))
      exchange.pump()
      #expect(exchange.commands.isEmpty)
      exchange.wait(.milliseconds(1))
      exchange.pump()
      #expect(exchange.commands == [permissionQuestion])
    }
    // From now on less and less often.
    for seconds in [5, 5, 10, 20] as [UInt32] {
      exchange.commands = []
      exchange.wait(.seconds(seconds))
      exchange.pump()
      #expect(exchange.commands == [permissionQuestion])
    }
  }

  @Test func permissionAtSeventySecondsIsKnownAtSeventySix() {
    let exchange = Exchange(ready: false)
    exchange.phone.isAllowed = false
    exchange.session.noteBonded(now: exchange.now)
    exchange.open()
    exchange.pump()
    while exchange.now < .start + .seconds(76) {
      if exchange.now == .start + .seconds(70) {
        exchange.pump()
        exchange.phone.isAllowed = true
      }
      exchange.wait(.seconds(1))
      exchange.pump()
    }
    #expect(exchange.session.state == .ready)
  }

  @Test func anEventOfTheNotificationSourceEndsTheWaiting() {
    let exchange = Exchange(ready: false)
    exchange.phone.isAllowed = false
    exchange.open()
    for _ in 0..<5 {
      exchange.pump()
      exchange.wait(.seconds(60))
    }
    exchange.pump()
    exchange.phone.isAllowed = true
    exchange.post(1, message)
    exchange.pump()
    #expect(exchange.session.state == .ready)
    #expect(exchange.text(.title, 1) == "title")
  }

  @Test func onceAllowedEverythingIsFetched() {
    let exchange = Exchange(ready: false)
    exchange.phone.isAllowed = false
    exchange.phone.appNames["a.b"] = "B"
    exchange.open()
    exchange.post(1, message)
    exchange.post(2, message)
    exchange.pump()
    #expect(exchange.session.state == .unauthorized)
    exchange.phone.isAllowed = true
    exchange.wait(.seconds(5))
    exchange.pump()
    #expect(exchange.session.state == .ready)
    #expect(exchange.text(.title, 1) == "title")
    #expect(exchange.text(.title, 2) == "title")
    #expect(exchange.events.filter { $0 == .authorized }.count == 1)
  }

  @Test func permissionMayBeWithdrawn() {
    let exchange = Exchange()
    exchange.phone.isAllowed = false
    exchange.post(1, .init("a.b", flags: 0x18))
    #expect(exchange.command() != nil)
    _ = exchange.session.perform(.negative, on: 1)
    exchange.written(0x03)
    exchange.drain()
    #expect(exchange.session.state == .unauthorized)
    #expect(
      exchange.events == [.added(1), .unauthorized, .actionEnded(1, .negative, .refused(.writeNotPermitted))])
    #expect(exchange.session.perform(.negative, on: 1) == .notReady)
  }

  /// - Conformance: ANCS | control point errors
  @Test(arguments: [0x05, 0x08, 0x0E, 0x0F, 0x80] as [UInt8])
  func anOtherErrorToTheProbeIsTriedAgain(_ error: UInt8) {
    let exchange = Exchange(ready: false)
    exchange.open()
    #expect(exchange.command() != nil)
    exchange.written(error)
    #expect(exchange.session.state == .probing)
    #expect(exchange.command() == nil)
    exchange.wait(.seconds(5))
    exchange.pump()
    #expect(exchange.session.state == .ready)
  }

  /// The first command of a session may be the fetch of a notification that has just come.
  @Test(arguments: [0x05, 0x0E, 0x0F, 0x80] as [UInt8])
  func aFetchThatAServiceRefusesBeforeItIsReadyIsRepeatedOnce(_ error: UInt8) {
    let exchange = Exchange(ready: false)
    exchange.open()
    exchange.post(1, message)
    #expect(exchange.command()?.starts(with: [0, 1]) == true)
    exchange.written(error)
    #expect(exchange.session.state == .probing && exchange.command() == nil)
    exchange.wait(.seconds(5))
    exchange.pump()
    #expect(exchange.session.state == .ready)
    #expect(exchange.text(.title, 1) == "title" && exchange.text(.message, 1) == "message")
  }

  @Test func aFetchThatIsAlwaysRefusedDoesNotKeepTheSessionFromBeingReady() {
    let exchange = Exchange(ready: false)
    exchange.open()
    exchange.post(1, message)
    for _ in 0..<2 {
      #expect(exchange.command()?.starts(with: [0, 1]) == true)
      exchange.written(0x0E)
      exchange.wait(.seconds(10))
    }
    exchange.pump()
    #expect(exchange.session.state == .ready)
  }

  @Test func aProbeThatIsNotAnsweredIsTriedAgainOnceItIs() {
    let exchange = Exchange(ready: false)
    exchange.open()
    #expect(exchange.command() != nil)
    exchange.wait(.seconds(60))
    #expect(exchange.command() == nil, "the write is still outstanding")
    exchange.written(0xA2)
    exchange.drain()
    #expect(exchange.session.state == .ready)
  }

  @Test func aLateAnswerEndsTheBackOff() {
    let exchange = Exchange(ready: false)
    exchange.phone.isAllowed = false
    exchange.open()
    exchange.pump()
    for _ in 0..<5 {
      exchange.wait(.seconds(60))
      exchange.pump()
    }
    exchange.wait(.seconds(60))
    exchange.phone.isAllowed = true
    exchange.commands = []
    #expect(exchange.command() == permissionQuestion)
    exchange.wait(.seconds(12))
    exchange.written()
    #expect(exchange.session.state == .ready)
    exchange.post(1, message)
    #expect(exchange.command()?.starts(with: [0, 1]) == true)
  }
}
