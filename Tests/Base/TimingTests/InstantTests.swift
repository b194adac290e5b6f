import Testing
import Timing

@Suite struct InstantTests {
  @Test func instantsAreOrderedAsTimePasses() {
    #expect(Instant.start < Instant(microseconds: 1))
    #expect(Instant(microseconds: 1) < Instant(microseconds: UInt64.max))
    #expect(Instant(microseconds: 5) == Instant(microseconds: 5))
  }

  @Test func intervalIsAdded() {
    #expect(Instant(microseconds: 5) + .milliseconds(2) == Instant(microseconds: 2_005))
  }

  @Test func endOfTimeIsNotPassed() {
    let late = Instant(microseconds: UInt64.max - 1)
    #expect(late + .microseconds(1) == Instant(microseconds: UInt64.max))
    #expect(late + .seconds(1) == Instant(microseconds: UInt64.max))
  }

  @Test func timeSinceALaterInstantIsZero() {
    let (early, late) = (Instant(microseconds: 10), Instant(microseconds: 25))
    #expect(late.since(early) == .microseconds(15))
    #expect(early.since(late) == .zero)
    #expect(early.since(early) == .zero)
  }
}
