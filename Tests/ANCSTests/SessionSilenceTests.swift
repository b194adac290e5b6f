import ANCS
import Testing
import Timing

/// A phone that has fallen silent though the link stands.
@Suite struct SessionSilenceTests {
  private let probe: [UInt8] = [0, 0xFF, 0xFF, 0xFF, 0xFF, 0]

  private func wantsRenewal(_ exchange: Exchange) -> Bool { exchange.session.takeRenewal() }

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
    #expect(wantsRenewal(exchange) == false)
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
    #expect(wantsRenewal(exchange) == false)
    exchange.wait(.milliseconds(1))
    #expect(wantsRenewal(exchange) == true)
    #expect(wantsRenewal(exchange) == false)
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
    #expect(wantsRenewal(exchange) == false)
    exchange.wait(.milliseconds(1))
    #expect(wantsRenewal(exchange) == true)
    #expect(exchange.count == 1)
  }

  @Test func whatIsNoEventIsSilence() {
    let exchange = Exchange(ready: false)
    exchange.open(hasControlPoint: false)
    exchange.wait(.minutes(200))
    exchange.source([1, 2, 3])
    exchange.wait(.minutes(160))
    #expect(wantsRenewal(exchange) == true)
  }

  @Test func anEndedSessionWaitsForNothing() {
    let exchange = Exchange()
    exchange.session.ended(now: exchange.now)
    #expect(exchange.session.deadline == nil)
    #expect(wantsRenewal(exchange) == false)
  }
}
