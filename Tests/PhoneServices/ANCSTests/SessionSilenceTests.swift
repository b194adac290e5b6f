import ANCS
import Testing
import Timing

/// A phone that sends nothing although the link works.
@Suite struct SessionSilenceTests {
  private let probe: [UInt8] = [0, 0xFF, 0xFF, 0xFF, 0xFF, 0]

  private func remedy(_ exchange: Exchange) -> SilenceRemedy? { exchange.session.takeRemedy() }

  /// Does what the owner does on the request to subscribe again.
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

  @Test func anyAnswerDelaysTheCheck() {
    let exchange = Exchange()
    exchange.wait(.minutes(10))
    exchange.post(1, .init("a.b"))
    exchange.pump()
    exchange.wait(.minutes(14))
    #expect(exchange.command() == nil)
    exchange.wait(.minutes(1))
    #expect(exchange.command() == probe)
  }

  @Test func aPhoneWithoutAnAnswerInFiveSecondsIsSubscribedAgain() {
    let exchange = Exchange()
    exchange.wait(.minutes(15))
    #expect(exchange.command() == probe)
    exchange.wait(.milliseconds(4_999))
    #expect(remedy(exchange) == nil)
    exchange.wait(.milliseconds(1))
    #expect(remedy(exchange) == .subscribeAnew(.noAnswer))
    #expect(remedy(exchange) == nil)
    // The session sends nothing before the response arrives, and then repeats the check in time.
    #expect(exchange.command() == nil)
    exchange.written(0xA2)
    exchange.post(1, .init("a.b", title: "late"))
    exchange.pump()
    #expect(exchange.text(.title, 1) == "late")
    exchange.wait(.minutes(15))
    #expect(exchange.command() == probe)
  }

  @Test(arguments: [true, false]) func aSourceThatIsSilentForSixHoursIsSubscribedAgain(_ hasControlPoint: Bool) {
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

  @Test func invalidEventsCountAsSilence() {
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

  /// A broken service may respond, but with an unexpected error.
  /// - Conformance: iPhone | 5.2 subscriptions that die silently
  @Test(arguments: [0x01, 0x0E, 0x80] as [UInt8]) func anUnexpectedAnswerToTheCheckDoesNotCount(_ error: UInt8) {
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

  /// No notification has the number of the check. A phone that does not report that does not process commands.
  /// - Conformance: iPhone | 5.2 subscriptions that die silently
  @Test(arguments: [nil, 0xA0, 0xA1, 0xA3] as [UInt8?]) func onlyInvalidParameterAnswersTheCheck(_ error: UInt8?) {
    let exchange = Exchange()
    exchange.wait(.minutes(15))
    #expect(exchange.command() == probe)
    exchange.written(error)
    #expect(remedy(exchange) == .subscribeAnew(.noAnswer))
    #expect(exchange.session.state == .ready)
  }

  // MARK: A Data Source that is dead

  /// The phone accepts all commands, and replies to none of them.
  private func acceptWithoutReply(_ exchange: Exchange) {
    while exchange.command() != nil {
      exchange.written()
      exchange.wait(.seconds(10))
    }
  }

  /// - Conformance: iPhone | 5.2 subscriptions that die silently
  @Test func twoRepliesThatDoNotComeRenewTheSubscriptions() {
    let exchange = Exchange()
    exchange.post(1, .init("a.b"))
    #expect(exchange.command()?.first == 0)
    exchange.written()
    exchange.wait(.seconds(10))
    #expect(remedy(exchange) == nil)
    #expect(exchange.command() == permissionQuestion)
    exchange.written()
    exchange.wait(.milliseconds(4_999))
    #expect(remedy(exchange) == nil)
    exchange.wait(.milliseconds(1))
    #expect(remedy(exchange) == .subscribeAnew(.noAnswer))
  }

  @Test func oneReplyThatDoesNotComeIsNothing() {
    let exchange = Exchange()
    exchange.post(1, .init("a.b", title: "title"))
    #expect(exchange.command()?.first == 0)
    exchange.written()
    exchange.wait(.seconds(10))
    exchange.pump()
    #expect(exchange.commands.contains(permissionQuestion))
    acceptWithoutReply(exchange)
    #expect(remedy(exchange) == nil)
  }

  @Test func aDataSourceThatStaysDeadEndsTheLinkOnceAndIsThenRenewedEveryQuarterOfAnHour() {
    let exchange = Exchange(ready: false)
    exchange.open()
    var remedies: [(SilenceRemedy, Instant)] = []
    while exchange.now < .start + .minutes(60) {
      exchange.post(1, .init("a.b"))
      acceptWithoutReply(exchange)
      if let remedy = remedy(exchange) {
        remedies.append((remedy, exchange.now))
        subscribeAnew(exchange)
      }
      exchange.wait(.seconds(1))
    }
    #expect(remedies.count(where: { $0.0 == .endLink(.noAnswer) }) == 1)
    #expect(remedies[1].0 == .endLink(.noAnswer))
    #expect((5...7).contains(remedies.count))
    exchange.post(2, .init("a.b"))
    exchange.pump()
    exchange.post(3, .init("a.b"))
    acceptWithoutReply(exchange)
    #expect(remedy(exchange) == .subscribeAnew(.noAnswer))
  }

  @Test func anAnswerRestartsTheCount() {
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

  @Test func anUnexpectedAnswerAtTheStartIsNotSilence() {
    let exchange = Exchange(ready: false)
    exchange.open()
    for _ in 0..<4 {
      #expect(exchange.command() == permissionQuestion)
      exchange.written(0x0E)
      #expect(remedy(exchange) == nil)
      exchange.wait(.minutes(1))
    }
  }

  /// A week with a phone that answers every check, but sends no Notification Source values.
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

  @Test func aLateValueRestartsTheCount() {
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
