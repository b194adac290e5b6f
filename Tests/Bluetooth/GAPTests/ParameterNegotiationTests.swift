import HCI
import Testing
import Timing

@testable import GAP

@Suite struct ParameterNegotiationTests {
  /// The timing with which iOS begins.
  private let first = ConnectionTiming(interval: 24, latency: 0, supervisionTimeout: 72)
  private let idle = ConnectionTiming(interval: 96, latency: 4, supervisionTimeout: 600)
  private let busy = ConnectionTiming(interval: 24, latency: 0, supervisionTimeout: 600)

  private func negotiation(_ timing: ConnectionTiming, power: PowerMode = .balanced) -> ParameterNegotiation {
    ParameterNegotiation(timing, for: .idle, power: power, now: .start)
  }

  private func wish(_ activity: LinkActivity, _ power: PowerMode = .balanced) -> ConnectionParameters {
    ConnectionParameterPolicy.parameters(for: activity, power: power)
  }

  /// The times of the requests in milliseconds, if `answer` arrives 100 ms after each request.
  private func requests(_ answer: ConnectionParameterAnswer?) -> [UInt32] {
    var negotiation = negotiation(first)
    var instants: [UInt32] = []
    while let deadline = negotiation.deadline {
      negotiation.handleTimeout(now: deadline)
      guard negotiation.takeRequest() != nil else { continue }
      instants.append(deadline.since(.start).wholeMilliseconds)
      #expect(negotiation.takeRequest() == nil)
      if let answer { negotiation.note(answer, now: deadline + .milliseconds(100)) }
    }
    return instants
  }

  @Test func thePausesFollowTheAnswer() {
    #expect(requests(.accepted) == [1_000, 6_100, 11_200])
    #expect(requests(.rejected) == [1_000, 31_100, 61_200])
    #expect(requests(.unanswered) == [1_000, 1_100, 1_200])
    #expect(requests(nil) == [1_000, 11_000, 21_000])
  }

  @Test func aSatisfiedLinkIsNotAsked() {
    var negotiation = negotiation(idle)
    negotiation.handleTimeout(now: second(1))
    #expect(negotiation.takeRequest() == nil)
    #expect(negotiation.deadline == nil)
  }

  /// In the fast mode, the intervals of a busy and an idle link are the same.
  @Test func anIdleLinkDoesNotKeepTheLatencyOfItsBusyTime() {
    var negotiation = negotiation(busy, power: .fast)
    negotiation.handleTimeout(now: second(1))
    #expect(negotiation.takeRequest() == wish(.idle, .fast))
  }

  @Test func aChangeByThePhoneIsLeftAloneForFiveSeconds() {
    var negotiation = negotiation(idle)
    negotiation.handleTimeout(now: second(1))
    negotiation.note(first, now: second(100))
    #expect(negotiation.deadline == second(105))
    // Another one does not delay it.
    negotiation.note(busy, now: second(103))
    #expect(negotiation.deadline == second(105))
    negotiation.handleTimeout(now: second(105))
    #expect(negotiation.takeRequest() == wish(.idle))
  }

  @Test func aLinkThatHasBecomeGoodInTimeIsNotAsked() {
    var negotiation = negotiation(first)
    negotiation.handleTimeout(now: second(1))
    negotiation.note(idle, now: second(1))
    #expect(negotiation.takeRequest() == nil)
  }

  @Test func anAnswerWithoutARequestIsIgnored() {
    for answer in [ConnectionParameterAnswer.accepted, .rejected, .unanswered] {
      var negotiation = negotiation(idle)
      negotiation.handleTimeout(now: second(1))
      negotiation.note(answer, now: second(2))
      #expect(negotiation.deadline == nil)
    }
  }

  // The use of the link.

  /// Lets the deadlines pass until `end`. The phone sets what it is asked for, half a second later, if it `isObedient`.
  private func requests(
    _ negotiation: inout ParameterNegotiation, until end: Instant, isObedient: Bool = true
  ) -> [ConnectionParameters] {
    var asked: [ConnectionParameters] = []
    while let deadline = negotiation.deadline, deadline <= end {
      negotiation.handleTimeout(now: deadline)
      guard let parameters = negotiation.takeRequest() else { continue }
      asked.append(parameters)
      negotiation.note(.accepted, now: deadline + .milliseconds(100))
      guard isObedient else { continue }
      let timing = ConnectionTiming(
        interval: parameters.intervalMaximum, latency: parameters.latency, supervisionTimeout: 600)
      negotiation.note(timing, now: deadline + .milliseconds(500))
    }
    return asked
  }

  /// With `fast`, the timing of a busy link also suits an idle one.
  @Test(arguments: [PowerMode.balanced, .saving]) func theTimingFollowsTheUse(power: PowerMode) {
    var negotiation = negotiation(first, power: power)
    #expect(requests(&negotiation, until: second(60)) == [wish(.idle, power)])
    for minute: UInt32 in 1..<50 {
      let now = second(60 * minute)
      negotiation.note(.busy, now: now)
      #expect(negotiation.deadline == now + .milliseconds(500))
      #expect(requests(&negotiation, until: now + .seconds(10)) == [wish(.busy, power)])
      negotiation.note(.idle, now: now + .seconds(20))
      #expect(negotiation.deadline == now + .seconds(25))
      #expect(requests(&negotiation, until: now + .seconds(59)) == [wish(.idle, power)])
    }
  }

  @Test func aShortUseAndAShortPauseChangeNothing() {
    var negotiation = negotiation(first)
    _ = requests(&negotiation, until: second(60))
    negotiation.note(.busy, now: second(60))
    negotiation.note(.idle, now: second(60) + .milliseconds(499))
    #expect(negotiation.deadline == nil)
    negotiation.note(.busy, now: second(70))
    #expect(requests(&negotiation, until: second(80)) == [wish(.busy)])
    negotiation.note(.idle, now: second(80))
    negotiation.note(.busy, now: second(84))
    #expect(negotiation.deadline == nil)
  }

  @Test func theFirstRequestIsForTheUseAtThatTime() {
    var negotiation = negotiation(first)
    negotiation.note(.busy, now: .start + .milliseconds(10))
    #expect(negotiation.deadline == second(1))
    negotiation.handleTimeout(now: second(1))
    #expect(negotiation.takeRequest() == wish(.busy))
  }

  /// A phone that accepts everything and changes nothing is asked three times, however often the use changes.
  @Test func aPhoneThatChangesNothingIsAskedThreeTimes() {
    var negotiation = negotiation(first)
    var count = requests(&negotiation, until: second(4), isObedient: false).count
    for minute: UInt32 in 1..<100 {
      negotiation.note(.busy, now: second(60 * minute))
      count += requests(&negotiation, until: second(60 * minute + 20), isObedient: false).count
      negotiation.note(.idle, now: second(60 * minute + 20))
      count += requests(&negotiation, until: second(60 * minute + 59), isObedient: false).count
    }
    #expect(count == 3)
  }

  /// A phone that obeys, and then goes back to its own timing, is asked three times for each use.
  @Test func aPhoneThatChangesItsMindIsAskedThreeTimes() {
    var negotiation = negotiation(first)
    var count = 0
    for minute: UInt32 in 0..<100 {
      count += requests(&negotiation, until: second(60 * minute + 30)).count
      negotiation.note(first, now: second(60 * minute + 30))
    }
    #expect(count == 3)
  }

  @Test func anotherUseWaitsForTheAnswerToTheRequestUnderWay() {
    var negotiation = negotiation(first)
    negotiation.handleTimeout(now: second(1))
    #expect(negotiation.takeRequest() == wish(.idle))
    negotiation.note(.busy, now: second(2))
    negotiation.handleTimeout(now: second(3))
    #expect(negotiation.takeRequest() == nil)
    negotiation.note(.rejected, now: second(4))
    negotiation.handleTimeout(now: second(33))
    #expect(negotiation.takeRequest() == nil)
    negotiation.handleTimeout(now: second(34))
    #expect(negotiation.takeRequest() == wish(.busy))
  }
}
