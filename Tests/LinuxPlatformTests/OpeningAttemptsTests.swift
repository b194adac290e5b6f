import Testing
import Timing

@testable import LinuxPlatform

@Suite struct OpeningAttemptsTests {
  @Test func pausesDoubleUpToALimit() {
    var attempts = OpeningAttempts()
    attempts.begin(now: .start)
    var pauses: [UInt32] = []
    for _ in 0..<7 {
      guard let next = attempts.nextAfterFailure(now: .start) else { break }
      pauses.append(next.since(.start).wholeMilliseconds)
    }
    #expect(pauses == [100, 200, 400, 800, 1_600, 2_000, 2_000])
  }

  @Test func patienceEndsAfterThirtySeconds() {
    var attempts = OpeningAttempts()
    attempts.begin(now: .milliseconds(5_000))
    #expect(attempts.nextAfterFailure(now: .milliseconds(34_999)) != nil)
    #expect(attempts.nextAfterFailure(now: .milliseconds(35_000)) == nil)
  }

  @Test func lossAfterAWhileIsANewOutage() {
    var attempts = OpeningAttempts()
    attempts.begin(now: .start)
    attempts.noteOpening(now: .milliseconds(100))
    let lost = Instant.milliseconds(100_000)
    #expect(attempts.nextAfterLoss(now: lost) == lost + .milliseconds(100))
    #expect(attempts.nextAfterFailure(now: .milliseconds(129_999)) != nil)
    #expect(attempts.nextAfterFailure(now: .milliseconds(130_000)) == nil)
  }

  @Test func controllerThatComesAndGoesIsGivenUp() {
    var attempts = OpeningAttempts()
    attempts.begin(now: .start)
    attempts.noteOpening(now: .start)
    var now = Instant.milliseconds(20_000)
    var next: Instant? = attempts.nextAfterLoss(now: now)
    var openings = 0
    while let time = next {
      now = time
      attempts.noteOpening(now: now)
      openings += 1
      next = now.since(.milliseconds(20_000)) < .seconds(30) ? attempts.nextAfterLoss(now: now) : nil
    }
    #expect(attempts.nextAfterFailure(now: now) == nil)
    #expect(openings < 25)
  }
}
