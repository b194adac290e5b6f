import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

/// A scrolling line: its times, offsets and repetitions.
@Suite struct MarqueeTests {
  private let line = Marquee.Line(shown: Shown(.list), index: 0, overhang: 40)
  private let start = Instant(microseconds: 5_000_000)

  /// Runs from deadline to deadline; returns the offsets and their times.
  private func run(_ marquee: inout Marquee, atMost count: Int = 1_000) -> [(offset: Int?, at: Instant)] {
    var seen: [(offset: Int?, at: Instant)] = []
    while seen.count < count, let deadline = marquee.deadline {
      _ = marquee.expire(now: deadline)
      seen.append((marquee.offset, deadline))
    }
    return seen
  }

  @Test func restsThenRunsToItsEndPixelByPixel() {
    var marquee = Marquee()
    marquee.follow(line, now: start)
    #expect(marquee.offset == 0 && marquee.deadline == start + .milliseconds(1_500))
    let seen = run(&marquee, atMost: 40)
    #expect(seen.map(\.offset) == Array(1...40))
    #expect(marquee.deadline == seen.last.map { $0.at + .milliseconds(1_500) })
  }

  @Test func liesStillAfterThreePasses() {
    var marquee = Marquee()
    marquee.follow(line, now: start)
    let seen = run(&marquee)
    #expect(seen.filter { $0.offset == 40 }.count == 3)
    #expect(marquee.offset == nil && marquee.deadline == nil)
    marquee.follow(line, now: start + .minutes(5))
    #expect(marquee.deadline == nil, "the same line does not begin again")
  }

  @Test func anotherLineRestartsItAndNoLineEndsIt() {
    var marquee = Marquee()
    marquee.follow(line, now: start)
    _ = run(&marquee, atMost: 10)
    marquee.follow(Marquee.Line(shown: Shown(.list), index: 1, overhang: 40), now: start + .seconds(3))
    #expect(marquee.offset == 0 && marquee.deadline == start + .milliseconds(4_500))
    marquee.follow(nil, now: start + .seconds(4))
    #expect(marquee.offset == nil && marquee.deadline == nil)
  }

  @Test func lateStepsCatchUpAndNeverRunTooFar() {
    var marquee = Marquee()
    marquee.follow(line, now: start)
    _ = marquee.expire(now: start + .milliseconds(1_750))
    #expect(marquee.offset == 11)
    _ = marquee.expire(now: start + .minutes(1))
    #expect(marquee.offset == 40)
  }

  @Test func nothingHappensBeforeItsTime() {
    var marquee = Marquee()
    marquee.follow(line, now: start)
    let isEarly = marquee.expire(now: start + .milliseconds(1_499))
    #expect(!isEarly)
    #expect(marquee.offset == 0)
  }
}
