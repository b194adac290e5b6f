import LinuxSupport
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

@Suite struct OpeningAttemptsTests {
  /// Attempts for a controller that has run before and was lost at `lost`, with the time of the first attempt.
  private func lost(
    at lost: Instant, _ limit: OpeningAttempts.Limit
  ) -> (attempts: OpeningAttempts, next: Instant?) {
    var attempts = OpeningAttempts(limitAfterLoss: limit)
    attempts.begin(now: .start)
    attempts.noteAttempt()
    attempts.noteReady(now: .start)
    let next = attempts.nextAfterLoss(now: lost)
    return (attempts, next)
  }

  /// The pauses of an outage in which every attempt fails immediately, in milliseconds.
  private func pauses(_ limit: OpeningAttempts.Limit) -> [UInt32] {
    let begin = Instant.milliseconds(100_000)
    var (attempts, next) = lost(at: begin, limit)
    var now = begin
    var pauses: [UInt32] = []
    while let time = next, pauses.count < 1_000 {
      pauses.append(time.since(now).wholeMilliseconds)
      now = time
      attempts.noteAttempt()
      next = attempts.nextAfterFailure(now: now)
    }
    return pauses
  }

  @Test func pausesDoubleUpToALimitAndEndWithTheLimit() {
    let short = pauses(.short)
    #expect(short.prefix(7) == [100, 200, 400, 800, 1_600, 2_000, 2_000])
    #expect(short.reduce(0, +) == 30_000)
    let long = pauses(.long)
    #expect(long.prefix(11) == [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000])
    #expect(long.reduce(0, +) == 600_000)
  }

  @Test func pausesAtStartAreShortWhileTheChipMayReceiveItsPatch() {
    var attempts = OpeningAttempts(limitAfterLoss: .long)
    attempts.begin(now: .milliseconds(1_000))
    for milliseconds in stride(from: 1_000 as UInt64, to: 4_000, by: 50) {
      let now = Instant.milliseconds(milliseconds)
      #expect(attempts.nextAfterFailure(now: now) == now + .milliseconds(50))
    }
    #expect(attempts.nextAfterFailure(now: .milliseconds(4_000)) == .milliseconds(4_100))
    #expect(attempts.nextAfterFailure(now: .milliseconds(4_100)) == .milliseconds(4_300))
  }

  @Test func theLimitAtStartIsHalfAMinute() {
    var attempts = OpeningAttempts(limitAfterLoss: .long)
    attempts.begin(now: .milliseconds(5_000))
    for _ in 0..<3 { attempts.noteAttempt() }
    var early = attempts
    #expect(early.nextAfterFailure(now: .milliseconds(34_999)) == .milliseconds(35_000))
    #expect(attempts.nextAfterFailure(now: .milliseconds(35_000)) == nil)
  }

  @Test func nothingIsGivenUpBeforeTheThirdAttempt() {
    var (attempts, next) = lost(at: .milliseconds(100_000), .short)
    // Each attempt takes as long as a driver that waits for a broken chip.
    var now = Instant.milliseconds(100_000)
    var count = 0
    while let time = next {
      now = time + .seconds(60)
      count += 1
      attempts.noteAttempt()
      next = attempts.nextAfterFailure(now: now)
    }
    #expect(count == 3)
  }

  @Test func lossOfAReadyControllerIsANewOutage() {
    for (ready, pause) in [(10_000, 100), (9_999, 200)] as [(UInt64, UInt32)] {
      var (attempts, _) = lost(at: .milliseconds(100_000), .short)
      attempts.noteAttempt()
      attempts.noteReady(now: .milliseconds(110_000))
      let again = Instant.milliseconds(110_000 + ready)
      #expect(attempts.nextAfterLoss(now: again) == again + .milliseconds(pause))
    }
  }

  @Test func controllerThatComesAndGoesIsGivenUp() {
    var (attempts, next) = lost(at: .milliseconds(20_000), .long)
    var openings = 0
    var last = Instant.start
    while let time = next, openings < 1_000 {
      attempts.noteAttempt()
      attempts.noteReady(now: time)
      openings += 1
      last = time + .seconds(1)
      next = attempts.nextAfterLoss(now: last)
    }
    #expect(last.since(.milliseconds(20_000)) >= .minutes(10))
    #expect(openings < 40)
  }

  @Test func controllerThatIsNeverReadyIsGivenUpAsSoonAsAtStart() {
    var attempts = OpeningAttempts(limitAfterLoss: .long)
    attempts.begin(now: .start)
    var now = Instant.start
    var next: Instant? = .start
    while let time = next {
      attempts.noteAttempt()
      now = time + .seconds(3)
      next = attempts.nextAfterLoss(now: now)
    }
    #expect((30_000...40_000).contains(now.since(.start).wholeMilliseconds))
  }

  @Test func anObstacleIsReportedOnceInAnOutage() {
    var (attempts, _) = lost(at: .milliseconds(100_000), .long)
    var reports: [Bool] = []
    for (decision, time) in [
      (.mayPass, 129_999), (.mayPass, 130_000), (.needsPerson, 130_001), (.mayPass, 200_000),
    ] as [(OpeningDecision, UInt64)] {
      reports.append(attempts.reportsObstacle(decision, now: .milliseconds(time)))
    }
    #expect(reports == [false, true, false, false])
    attempts.begin(now: .milliseconds(200_000))
    let isReportedAgain = attempts.reportsObstacle(.needsPerson, now: .milliseconds(200_000))
    #expect(isReportedAgain)
  }
}
