import Identifiers
import Testing
import Timing

@testable import Watch

@Suite struct SessionGapTests {
  private let phone = DeviceAddress(kind: .public, octets: [1, 2, 3, 4, 5, 6])
  private let other = DeviceAddress(kind: .public, octets: [2, 2, 3, 4, 5, 6])
  private let end = Instant.start + .minutes(5)

  /// A gap between sessions that began at `end`.
  private func gap(silentFor silence: Interval = .zero, isDecided: Bool = true) -> SessionGap {
    var gap = SessionGap()
    gap.sessionFound(with: phone, now: .start)
    gap.sessionEnded(isDecided: isDecided, silentFor: silence, now: end)
    return gap
  }

  @Test func theFirstSessionHasNoGap() {
    var gap = SessionGap()
    gap.sessionFound(with: phone, now: end)
    #expect(!gap.isOver)
    #expect(gap.age(at: end) == nil)
  }

  @Test func notificationsOfTheGapAreAtMostTwoSecondsOlder() {
    var gap = gap()
    gap.sessionFound(with: phone, now: end + .seconds(8))
    #expect(gap.isOver)
    #expect(gap.age(at: end + .seconds(9)) == .seconds(11))
  }

  @Test func aLinkThatTimedOutWasSilentBefore() {
    var gap = gap(silentFor: .seconds(6))
    gap.sessionFound(with: phone, now: end + .seconds(8))
    #expect(gap.age(at: end + .seconds(9)) == .seconds(17))
  }

  @Test(arguments: [(599, true), (600, false)] as [(UInt32, Bool)]) func aLongGapDoesNotCount(_ row: (UInt32, Bool)) {
    var gap = gap()
    gap.sessionFound(with: phone, now: end + .seconds(row.0))
    #expect(gap.isOver == row.1)
  }

  @Test func notificationsOfAnotherPhoneAreNotFromTheGap() {
    var gap = gap()
    gap.sessionFound(with: other, now: end + .seconds(8))
    #expect(!gap.isOver)
    gap.sessionEnded(isDecided: false, silentFor: .zero, now: end + .seconds(9))
    gap.sessionFound(with: nil, now: end + .seconds(10))
    #expect(!gap.isOver)
  }

  @Test func aSessionWithoutDecisionsLeavesTheGapAsItIs() {
    var gap = gap()
    gap.sessionFound(with: phone, now: end + .seconds(2))
    gap.sessionEnded(isDecided: false, silentFor: .seconds(6), now: end + .seconds(3))
    gap.sessionFound(with: phone, now: end + .seconds(4))
    #expect(gap.age(at: end + .seconds(4)) == .seconds(6))
  }
}
