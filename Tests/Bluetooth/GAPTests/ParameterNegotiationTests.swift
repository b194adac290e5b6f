import Testing
import Timing

@testable import GAP

@Suite struct ParameterNegotiationTests {
  /// The times of the requests in milliseconds, if `answer` arrives 100 ms after each request.
  private func requests(_ answer: ConnectionParameterAnswer?) -> [UInt32] {
    var negotiation = ParameterNegotiation(isSatisfied: false, now: .start)
    var instants: [UInt32] = []
    while let deadline = negotiation.deadline {
      negotiation.handleTimeout(now: deadline)
      guard negotiation.takeRequest() else { continue }
      instants.append(deadline.since(.start).wholeMilliseconds)
      #expect(negotiation.takeRequest() == false)
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
    var negotiation = ParameterNegotiation(isSatisfied: true, now: .start)
    negotiation.handleTimeout(now: second(1))
    #expect(negotiation.takeRequest() == false)
    #expect(negotiation.deadline == nil)
  }

  @Test func aChangeByThePhoneIsLeftAloneForFiveSeconds() {
    var negotiation = ParameterNegotiation(isSatisfied: true, now: .start)
    negotiation.handleTimeout(now: second(1))
    negotiation.note(isSatisfied: false, now: second(100))
    #expect(negotiation.deadline == second(105))
    // Another one does not delay it.
    negotiation.note(isSatisfied: false, now: second(103))
    #expect(negotiation.deadline == second(105))
    negotiation.handleTimeout(now: second(105))
    #expect(negotiation.takeRequest() == true)
  }

  @Test func aLinkThatHasBecomeGoodInTimeIsNotAsked() {
    var negotiation = ParameterNegotiation(isSatisfied: false, now: .start)
    negotiation.handleTimeout(now: second(1))
    negotiation.note(isSatisfied: true, now: second(1))
    #expect(negotiation.takeRequest() == false)
  }

  @Test func anAnswerWithoutARequestIsIgnored() {
    for answer in [ConnectionParameterAnswer.accepted, .rejected, .unanswered] {
      var negotiation = ParameterNegotiation(isSatisfied: true, now: .start)
      negotiation.handleTimeout(now: second(1))
      negotiation.note(answer, now: second(2))
      #expect(negotiation.deadline == nil)
    }
  }
}
