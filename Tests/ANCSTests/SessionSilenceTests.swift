import ANCS
import Testing
import Timing

/// A phone that has fallen silent though the link stands.
@Suite struct SessionSilenceTests {
  private let probe: [UInt8] = [0, 0xFF, 0xFF, 0xFF, 0xFF, 0]

  private func remedy(_ exchange: Exchange) -> SilenceRemedy? { exchange.session.takeRemedy() }

  /// What the owner does when it is told to subscribe anew.
  private func subscribeAnew(_ exchange: Exchange) {
    exchange.session.ended(now: exchange.now)
    exchange.open()
  }

  @Test func aQuarterOfAnHourAfterTheLastAnswerThePhoneIsAsked() {
    let exchange = Exchange()
    for _ in 0..<3 {
      exchange.wait(.milliseconds(899_999))
      #expect(exchange.command() == nil)
      exchange.wait(.milliseconds(1))
      #expect(exchange.command() == probe)
      exchange.written(0xA2)
      #expect(exchange.command() == nil)
    }
    #expect(remedy(exchange) == nil)
    #expect(exchange.session.state == .ready)
  }

  @Test func anyAnswerPutsThatOff() {
    let exchange = Exchange()
    exchange.wait(.minutes(10))
    exchange.post(1, .init("a.b"))
    exchange.pump()
    exchange.wait(.minutes(14))
    #expect(exchange.command() == nil)
    exchange.wait(.minutes(1))
    #expect(exchange.command() == probe)
  }

  @Test func aPhoneThatDoesNotAnswerInFiveSecondsIsSubscribedAnew() {
    let exchange = Exchange()
    exchange.wait(.minutes(15))
    #expect(exchange.command() == probe)
    exchange.wait(.milliseconds(4_999))
    #expect(remedy(exchange) == nil)
    exchange.wait(.milliseconds(1))
    #expect(remedy(exchange) == .subscribeAnew(.noAnswer))
    #expect(remedy(exchange) == nil)
    // Nothing is asked before the answer is there, and it is asked again in its time.
    #expect(exchange.command() == nil)
    exchange.written(0xA2)
    exchange.post(1, .init("a.b", title: "late"))
    exchange.pump()
    #expect(exchange.text(.title, 1) == "late")
    exchange.wait(.minutes(15))
    #expect(exchange.command() == probe)
  }

  @Test(arguments: [true, false]) func aSourceThatIsSilentForSixHoursIsSubscribedAnew(_ hasControlPoint: Bool) {
    let exchange = Exchange(ready: false)
    exchange.open(hasControlPoint: hasControlPoint)
    exchange.pump()
    exchange.wait(.minutes(60))
    exchange.post(1, .init("a.b"))
    let last = exchange.now
    while exchange.now < last + .minutes(345) {
      exchange.pump()
      exchange.wait(.minutes(15))
    }
    exchange.wait(Interval(microseconds: (last + .milliseconds(21_599_999)).since(exchange.now).microseconds))
    #expect(remedy(exchange) == nil)
    exchange.wait(.milliseconds(1))
    #expect(remedy(exchange) == .subscribeAnew(.silence))
    #expect(exchange.count == 1)
  }

  @Test func whatIsNoEventIsSilence() {
    let exchange = Exchange(ready: false)
    exchange.open(hasControlPoint: false)
    exchange.wait(.minutes(200))
    exchange.source([1, 2, 3])
    exchange.wait(.minutes(160))
    #expect(remedy(exchange) == .subscribeAnew(.silence))
  }

  @Test func anEndedSessionWaitsForNothing() {
    let exchange = Exchange()
    exchange.session.ended(now: exchange.now)
    #expect(exchange.session.deadline == nil)
    #expect(remedy(exchange) == nil)
  }

  // MARK: When renewing does not help

  @Test func aPhoneThatIsStillMuteAfterThatLosesItsLinkOnce() {
    let exchange = Exchange()
    exchange.wait(.minutes(15))
    #expect(exchange.command() == probe)
    exchange.wait(.seconds(5))
    #expect(remedy(exchange) == .subscribeAnew(.noAnswer))
    subscribeAnew(exchange)
    #expect(exchange.command() == permissionQuestion)
    exchange.wait(.seconds(10))
    #expect(remedy(exchange) == .endLink(.noAnswer))
    for _ in 0..<5 {
      subscribeAnew(exchange)
      #expect(exchange.command() == permissionQuestion)
      exchange.wait(.minutes(5))
      #expect(remedy(exchange) == nil)
    }
  }

  /// A broken service may answer, but not as a service does.
  /// - Conformance: iPhone | 5.2 subscriptions that die silently
  @Test(arguments: [0x01, 0x0E, 0x80] as [UInt8]) func anOddAnswerToTheCheckIsNone(_ error: UInt8) {
    let exchange = Exchange()
    exchange.wait(.minutes(15))
    #expect(exchange.command() == probe)
    exchange.written(error)
    #expect(remedy(exchange) == .subscribeAnew(.noAnswer))
    subscribeAnew(exchange)
    #expect(exchange.command() == permissionQuestion)
    exchange.written(error)
    #expect(remedy(exchange) == .endLink(.noAnswer))
  }

  @Test func anAnswerBeginsTheCountAnew() {
    let exchange = Exchange()
    for _ in 0..<4 {
      exchange.wait(.minutes(15))
      #expect(exchange.command() == probe)
      exchange.written(0x0E)
      #expect(remedy(exchange) == .subscribeAnew(.noAnswer))
      subscribeAnew(exchange)
      exchange.pump()
      #expect(exchange.session.state == .ready)
    }
  }

  @Test func anOddAnswerAtTheBeginningIsNoSilence() {
    let exchange = Exchange(ready: false)
    exchange.open()
    for _ in 0..<4 {
      #expect(exchange.command() == permissionQuestion)
      exchange.written(0x0E)
      #expect(remedy(exchange) == nil)
      exchange.wait(.minutes(1))
    }
  }

  /// A week with a phone that answers every check, and whose Notification Source is dead.
  /// - Conformance: iPhone | 5.2 subscriptions that die silently
  @Test func aWeekOfSilenceEndsTheLinkOnceAndRenewsEverySixHours() {
    let exchange = Exchange()
    var remedies: [SilenceRemedy] = []
    var checks = 0
    while exchange.now < .start + .minutes(7 * 24 * 60) {
      exchange.wait(.minutes(1))
      if let remedy = remedy(exchange) {
        remedies.append(remedy)
        subscribeAnew(exchange)
      }
      if let command = exchange.command() {
        checks += command == probe ? 1 : 0
        exchange.written(0xA2)
      }
    }
    #expect(remedies.count == 28)
    #expect(remedies[1] == .endLink(.silence))
    #expect(remedies.count { $0 == .endLink(.silence) } == 1)
    #expect(checks > 600)
  }

  @Test func whatComesAfterAllBeginsTheCountAnew() {
    let exchange = Exchange(ready: false)
    exchange.open(hasControlPoint: false)
    for uid in 1...3 as ClosedRange<UInt32> {
      exchange.wait(.minutes(360))
      #expect(remedy(exchange) == .subscribeAnew(.silence))
      exchange.session.ended(now: exchange.now)
      exchange.open(hasControlPoint: false)
      exchange.source(sourceEvent(0, uid))
    }
  }
}
