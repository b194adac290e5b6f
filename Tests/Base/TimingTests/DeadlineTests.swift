import Testing
import Timing

@Suite struct DeadlineTests {
  @Test func deadlineIsDueFromItsInstantOn() {
    var deadline = Deadline()
    deadline.set(Instant(microseconds: 10))
    #expect(!deadline.isDue(at: Instant(microseconds: 9)))
    #expect(deadline.isDue(at: Instant(microseconds: 10)))
    #expect(deadline.isDue(at: Instant(microseconds: 11)))
  }

  @Test func idleDeadlineIsNeverDue() {
    var deadline = Deadline()
    #expect(!deadline.isSet)
    #expect(!deadline.isDue(at: Instant(microseconds: UInt64.max)))
    #expect(deadline.expire(at: Instant(microseconds: UInt64.max)) == false)
  }

  @Test func deadlineExpiresOnce() {
    var deadline = Deadline()
    deadline.set(Instant(microseconds: 10))
    #expect(deadline.expire(at: Instant(microseconds: 9)) == false)
    #expect(deadline.isSet)
    #expect(deadline.expire(at: Instant(microseconds: 12)) == true)
    #expect(!deadline.isSet)
    #expect(deadline.expire(at: Instant(microseconds: 13)) == false)
  }

  @Test func setReplacesAndClearForgets() {
    var deadline = Deadline()
    deadline.set(Instant(microseconds: 10))
    deadline.set(Instant(microseconds: 20))
    #expect(deadline.instant == Instant(microseconds: 20))
    deadline.clear()
    #expect(deadline.instant == nil)
  }

  @Test func earliestTakesNilForNever() {
    let (early, late) = (Instant(microseconds: 1), Instant(microseconds: 2))
    #expect(earliest(early, late) == early)
    #expect(earliest(late, early) == early)
    #expect(earliest(nil, late) == late)
    #expect(earliest(early, nil) == early)
    #expect(earliest(nil, nil) == nil)
  }
}
